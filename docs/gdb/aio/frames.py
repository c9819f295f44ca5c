# frames.py: one frame of a coroutine: its function, where it is suspended, its locals.
#
# What g++ does: a coroutine becomes two functions. The one that is called allocates the frame. The
# other, the "actor", holds the body; resume() calls it with the frame as its parameter frame_ptr.
# The frame begins with a pointer to the actor, null once the coroutine has returned, and a pointer
# to the function that destroys the frame; then come the promise, parameters and locals.
#
# The one thing to know: the debug information of the actor says at which offset of the frame each
# variable lies. `info scope` prints that, so a suspended frame can be read like a running one.
#
# Left out on purpose: frames that clang has laid out.
import linecache
import os
import re

import gdb

from . import values

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
# What the compiler keeps in a frame for itself.
HIDDEN = re.compile(r"(_Coro_\w+|frame_ptr|Is|Fs|Aw\d+|Yd\d+|__\w+|.*\W.*)$")
SYMBOL = re.compile(r"^Symbol (.+?) is .*?(?=^Symbol |\Z)", re.M | re.S)


class CoroFrame:
    """The frame at an address. Raises gdb.error if there is none."""

    def __init__(self, address):
        self.address = address
        resume = values.pointer_at(address)
        self.returned = resume == 0
        self.actor = function_block(resume or values.pointer_at(address + 8))
        if self.actor is None:
            raise gdb.error("there is no coroutine's frame at 0x%x" % address)
        self.running = native_frame_of(address)
        self._places = {}

    @property
    def name(self):
        return short_name(self.actor.function)

    @property
    def promise(self):
        return self._value("_Coro_promise", self.actor)

    @property
    def resume_index(self):
        return int(self._value("_Coro_resume_index", self.actor))

    @property
    def started(self):
        return bool(self._value("_Coro_initial_await_resume_called", self.actor))

    @property
    def size(self):
        """Where the last thing in it ends, rounded up as the compiler does."""
        places = [place for block in self._blocks() for place in self._scope(block)]
        ends = [offset + length for offset, length, _ in places]
        return (max(ends) + 7) // 8 * 8

    @property
    def file(self):
        return short(self.actor.function.symtab.filename)

    @property
    def line(self):
        """The line it is at. None if it is suspended and its promise does not keep the line."""
        if self.running is not None:
            return self.running.find_sal().line
        where = values.member(self.promise, "where")
        return None if where is None or not self.started else int(where["line"])

    @property
    def place(self):
        return self.file if self.line is None else "%s:%d" % (self.file, self.line)

    @property
    def source(self):
        """The source text of that line."""
        if self.line is None:
            return ""
        return linecache.getline(self.actor.function.symtab.fullname(), self.line).strip()

    @property
    def state(self):
        if self.returned:
            return "returned"
        if self.running is not None:
            return "running"
        return "suspended" if self.started else "not started"

    def locals(self):
        """Names and values of the parameters, and of the locals that exist at its line."""
        found = {}
        block = self._block_at_line()
        while block is not None:
            for symbol in block:
                # At its own line, the await is not over and the variable not made. Parameters
                # have no line.
                made = symbol.line < (self.line or (1 << 30)) if self.started else symbol.line == 0
                is_ours = symbol.is_variable or symbol.is_argument
                is_ours = is_ours and not HIDDEN.match(symbol.name)
                if is_ours and made and symbol.name not in found:
                    found[symbol.name] = self._value(symbol.name, block)
            if block.function is not None:
                break
            block = block.superblock
        return {name: value for name, value in found.items() if value is not None}

    def _block_at_line(self):
        """The innermost block that has code of its line."""
        if self.running is not None:
            return self.running.block()
        blocks = [b for b, line in self._code() if line == self.line]
        return min(blocks, key=lambda b: b.end - b.start, default=self.actor)

    def _code(self):
        """Each piece of the actor's code: its block, and its line."""
        for entry in self.actor.function.symtab.linetable():
            if self.actor.start <= entry.pc < self.actor.end:
                yield gdb.block_for_pc(entry.pc), entry.line

    def _blocks(self):
        return {block.start: block for block, _ in self._code()}.values()

    def _scope(self, block):
        """Offset, length and "is it a pointer to it" of each variable that block can see."""
        if block.start not in self._places:
            self._places[block.start] = read_scope(block.start)
        return self._places[block.start].values()

    def _value(self, name, block):
        self._scope(block)
        place = self._places[block.start].get(name)
        kind = symbol_type(name, block)
        if place is None or kind is None:
            return None
        offset, _, behind_pointer = place
        at = self.address + offset
        if behind_pointer:
            at = values.pointer_at(at)
        if kind.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            at, kind = values.pointer_at(at), kind.strip_typedefs().target()
        return gdb.Value(at).cast(kind.pointer()).dereference()


def short_name(function):
    """Its name with its class, without parameters and "(anonymous namespace)"."""
    full = function.name.replace("(anonymous namespace)::", "")
    depth, at = 0, full.rfind(")")
    while at >= 0:
        depth += {")": 1, "(": -1}.get(full[at], 0)
        if depth == 0:
            return full[:at]
        at -= 1
    return full


def short(filename):
    """A file of this repository by its path there, another one by its whole path."""
    return filename[len(ROOT) + 1 :] if filename.startswith(ROOT + "/") else filename


def read_scope(pc):
    """What `info scope` says of the variables there: offset in the frame, length, by pointer."""
    places = {}
    for match in SYMBOL.finditer(gdb.execute("info scope *0x%x" % pc, to_string=True)):
        text = match.group(0)
        steps = re.findall(r"DW_OP_(\w+)(?: (-?\d+))?", text)
        length = re.search(r"length (\d+)", text)
        if len(steps) < 2 or steps[0][0] != "fbreg" or steps[1][0] != "deref" or not length:
            continue  # Not in the frame.
        offset = sum(int(number) for step, number in steps[2:] if step == "plus_uconst")
        behind_pointer = steps[-1][0] == "deref" and len(steps) > 2
        places.setdefault(match.group(1), (offset, int(length.group(1)), behind_pointer))
    return places


def symbol_type(name, block):
    while block is not None:
        for symbol in block:
            if symbol.name == name:
                return symbol.type
        if block.function is not None:
            return None
        block = block.superblock
    return None


def function_block(pc):
    """The outermost block of the function that the code at `pc` belongs to."""
    block = gdb.block_for_pc(pc) if pc else None
    while block is not None and block.function is None:
        block = block.superblock
    return block


def native_stack(start=None):
    """The native frames, from the selected one to the oldest."""
    try:
        frame = start or gdb.selected_frame()
    except gdb.error:
        return
    while frame is not None and frame.is_valid():
        yield frame
        frame = frame.older()


def coroutine_of(frame):
    """The address of the coroutine's frame that a native frame runs; None if it runs none."""
    function = frame.function()
    if function is None or ".Frame *" not in function.name:
        return None
    try:
        return int(frame.read_var("frame_ptr"))
    except (ValueError, gdb.error):
        return None


def native_frame_of(address):
    """The native frame that runs the coroutine's frame at this address."""
    try:
        newest = gdb.newest_frame()
    except gdb.error:
        return None
    return next((f for f in native_stack(newest) if coroutine_of(f) == address), None)


def frame_at_hand():
    """The coroutine's frame that the selected native frame runs, or the next older one."""
    for frame in native_stack():
        address = coroutine_of(frame)
        if address is not None:
            return CoroFrame(address)
    raise gdb.error("no coroutine runs here; name one")
