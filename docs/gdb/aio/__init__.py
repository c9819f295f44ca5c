# The parts of docs/gdb/aio.py, which loads them.
