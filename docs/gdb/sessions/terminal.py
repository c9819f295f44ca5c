# terminal.py: a terminal for the program of a session.
#
# The one thing to know: it is read after each command of the session. So the program's lines stand
# where they were printed, and not where a pipe happens to be emptied.
import os
import tty


class Terminal:
    def __init__(self):
        self.ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(self.ours, False)
        self.name = os.ttyname(theirs)

    def take(self):
        """What the program has printed since the last time."""
        text = b""
        while True:
            try:
                text += os.read(self.ours, 65536)
            except OSError:  # Nothing more now.
                return text.decode().replace("\r\n", "\n")
