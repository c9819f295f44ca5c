# L53: a task that goes before it is done; and on the way there the same await as in stage 3, with a
# queue, step by step.
# program: stage3_05_destroyed_but_pending
# part: step
aio break work
run
step 3
step
step
step
step
step
step
step 3
# part: tasks
delete
aio break aio::JoinableQueue::task_done
continue
print *this
aio tasks
# part: destroyed
aio break aio::TaskBase::end_pending
continue
print *this
aio chain *this
backtrace
