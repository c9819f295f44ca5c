# play.py: plays a session: starts the debugger, types the commands, keeps what it and the program
# print, and compares that with the page, or writes it there.
#
# Use: docs/gdb/sessions/run, which finds a Python (gdb's own, if there is no other).
#
# The one thing to know: gdb runs as a process of its own, as if somebody typed. Only so does it
# print all that a reader sees at a stop.
#
# Left out on purpose: a time limit. CTest has one.
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import page  # noqa: E402
import terminal  # noqa: E402

GDB_SETTINGS = ["pagination off", "width 0", "confirm off", "style enabled off",
                "disable-randomization off", "print thread-events off", "print inferior-events off"]


class Debugger:
    """The debugger as a process that reads commands and prints a prompt when it is ready."""

    def __init__(self, command, prompt):
        self.prompt = prompt
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, cwd=page.ROOT)
        self.terminal = terminal.Terminal()
        greeting = self.until_prompt()
        if "Traceback" in greeting:
            raise SystemExit("the script has an error: " + greeting)

    def until_prompt(self):
        """What it prints until it is ready for the next command, or ends."""
        text = b""
        while not text.endswith(self.prompt.encode()):
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise SystemExit("the debugger has ended: " + text.decode())
            text += more
        return text[: -len(self.prompt)].decode()

    def answer(self, command):
        self.process.stdin.write(command.encode() + b"\n")
        self.process.stdin.flush()
        text = self.until_prompt()
        return self.terminal.take() + text

    def end(self, command):
        self.process.stdin.write(command.encode() + b"\n")
        self.process.stdin.close()
        self.process.wait()


def start_gdb(program, bin_dir):
    name, _, arguments = program.partition(" ")
    path = os.path.join(bin_dir, name)
    gdb = Debugger(["gdb", "-nx", "-q", "-x", "docs/gdb/aio.py", path], "(gdb) ")
    for setting in GDB_SETTINGS + ["args " + arguments, "inferior-tty " + gdb.terminal.name]:
        gdb.answer("set " + setting)
    return gdb


def play(session, bin_dir):
    program, parts = page.commands_of(session)
    debugger = start_gdb(program, bin_dir)
    text = "$ gdb -q -x docs/gdb/aio.py --args build/debug/bin/%s\n" % program
    transcript = {}
    for part, commands in parts.items():
        for command in commands:
            text += debugger.prompt + command + "\n" + debugger.answer(command)
        transcript[part] = page.masked(text)
        text = ""
    debugger.end("kill")
    return transcript


if __name__ == "__main__":
    SESSION, BIN_DIR = os.environ["AIO_SESSION"], os.environ["AIO_BIN_DIR"]
    sys.exit(page.finish(SESSION, play(SESSION, BIN_DIR)))
