# play.py: plays a session in lldb, which loads this: types its commands, keeps what lldb and the
# program print, and compares that with the page, or writes it there.
#
# The one thing to know: lldb is told to wait until the program has stopped (SetAsync), so that each
# command answers with the stop that it led to.
#
# Left out on purpose: a time limit. CTest has one.
import os
import sys

import lldb

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(DOCS, "gdb", "sessions"))

import page  # noqa: E402
import terminal  # noqa: E402

SETTINGS = ["stop-line-count-before 0", "stop-line-count-after 1", "stop-show-column none",
            "target.disable-aslr false", "use-color false", "show-progress false"]


def answer(debugger, command):
    result = lldb.SBCommandReturnObject()
    debugger.GetCommandInterpreter().HandleCommand(command, result)
    return (result.GetOutput() or "") + (result.GetError() or "")


def play(debugger, session, bin_dir):
    program, parts = page.commands_of(session)
    debugger.SetAsync(False)
    of_program = terminal.Terminal()
    for setting in SETTINGS + ["target.output-path " + of_program.name]:
        answer(debugger, "settings set " + setting)
    answer(debugger, "target create " + os.path.join(bin_dir, program))
    answer(debugger, "command script import docs/lldb/aio.py")
    script = "-o 'command script import docs/lldb/aio.py'"
    text = "$ lldb-19 %s build/clang-libcxx/bin/%s\n" % (script, program)
    transcript = {}
    for part, commands in parts.items():
        for command in commands:
            said = answer(debugger, command)
            text += "(lldb) %s\n%s%s" % (command, of_program.take(), said)
        transcript[part] = page.masked(text)
        text = ""
    answer(debugger, "process kill")
    return transcript


def __lldb_init_module(debugger, dictionary):
    session = os.environ["AIO_SESSION"]
    code = page.finish(session, play(debugger, session, os.environ["AIO_BIN_DIR"]))
    sys.stdout.flush()
    os._exit(code)
