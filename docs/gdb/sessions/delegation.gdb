# L35 and L36: caller_fn stays at its line while gen_fn, to which it delegates, moves on.
# program: stage2_04_delegation
# part: first
aio break sketch::GeneratorPromise::resume
run
continue
continue
aio chain *this
# part: second
continue
aio chain *this
