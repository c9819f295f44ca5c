# skips.py: what `step` walks through without stopping.
#
# At a co_await, step is to show the lesson: the coroutine gives way, the task's step() goes round
# its loop, resume() enters the next frame. Not part of it are the standard library, what connects
# the compiler to the promise, and the function that makes a coroutine's frame.
#
# The one thing to know: gdb goes through a skipped function as a whole. coroutine_handle::resume
# is therefore not skipped, though it is the library's: the coroutine's body runs inside it. See
# `info skip`; `skip disable` lets step into everything again.
import gdb

# Headers of the standard library and of fmt, by the last parts of their paths. <coroutine> is not
# among them.
FILES = ["include/c++/*/[!c]*", "include/c++/*/c[!o]*", "include/c++/*/bits/*",
         "include/c++/*/ext/*", "include/*/c++/*/bits/*", "include/fmt/*"]
# In <coroutine>, all but resume. Then what an await and a promise consist of, here and in the
# sketches.
FUNCTIONS = [r"^std::(__n4861::)?suspend_(always|never)::",
             r"^std::(__n4861::)?coroutine_handle<.*>::"
             r"(coroutine_handle|address|from_|promise|operator|done|destroy)",
             r"^aio::(PromiseBase|Promise<.*>|Coro<.*>|CoroAwaiter<.*>|FutureAwaiter<.*>)::",
             r"^aio::(CallSite|Delegation|DestroyFrame|LoopUse|WeakRef<.*>|WeakTarget<.*>)::",
             r"^sketch::GeneratorPromise<.*>::([^r]|r[^e]|receive)",
             r"^sketch::Generator<.*>::(promise_type::|Delegation::|~?Generator|operator|done)",
             r"^sketch::(FutureAwaiter(<.*>)?|Returned<.*>)::", r"^sketch::operator co_await"]
# What g++ calls the body of a coroutine whose name is NAME: ... NAME.Frame.actor
ACTOR = b".Frame.actor\0"


def makers(path):
    """The names of the functions that make a frame: each has an actor in the program's symbols."""
    with open(path, "rb") as file:
        program = file.read()
    names = set()
    at = program.find(ACTOR)
    while at >= 0:
        symbol = program[program.rfind(b"\0", 0, at) + 1 : at].decode()
        mangled = symbol[symbol.index("_Z", 2) :]
        name = gdb.execute("demangle -l c++ -- " + mangled, to_string=True).strip()
        names.add(name[: name.rindex("(")] if "(" in name else name)
        at = program.find(ACTOR, at + 1)
    return names


def skip_makers(objfile):
    """The actor has the same name, but its one parameter is a Frame *, with a dot in its name."""
    for name in sorted(makers(objfile.filename)):
        literal = "".join("[%s]" % c if c in "()[*.+?|${" else c for c in name)
        skip_functions("^%s[(][^.]*$" % literal)


def skip_functions(pattern):
    """In quotes, since gdb takes an argument apart at spaces."""
    gdb.execute('skip -rfunction "%s"' % pattern, to_string=True)


def on_new_objfile(event):
    if event.new_objfile.filename == gdb.current_progspace().filename:
        skip_makers(event.new_objfile)


def register():
    for pattern in FILES:
        gdb.execute("skip -gfile " + pattern, to_string=True)
    for pattern in FUNCTIONS:
        skip_functions(pattern)
    for objfile in gdb.objfiles():
        if objfile.filename == gdb.current_progspace().filename:
            skip_makers(objfile)
    gdb.events.new_objfile.connect(on_new_objfile)
