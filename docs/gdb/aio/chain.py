# chain.py: which coroutine waits for which, which task drives them, and what it waits for.
#
# Two kinds of coroutines are known: those of core/loop (a promise knows its task, and the promise
# that awaits it) and the sketches of stages 2 and 3 (a generator knows to whom it delegates).
#
# The one thing to know: the chain is data. There is never more than one coroutine on the native
# stack, so a backtrace does not show who waits for it; this does.
import gdb

from . import values
from .frames import CoroFrame, coroutine_of, frame_at_hand, native_stack


def frame_of(value):
    """The coroutine's frame behind a coroutine, a task, a promise, a handle or an address."""
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_INT or is_void_pointer(value):
        return CoroFrame(int(value))
    value = values.plain(value)
    task = task_of(value)
    if task is not None:
        if int(task["innermost"]) == 0:
            raise gdb.error("all frames of this task have returned")
        return frame_of(task["innermost"])
    for name in ("promise_", "frame_", "coro_", "handle", "frame", "_M_fr_ptr"):
        inner = values.member(value, name)
        if inner is not None:
            return frame_of(inner)
    raise gdb.error("there is no coroutine in a " + values.name_of(value.type))


def is_void_pointer(value):
    kind = value.type.strip_typedefs()
    return kind.code == gdb.TYPE_CODE_PTR and kind.target().code == gdb.TYPE_CODE_VOID


def task_of(value):
    """The aio::TaskBase of a value that is a task, also if it is declared as a Future or Handle."""
    for candidate in (value, values.dynamic(value)):
        task = values.as_base(candidate, "aio::TaskBase")
        if task is not None:
            return task
    return None


def task_at_hand():
    """The task whose step the native stack is in. None if it is in none."""
    for frame in native_stack():
        address = coroutine_of(frame)
        if address is not None:
            task = values.member(CoroFrame(address).promise, "task")
            return None if task is None or int(task) == 0 else task.dereference()
        function = frame.function()
        if function is not None and function.name.startswith("aio::TaskBase::"):
            return frame.read_var("this").dereference()
    return None


def outer(frame):
    """The coroutine's frame that awaits this one."""
    promise = frame.promise
    delegation = values.member(promise, "delegation")
    if delegation is not None and int(delegation) != 0:
        return frame_of(delegation["parent"])
    delegator = values.member(promise, "delegator")
    return frame_of(delegator) if delegator is not None and int(delegator) != 0 else None


def inner(frame):
    """The coroutine's frame that this one awaits. Only the sketches' generators keep it."""
    delegate = values.member(frame.promise, "delegate")
    return frame_of(delegate) if delegate is not None and int(delegate) != 0 else None


def frames_of_chain(frame):
    """All frames of a chain, the outermost first: of any generator in it, or of the innermost."""
    following = inner(frame)
    while following is not None:
        frame, following = following, inner(following)
    chain = []
    while frame is not None:
        chain.insert(0, frame)
        frame = outer(frame)
    return chain


def chain_of_task(task):
    return [] if int(task["innermost"]) == 0 else frames_of_chain(frame_of(task["innermost"]))


def name_of_task(task):
    """Its own name, or Task-N."""
    name = values.unique_pointer(task["name_"])
    return values.text(name.dereference()) if int(name) != 0 else "Task-%d" % int(task["id_"])


def state_of_future(future):
    """pending, finished, failed or cancelled."""
    return str(future["state_"]).split("::")[-1]


def state_of_task(task):
    """What it does now, in a few words."""
    state = state_of_future(task["future"].referenced_value())
    if state != "pending":
        return state
    loop = loop_of_future(task["future"].referenced_value())
    if int(loop["tasks_"]["current"]) == int(task.address):
        return "runs"
    if not task["started"]:
        return "has not started"
    if int(task["waiting_on"]) == 0:
        return "is ready"
    waiting_on = task["waiting_on"].dereference()
    if state_of_future(waiting_on) != "pending":
        return "is ready, after " + reason(waiting_on)
    return "waits for " + reason(waiting_on)


def loop_of_future(future):
    return future["loop_"]["loop_"].referenced_value()


def reason(future):
    """What somebody waits for that waits for this future: "readable fd 7", "JoinableQueue.get"."""
    future = values.dynamic(future)
    if values.is_a(future, "aio::FdWait"):
        direction = "readable" if int(future["event_"]) == 1 else "writable"
        return "%s fd %d" % (direction, int(future["fd_"]))
    line = values.member(future, "line_")
    if line is not None and int(line) != 0:
        return line["name_"].string()
    task = task_of(future)
    if task is not None:
        return name_of_task(task)
    name = values.name_of(future.type).replace("aio::", "")
    return {"Sleep": "sleep", "GatherTuple": "gather", "GatherVector": "gather"}.get(
        name.split("<")[0], name)


def tasks_of_loop(loop):
    """The tasks of a loop that are not done, the oldest first; it keeps them in a circle."""
    ends = loop["tasks_"]["ends_"]
    entry = gdb.lookup_type("aio::TaskEntry")
    task_base = gdb.lookup_type("aio::TaskBase")
    links = ends["next"]
    found = []
    while int(links) != int(ends.address):
        task = links.cast(entry.pointer()).cast(task_base.pointer()).dereference()
        if state_of_future(task["future"].referenced_value()) == "pending":
            found.append(task)
        links = links["next"]
    return found


def loop_at_hand():
    """The loop that runs on the native stack, or one that is a variable there."""
    for frame in native_stack():
        function = frame.function()
        if function is None:
            continue
        if function.name.startswith("aio::EventLoop::"):
            return frame.read_var("this").dereference()
        for symbol in frame.block():
            if symbol.is_variable and values.name_of(symbol.type) == "aio::EventLoop":
                return symbol.value(frame)
    task = task_at_hand()
    if task is None:
        raise gdb.error("no loop runs here; name one")
    return loop_of_future(task["future"].referenced_value())


def chain_at_hand(text):
    """Task, if any, and frames: of an expression, or of what runs here."""
    if text:
        value = values.plain(gdb.parse_and_eval(text))
        task = task_of(value)
        if task is None:
            frame = frame_of(value)
            owner = values.member(frame.promise, "task")
            if owner is not None and int(owner) != 0:
                task = owner.dereference()
    else:
        task = task_at_hand()
        frame = None if task is not None else frame_at_hand()
    return (task, chain_of_task(task)) if task is not None else (None, frames_of_chain(frame))
