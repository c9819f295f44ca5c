# aio.py: teaches gdb about coroutines, tasks and futures: source docs/gdb/aio.py
#
# Use: docs/debugging.md. It brings pretty-printers, the commands `aio tasks`, `aio chain`,
# `aio frame` and `aio break`, and what `step` walks through without stopping.
#
# The one thing to know: nothing here runs code of the program. All is read from its memory and
# its debug information, so a core file and a program that is stuck can be looked at as well.
#
# Left out on purpose: programs that were built with optimisation, and by clang (docs/lldb/aio.py).
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aio import commands, printers, skips, stack  # noqa: E402

printers.register()
commands.register()
skips.register()
stack.register()
