# Stage 2: one coroutine for one page. How a Task drives it, how an await walks, who waits for whom.
# program: test_stage2 "[L31][L43]"
# part: task
aio break sketch::Fetcher::fetch
run
backtrace
# part: woken
aio break sketch::Fetcher::send_request
continue
backtrace
aio chain
# part: step
aio break sketch::read_all
continue
next 3
step 3
step
step 2
step
step 3
step 4
step
step
step
step 3
# part: chain
aio break sketch::read
continue
next 3
print f
aio chain
aio frame
