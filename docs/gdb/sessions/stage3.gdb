# Stage 3: a crawl with four workers: all tasks with what they wait for, one chain, one frame.
# program: test_stage3 "[L50][L52]"
# part: tasks
aio break aio::Crawler::fetch
run
continue 3
aio tasks
# part: chain
delete
aio break ask
continue
aio chain
