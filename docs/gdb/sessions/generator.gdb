# The generator of L19 to L27, seen from outside. gen_fn has a frame on the heap; what the chapter
# reads off gi_frame.f_lasti is the resume index, and the line.
# program: stage2_02_generator
# part: not-started
tbreak main
run
next 2
print gen
aio frame gen
# part: first-yield
next 5
next
aio frame gen
# part: hello
next 2
next
aio frame gen
# part: inside
aio break gen_fn
run
backtrace
