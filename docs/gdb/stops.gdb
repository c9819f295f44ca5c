# stops.gdb: stops at each step of each task, and goes on; at the end says how often. See stops.
set pagination off
set confirm off
set breakpoint pending on
set disable-randomization off
set print thread-events off
set print inferior-events off
# Signals are the program's own business: some tests send them to themselves.
handle all nostop noprint pass
handle SIGINT nostop noprint pass
set $stops = 0
break aio::TaskBase::step
commands
  silent
  set $stops = $stops + 1
  continue
end
break sketch::Task::step
commands
  silent
  set $stops = $stops + 1
  continue
end
run
if $_isvoid($_exitcode)
  printf "stopped %d times, ended by a signal\n", $stops
else
  printf "stopped %d times, exit code %d\n", $stops, $_exitcode
end
