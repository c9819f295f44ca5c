# aio_chain.py: which coroutine waits for which, which task drives them, and what it waits for.
#
# The one thing to know: the chain is data: a promise knows the one that awaits it.
# docs/gdb/aio/chain.py is the same for gdb, and says more.
import lldb

from aio_frames import CoroFrame, Missing, as_base, at, member, number, plain, unique_pointer


def frame_of(value):
    """The coroutine's frame behind a coroutine, a task, a promise, a handle or an address."""
    kind = value.GetType().GetCanonicalType()
    if kind.GetTypeFlags() & lldb.eTypeIsInteger or kind.GetName() == "void *":
        return CoroFrame(value.GetTarget(), value.GetValueAsUnsigned())
    value = plain(value)
    task = task_of(value)
    if task is not None:
        if number(task, "innermost") == 0:
            raise Missing("all frames of this task have returned")
        return frame_of(member(task, "innermost"))
    for name in ("promise_", "frame_", "coro_", "handle", "frame", "__handle_", "_M_fr_ptr"):
        inner = member(value.GetNonSyntheticValue(), name)
        if inner is not None:
            return frame_of(inner)
    raise Missing("there is no coroutine in a " + kind.GetName())


def task_of(value):
    """The aio::TaskBase of a value that is a task, also if it is declared as a Future."""
    return as_base(value.GetDynamicValue(lldb.eDynamicDontRunTarget), "aio::TaskBase")


def frames_of_chain(frame):
    """All frames of a chain, the outermost first: of any generator in it, or of the innermost."""
    following = member(frame.promise, "delegate")
    while following is not None and following.GetValueAsUnsigned() != 0:
        frame = frame_of(following)
        following = member(frame.promise, "delegate")
    chain = [frame]
    while True:
        outer = member(frame.promise, "delegator") or member(frame.promise, "delegation")
        if outer is None or outer.GetValueAsUnsigned() == 0:
            return chain
        frame = frame_of(member(outer, "parent") or outer)
        chain.insert(0, frame)


def chain_of_task(task):
    return frames_of_chain(frame_of(task)) if number(task, "innermost") != 0 else []


def name_of_task(task):
    name = unique_pointer(member(task, "name_"))
    return "Task-%d" % number(task, "id_") if name is None else name.GetSummary().strip('"')


def state_of_future(future):
    return (member(future, "state_").GetValue() or "").split("::")[-1]


def state_of_task(task):
    future = member(task, "future").Dereference()
    if state_of_future(future) != "pending":
        return state_of_future(future)
    loop = member(member(future, "loop_"), "loop_").Dereference()
    if number(member(loop, "tasks_"), "current") == task.AddressOf().GetValueAsUnsigned():
        return "runs"
    if not number(task, "started"):
        return "has not started"
    waiting_on = member(task, "waiting_on")
    if waiting_on.GetValueAsUnsigned() == 0:
        return "is ready"
    pending = state_of_future(waiting_on.Dereference()) == "pending"
    return ("waits for " if pending else "is ready, after ") + reason(waiting_on.Dereference())


def reason(future):
    """What somebody waits for that waits for this future: "readable fd 7", "JoinableQueue.get"."""
    future = future.GetDynamicValue(lldb.eDynamicDontRunTarget)
    if as_base(future, "aio::FdWait") is not None:
        direction = "readable" if number(future, "event_") == 1 else "writable"
        return "%s fd %d" % (direction, number(future, "fd_"))
    line = member(future, "line_")
    if line is not None and line.GetValueAsUnsigned() != 0:
        return member(line.Dereference(), "name_").GetSummary().strip('"')
    task = task_of(future)
    if task is not None:
        return name_of_task(task)
    name = future.GetType().GetName().replace("aio::", "").split("<")[0]
    return {"Sleep": "sleep", "GatherTuple": "gather", "GatherVector": "gather"}.get(name, name)


def tasks_of_loop(loop):
    """The tasks that are not done, the oldest first; the loop keeps them in a circle."""
    target = loop.GetTarget()
    task_base = target.FindFirstType("aio::TaskBase")
    entry = next(task_base.GetDirectBaseClassAtIndex(i) for i in range(2)
                 if task_base.GetDirectBaseClassAtIndex(i).GetName() == "aio::TaskEntry")
    ends = member(member(loop, "tasks_"), "ends_")
    links = member(ends, "next")
    while links.GetValueAsUnsigned() != ends.GetLoadAddress():
        task = at(target, links.GetValueAsUnsigned() - entry.GetOffsetInBytes(), task_base)
        if state_of_future(member(task, "future").Dereference()) == "pending":
            yield task
        links = member(links.Dereference(), "next")


def evaluated(frame, text):
    value = frame.GetValueForVariablePath(text)
    value = value if value.IsValid() else frame.EvaluateExpression(text)
    if value.GetError().Fail():
        raise Missing(value.GetError().GetCString())
    return value
