# aio_frames.py: one frame of a coroutine that clang built, and how objects are read.
#
# What clang does: it keeps the frame's layout in the debug information, as the type of a variable
# __coro_frame of the function NAME.resume. A frame begins with pointers to NAME.resume, null once
# the coroutine has returned, and to NAME.destroy; then comes the promise.
#
# The one thing to know: which variables exist at a line is told by where they are declared. One
# whose block has ended is still shown.
import os

import lldb

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


class Missing(Exception):
    """What was asked for is not there. The text says what."""


def member(value, name):
    """A data member, also one of a base class; None if there is none."""
    found = value.GetChildMemberWithName(name)
    return found if found.IsValid() else None


def number(value, name):
    return value.GetChildMemberWithName(name).GetValueAsUnsigned()


def short(name):
    """A function's name with its class, without parameters and anonymous namespaces."""
    name = name.replace("(anonymous namespace)::", "")
    return name[: name.index("(")] if "(" in name else name


def place(spec, line):
    path = os.path.join(spec.GetDirectory() or "", spec.GetFilename() or "")
    path = path[len(ROOT) + 1 :] if path.startswith(ROOT + "/") else path
    return "%s:%d" % (path, line) if line else path


def as_base(value, name):
    """The part of an object that is of the class `name`: itself, or one of its bases."""
    kind = value.GetType().GetCanonicalType().GetUnqualifiedType()
    if kind.GetName() == name or kind.GetName().startswith(name + "<"):
        return value
    for i in range(kind.GetNumberOfDirectBaseClasses()):
        found = as_base(value.GetChildAtIndex(i), name)
        if found is not None:
            return found
    return None


def unique_pointer(value):
    """What a std::unique_ptr points to; None if that is nothing."""
    target = value.GetTarget()
    address = pointer_at(target, value.GetLoadAddress())
    kind = value.GetType().GetCanonicalType().GetTemplateArgumentType(0)
    return at(target, address, kind) if address else None


def pointer_at(target, address):
    error = lldb.SBError()
    pointer = target.GetProcess().ReadPointerFromMemory(address, error)
    if error.Fail():
        raise Missing("there is nothing to read at 0x%x" % address)
    return pointer


def at(target, address, kind):
    return target.CreateValueFromAddress("value", lldb.SBAddress(address, target), kind)


def plain(value):
    """The object behind references, pointers and std::unique_ptr."""
    while True:
        kind = value.GetType().GetCanonicalType()
        if kind.IsReferenceType() or kind.IsPointerType():
            value = value.Dereference()
        elif "unique_ptr<" in kind.GetName().split("::")[-1] or kind.GetName().startswith(
                ("std::unique_ptr<", "std::__1::unique_ptr<")):
            value = unique_pointer(value)
            if value is None:
                raise Missing("this pointer is null")
        else:
            return value


class CoroFrame:
    """The frame of a coroutine at an address."""

    def __init__(self, target, address):
        self.target, self.address = target, address
        resume = pointer_at(target, address)
        self.returned = resume == 0
        code = target.ResolveLoadAddress(resume or pointer_at(target, address + 8))
        self.function = code.GetFunction()
        layout = [variable for variable in self._variables(self.function.GetBlock())
                  if variable.GetName() == "__coro_frame"]
        if not layout:
            raise Missing("there is no coroutine's frame at 0x%x" % address)
        self.value = at(target, address, layout[0].GetType())
        self.promise = member(self.value, "__promise")
        self.running = native_frame_of(target, address)

    def _variables(self, block):
        """The variables of a block, and of those inside it that are not inlined functions."""
        yield from block.GetVariables(self.target, True, True, False)
        child = block.GetFirstChild()
        while child.IsValid():
            if not child.IsInlined():
                yield from self._variables(child)
            child = child.GetSibling()

    @property
    def name(self):
        return short(self.function.GetDisplayName())

    @property
    def state(self):
        if self.returned:
            return "returned"
        if self.running is not None:
            return "running"
        started = member(self.promise, "started") or member(self.value, "__coro_index")
        return "suspended" if started.GetValueAsUnsigned() else "not started"

    @property
    def line(self):
        if self.running is not None:
            return self.running.GetLineEntry().GetLine()
        where = member(self.promise, "where")
        return 0 if where is None or self.state == "not started" else number(where, "line")

    @property
    def place(self):
        start = self.function.GetStartAddress().GetLineEntry()
        return place(start.GetFileSpec(), self.line)

    def locals(self):
        """The variables in the frame that are declared above its line, by name."""
        lines = {}
        for variable in self._variables(self.function.GetBlock()):
            lines.setdefault(variable.GetName(), variable.GetDeclaration().GetLine())
        for value in self.value:
            name = value.GetName()
            if name in lines and not name.startswith("__") and lines[name] < (self.line or 1 << 30):
                yield name, value


def function_frames(target):
    return list(target.GetProcess().GetSelectedThread())


def coroutine_of(frame):
    """The address of the coroutine's frame that a native frame runs; None if it runs none."""
    value = frame.FindVariable("__coro_frame")
    return value.GetLoadAddress() if value.IsValid() else None


def native_frame_of(target, address):
    return next((f for f in function_frames(target) if coroutine_of(f) == address), None)
