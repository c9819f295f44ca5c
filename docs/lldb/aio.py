# aio.py: teaches lldb about coroutines, tasks and futures: command script import docs/lldb/aio.py
#
# The same as docs/gdb/aio.py, for programs that clang built, as far as lldb allows: the commands
# `aio tasks`, `aio chain`, `aio frame` and `aio break`, a line for each kind of object, and what
# `step` passes over. Use and differences: docs/debugging.md.
#
# The one thing to know: nothing here runs code of the program.
import os
import sys

import lldb

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from aio_chain import (  # noqa: E402
    chain_of_task, evaluated, frame_of, frames_of_chain, name_of_task, state_of_future,
    state_of_task, task_of, tasks_of_loop)
from aio_frames import CoroFrame, Missing, coroutine_of, member, number, place, plain  # noqa: E402

# step passes over the standard library, but not over coroutine_handle::resume: the coroutine's body
# runs in there.
AVOID = ("^([^(]* )?(std::([^c_]|c[^o]|co[^r]|__[^1])|std::__1::([^c]|c[^o]|co[^r])|fmt::"
         "|std::(__1::|__n4861::)?coroutine_handle<.*>::([^r]|r[^e])"
         "|aio::(PromiseBase|Promise<|Coro<|CoroAwaiter<|FutureAwaiter<|CallSite|LoopUse|Weak)"
         "|sketch::(GeneratorPromise<.*>::([^r]|r[^e]|receive)|FutureAwaiter|Returned<)"
         "|sketch::Generator<.*>::(promise_type::|Delegation::|Generator|~Generator|operator))")


def at_hand(frame, wanted):
    """The first answer that a native frame gives, from `frame` outwards."""
    frames = [f for f in frame.GetThread() if f.GetFrameID() >= frame.GetFrameID()]
    return next((found for found in map(wanted, frames) if found is not None), None)


def loop_in(frame):
    this = frame.FindVariable("this")
    if this.IsValid() and this.GetTypeName() in ("aio::EventLoop *", "const aio::EventLoop *"):
        return this.Dereference()
    named = [v for v in frame.GetVariables(True, True, False, True)
             if v.GetType().GetName() == "aio::EventLoop"]
    return named[0] if named else None


def frame_at_hand(frame):
    address = at_hand(frame, coroutine_of)
    if address is None:
        raise Missing("no coroutine runs here; name one")
    return CoroFrame(frame.GetThread().GetProcess().GetTarget(), address)


class Command:
    """A command of lldb: look() says what is to be printed, or raises Missing."""

    def __init__(self, debugger, dictionary):
        pass

    def __call__(self, debugger, text, context, result):
        try:
            lines = self.look(debugger.GetSelectedTarget(), context.GetFrame(), text)
            result.AppendMessage("\n".join(lines))
        except Missing as error:
            result.SetError(str(error))


class Frame(Command):
    """aio frame [COROUTINE]: address, size, where it is suspended, locals."""

    def look(self, target, native, text):
        frame = frame_of(evaluated(native, text)) if text else frame_at_hand(native)
        size = frame.value.GetByteSize()
        yield "%s: a frame of %d bytes at 0x%x" % (frame.name, size, frame.address)
        if frame.returned:
            yield "  it has returned"
            return
        index = number(frame.value, "__coro_index")
        yield "  %s, resume index %d, in %s" % (frame.state, index, frame.place)
        for name, value in frame.locals() if frame.state != "not started" else ():
            text = value.GetSummary() or value.GetValue() or value.GetTypeName() + " {...}"
            yield "  %s = %s" % (name, text)


class Chain(Command):
    """aio chain [TASK]: the chain of awaits, the outermost first."""

    def look(self, target, native, text):
        if text:
            frame = frame_of(evaluated(native, text))
        else:
            frame = frame_at_hand(native)
        task = member(frame.promise, "task")
        if task is not None and task.GetValueAsUnsigned() != 0:
            task = task.Dereference()
            yield "%s %s" % (name_of_task(task), state_of_task(task))
            frame = frame_of(task)
        for step in frames_of_chain(frame):
            yield "  %s, %s, in %s" % (step.name, step.state, step.place)


class Tasks(Command):
    """aio tasks [LOOP]: the tasks that are not done, what each does, and its chain of awaits."""

    def look(self, target, native, text):
        loop = plain(evaluated(native, text)) if text else at_hand(native, loop_in)
        if loop is None:
            raise Missing("no loop runs here; name one")
        tasks = list(tasks_of_loop(loop))
        yield "%d task%s" % (len(tasks), "" if len(tasks) == 1 else "s")
        width = max((len(name_of_task(task)) for task in tasks), default=0)
        for task in tasks:
            frames = " > ".join(frame.name for frame in chain_of_task(task))
            yield "  %-*s  %s: %s" % (width, name_of_task(task), state_of_task(task), frames)


class Break(Command):
    """aio break FUNCTION: stops at the first line of the body, of a coroutine or a function."""

    def look(self, target, native, text):
        starts = [found.GetFunction().GetStartAddress()
                  for found in target.FindFunctions(text, lldb.eFunctionNameTypeAuto)]
        if not starts:
            raise Missing('no function is called "%s"' % text)
        bodies = [start for start in starts if ".resume" in (start.GetSymbol().GetName() or "")]
        for start in bodies or starts:
            first = first_line(start)
            target.BreakpointCreateBySBAddress(first.GetStartAddress())
            where = place(first.GetFileSpec(), first.GetLine())
            yield "Stops at %s, the first line of %s" % (where, text)


def first_line(start):
    """The line table's entry of the first line behind the heading of the function there."""
    heading = start.GetLineEntry()
    end = start.GetFunction().GetEndAddress().GetFileAddress()
    entries = []
    for entry in start.GetCompileUnit():
        address = entry.GetStartAddress().GetFileAddress()
        inside = start.GetFileAddress() <= address < end
        below = entry.GetLine() > heading.GetLine()
        if inside and below and entry.GetFileSpec() == heading.GetFileSpec():
            entries.append((entry.GetLine(), address, entry))
    return min(entries, default=(0, 0, heading))[2]


def summary_of_task(value, dictionary):
    task = task_of(value.GetNonSyntheticValue())
    frames = " > ".join(frame.name for frame in chain_of_task(task))
    text = "%s, %s" % (name_of_task(task), state_of_task(task))
    return text + ", in " + frames if frames else text


def summary_of_future(value, dictionary):
    if task_of(value.GetNonSyntheticValue()) is not None:
        return summary_of_task(value, dictionary)
    return "Future " + state_of_future(value.GetNonSyntheticValue())


def summary_of_coro(value, dictionary):
    try:
        frame = frame_of(value.GetNonSyntheticValue())
    except Missing:
        return "Coro without a frame"
    return "Coro of %s, %s" % (frame.name, frame.state)


def summary_of_queue(value, dictionary):
    return "JoinableQueue, %d unfinished" % number(value.GetNonSyntheticValue(), "unfinished_")


def summary_of_key(value, dictionary):
    events = number(value, "events")
    names = [name for bit, name in ((1, "read"), (2, "write")) if events & bit]
    return "fd %d, %s" % (number(value, "fd"), " and ".join(names) or "no event")


SUMMARIES = {"task": "^aio::(TaskBase|Task<.*>)$", "queue": "^aio::JoinableQueue<.*>$",
             "future": "^aio::(FutureBase|Future<.*>|Sleep|FdWait)$", "key": "^aio::SelectorKey$",
             "coro": "^(aio::Coro|sketch::Generator)<.*>$"}


def __lldb_init_module(debugger, dictionary):
    debugger.HandleCommand('command container add -h "Looks at coroutines and tasks." aio')
    for name in ("Tasks", "Chain", "Frame", "Break"):
        debugger.HandleCommand(
            "command script add -c %s.%s aio %s" % (__name__, name, name.lower()))
    for name, pattern in SUMMARIES.items():
        debugger.HandleCommand(
            'type summary add -F %s.summary_of_%s -x "%s"' % (__name__, name, pattern))
    debugger.HandleCommand("settings set target.process.thread.step-avoid-regexp %s" % AVOID)
