# L16 to L18: two functions on the stack, and a coroutine's frame that is still there when the stack
# is used by others.
# program: stage2_01_frames
# part: stack
break bar
run
backtrace
# part: heap
aio break remember
continue
backtrace
aio frame
# part: outlives
delete 2
continue
up 2
aio frame one
