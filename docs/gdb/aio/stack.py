# stack.py: what `backtrace` shows: the program's own functions, and coroutines by their names.
#
# Left out are the standard library's functions, through which callbacks are called, and those of
# the test framework. `backtrace -no-filters` shows them all.
#
# The one thing to know: a coroutine is on the native stack only while it runs. Who awaits it is
# not: see `aio chain`.
from gdb.FrameDecorator import FrameDecorator
import gdb

from .frames import coroutine_of, short, short_name

HIDDEN = ("std::", "__gnu_cxx::", "Catch::", "fmt::")


class Decorator(FrameDecorator):
    def __init__(self, decorated):
        super().__init__(decorated)
        self.frame = decorated.inferior_frame()
        self.is_coroutine = coroutine_of(self.frame) is not None

    def function(self):
        function = self.frame.function()
        if function is None:
            return super().function()
        return short_name(function) + (" (coroutine)" if self.is_coroutine else "")

    def filename(self):
        name = super().filename()
        return short(name) if name else name

    def address(self):
        return None

    def frame_args(self):
        return None if self.is_coroutine else super().frame_args()


class OwnFunctions:
    """The filter that gdb asks for the frames to show."""

    name = "aio"
    priority = 100
    enabled = True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return (Decorator(frame) for frame in frames if not is_hidden(frame.inferior_frame()))


def is_hidden(frame):
    name = frame.name()
    return name is not None and name.startswith(HIDDEN)


def register():
    OwnFunctions()
