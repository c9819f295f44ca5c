# printers.py: futures, tasks, coroutines, queues and selector keys on one line.
#
# The one thing to know: gdb asks for a printer by the static type. A Task that is looked at through
# a FutureBase& is printed as a Task if gdb is told to look (`set print object on`, done here).
import gdb
import gdb.printing

from . import chain, values


class FuturePrinter:
    """Future pending, 1 task waits; Future finished: its result."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        if chain.task_of(self.value) is not None:
            return TaskPrinter(self.value).to_string()
        state = chain.state_of_future(self.value)
        waiting = int(self.value["waiting_tasks"])
        if state == "pending":
            return "Future pending, %d waiting" % waiting
        result = values.member(self.value, "result_")
        if state == "finished" and result is not None:
            return "Future finished: " + values.shown(result)
        return "Future " + state


class TaskPrinter:
    """Task-1, waits for readable fd 7, in fetch > read_all > read."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        task = chain.task_of(self.value)
        text = "%s, %s" % (chain.name_of_task(task), chain.state_of_task(task))
        frames = " > ".join(frame.name for frame in chain.chain_of_task(task))
        return text + (", in " + frames if frames else "")


class CoroPrinter:
    """Coro of fetch, not started."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        try:
            frame = chain.frame_of(self.value)
        except gdb.error:
            return "Coro without a frame"
        return "Coro of %s, %s" % (frame.name, frame.state)


class SketchFuturePrinter:
    """Future of stages 2 and 3: it does not know whether it was resolved."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        callbacks = self.value["callbacks_"]["_M_impl"]
        count = int(callbacks["_M_finish"] - callbacks["_M_start"])
        return "Future, %d callback%s" % (count, "" if count == 1 else "s")


class QueuePrinter:
    """JoinableQueue of 2 items, 3 unfinished; waiting: 1 in get, 0 in put, 1 in join."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        waiting = [values.elements_of_list(self.value[line]["places_"])
                   for line in ("getters_", "putters_", "joiners_")]
        items, unfinished = elements_of_deque(self.value["items_"]), int(self.value["unfinished_"])
        return ("JoinableQueue of %d items, %d unfinished; "
                "waiting: %d in get, %d in put, %d in join" % (items, unfinished, *waiting))

    def children(self):
        yield "items_", self.value["items_"]


class SelectorKeyPrinter:
    """fd 7, waits for read; data: what to call."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        events = int(self.value["events"])
        names = [name for bit, name in ((1, "read"), (2, "write")) if events & bit]
        return "fd %d, %s" % (int(self.value["fd"]), " and ".join(names) or "no event")


def elements_of_deque(value):
    """How many elements a std::deque has."""
    start, finish = value["_M_impl"]["_M_start"], value["_M_impl"]["_M_finish"]
    size = start["_M_cur"].dereference().type.sizeof
    per_node = 512 // size if size < 512 else 1
    nodes = int(finish["_M_node"] - start["_M_node"]) - (1 if int(start["_M_node"]) else 0)
    return (per_node * nodes + int(finish["_M_cur"] - finish["_M_first"]) +
            int(start["_M_last"] - start["_M_cur"]))


def register():
    printers = gdb.printing.RegexpCollectionPrettyPrinter("aio")
    printers.add_printer("Task", r"^aio::(TaskBase|Task<.*>)$", TaskPrinter)
    printers.add_printer("Future", r"^aio::(FutureBase|Future<.*>|Sleep|FdWait)$", FuturePrinter)
    printers.add_printer("Coro", r"^(aio::Coro|sketch::Generator)<.*>$", CoroPrinter)
    printers.add_printer("JoinableQueue", r"^aio::JoinableQueue<.*>$", QueuePrinter)
    printers.add_printer("SelectorKey", r"^aio::SelectorKey$", SelectorKeyPrinter)
    printers.add_printer("sketch", r"^sketch::Future(<.*>)?$", SketchFuturePrinter)
    gdb.printing.register_pretty_printer(None, printers, replace=True)
    gdb.execute("set print object on")
