# commands.py: aio tasks, aio chain, aio frame, aio break.
#
# The one thing to know: without an argument they look at what runs here: the native stack, from the
# selected frame outwards. `up`, `down` and `frame` change what that is.
import gdb

from . import chain, values
from .frames import frame_at_hand, function_block, short


class Command(gdb.Command):
    """A command whose errors are a sentence, without Python's traceback."""

    def invoke(self, text, from_tty):
        try:
            self.look(text)
        except gdb.error as error:
            raise gdb.GdbError(str(error))


class Aio(gdb.Command):
    """Looks at coroutines and tasks: aio tasks, aio chain, aio frame, aio break."""

    def __init__(self):
        super().__init__("aio", gdb.COMMAND_DATA, prefix=True)

    def invoke(self, text, from_tty):
        gdb.execute("help aio")


class Tasks(Command):
    """aio tasks [LOOP]: the tasks that are not done, what each does, and its chain of awaits."""

    def __init__(self):
        super().__init__("aio tasks", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def look(self, text):
        loop = values.plain(gdb.parse_and_eval(text)) if text else chain.loop_at_hand()
        tasks = chain.tasks_of_loop(loop)
        print("%d task%s" % (len(tasks), "" if len(tasks) == 1 else "s"))
        names = [chain.name_of_task(task) for task in tasks]
        for name, task in zip(names, tasks):
            frames = " > ".join(frame.name for frame in chain.chain_of_task(task))
            width = max(len(name) for name in names)
            print("  %-*s  %s: %s" % (width, name, chain.state_of_task(task), frames))


class Chain(Command):
    """aio chain [TASK]: the chain of awaits, the outermost first, as in a Python traceback.

TASK is a task, a coroutine or a frame's address; without it, what runs here."""

    def __init__(self):
        super().__init__("aio chain", gdb.COMMAND_STACK, gdb.COMPLETE_EXPRESSION)

    def look(self, text):
        task, frames = chain.chain_at_hand(text)
        if task is not None:
            print("%s %s" % (chain.name_of_task(task), chain.state_of_task(task)))
        for frame in frames:
            print("  %s, %s, in %s" % (frame.name, frame.state, frame.place))
            if frame.source:
                print("      " + frame.source)


class Frame(Command):
    """aio frame [COROUTINE]: a coroutine's frame: address, size, where it is suspended, locals.

COROUTINE is a coroutine, a task (then its innermost frame), a std::coroutine_handle or an address;
without it, the coroutine that runs here."""

    def __init__(self):
        super().__init__("aio frame", gdb.COMMAND_STACK, gdb.COMPLETE_EXPRESSION)

    def look(self, text):
        frame = chain.frame_of(gdb.parse_and_eval(text)) if text else frame_at_hand()
        print("%s: a frame of %d bytes at 0x%x%s" %
              (frame.name, frame.size, frame.address, kind_of_memory(frame.address)))
        if frame.returned:
            print("  it has returned")
            return
        print("  %s, resume index %d, in %s" % (frame.state, frame.resume_index, frame.place))
        if frame.source and frame.started:
            print("      " + frame.source)
        for name, value in frame.locals().items():
            print("  %s = %s" % (name, values.shown(value)))


class Break(Command):
    """aio break FUNCTION: stops at the first line of the body, of a coroutine or a function.

A plain `break` on a coroutine also stops where its frame is made, each time it is resumed, and
where it is destroyed; and in some functions it stops before they have taken their parameters."""

    def __init__(self):
        super().__init__("aio break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def look(self, text):
        for symtab, line in sorted(bodies_of(text), key=lambda body: (body[0].filename, body[1])):
            # As text, so that gdb finds the place again when the program is started.
            gdb.execute("break %s:%d" % (symtab.filename, line), to_string=True)
            print("Stops at %s:%d, the first line of %s" % (short(symtab.filename), line, text))


def bodies_of(location):
    """File and first line of the body of each function of this name; of coroutines, if one is."""
    blocks = [function_block(place.pc) for place in gdb.decode_line(location)[1] or []]
    blocks = [block for block in blocks if block is not None]
    bodies = {}
    for block in [block for block in blocks if is_actor(block)] or blocks:
        line = first_line(block)
        if line is not None:
            bodies[block.function.symtab.filename, line] = (block.function.symtab, line)
    return bodies.values()


def is_actor(block):
    """True for the body of a coroutine, which g++ makes a function called NAME.actor."""
    symbol = gdb.execute("info symbol 0x%x" % block.start, to_string=True)
    return "[clone .actor]" in symbol or ".actor in section" in symbol


def first_line(block):
    """The first line behind the heading that has code; the heading, if there is no other."""
    function = block.function
    lines = {entry.line for entry in function.symtab.linetable()
             if block.start <= entry.pc < block.end}
    return min((line for line in lines if line > function.line), default=function.line)


def kind_of_memory(address):
    """Whether it lies on the heap or on the stack, if the system says so."""
    try:
        mappings = gdb.execute("info proc mappings", to_string=True).splitlines()
    except gdb.error:
        return ""
    for line in mappings:
        words = line.split()
        if len(words) >= 5 and words[0].startswith("0x"):
            if int(words[0], 16) <= address < int(words[1], 16):
                return {"[heap]": ", on the heap", "[stack]": ", on the stack"}.get(words[-1], "")
    return ""


def register():
    for command in (Aio, Tasks, Chain, Frame, Break):
        command()
