# Stage 1: a chain of callbacks. Each is called by the loop, and knows nothing of the one before.
# program: test_stage1 "[L09]"
# part: fetch
aio break sketch::Fetcher::fetch
run
next 2
next
# part: connected
aio break sketch::Fetcher::connected
continue
print key
backtrace
# part: parse-links
aio break sketch::Fetcher::parse_links
continue
backtrace
