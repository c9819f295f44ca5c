# page.py: the transcripts in docs/debugging.md, and how a session's real one is compared with them.
#
# A block of the page that stands under <!-- session: docs/gdb/sessions/NAME.gdb PART --> is what
# the debugger prints for that part of that session. A part begins in the session's file with the
# line "# part: PART"; other comments there are for the reader of that file only.
#
# The one thing to know: what differs between machines is masked: addresses, line numbers (the page
# would change with every edit), numbers of descriptors and processes, and folders.
# The standard library's long names for std::string are shortened, too.
import difflib
import os
import re

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PAGE = os.path.join(ROOT, "docs", "debugging.md")
STRING = (r"std::(__cxx11|__1)::basic_string<char, std::(__1::)?char_traits<char>, "
          r"std::(__1::)?allocator<char> ?> ?")
MASKS = [(re.escape(ROOT + "/"), ""), (STRING, "std::string"),
         (r"0x[0-9a-f]+", "0x..."), (r"(\.[ch]pp|/coroutine):\d+(:\d+)?", r"\1:.."),
         (r"(?m)^\d+\t", "..\t"), (r"(?m)^(-> |   )\d+ ", r"\1.. "),
         (r"\b_Z\w+\.Frame", "...Frame"), (r"\bfd(_ =)? \d+", r"fd\1 N"),
         (r"(?i)(process) \d+", r"\1 N"),
         (r"line \d+", "line .."), (r"c\+\+/\d+/", "c++/../"), (r'Thread \d+ "[^"]*" hit ', ""),
         (r"std::__n4861::", "std::"), (r"(?m)^\[(New )?Thread .*\n", ""), (r"(?m)[ \t]+$", ""),
         (r"\x1b\[[0-9;]*m", ""), (r"(?m)^(Filters|Randomness seeded).*\n", ""),
         (r"(?m)^(Starting program: .*|Continuing\.)\n", ""),
         (r"(?m)^Using host libthread_db.*\n", ""), (r"\t", "    ")]
# What a debugger says of a command that no longer fits the code.
FAULT = re.compile(r"(?m)^(Function \".*\" not defined|No symbol|Undefined command|error: ).*")
MARK = re.compile(r"<!-- session: (\S+) (\S+) -->")


def masked(text):
    text = text.replace(os.environ["AIO_BIN_DIR"] + "/", "")
    for pattern, replacement in MASKS:
        text = re.sub(pattern, replacement, text)
    return text


def commands_of(session):
    """The session's program, with its arguments, and the commands of each part, in order."""
    program, parts = None, {}
    with open(os.path.join(ROOT, session)) as file:
        for line in file.read().splitlines():
            if line.startswith("# program: "):
                program = line[len("# program: "):]
            elif line.startswith("# part: "):
                commands = parts.setdefault(line[len("# part: "):], [])
            elif line and not line.startswith("#"):
                commands.append(line)
    return program, parts


def blocks_of(lines, session):
    """The place in the page of each part: the first line in the block, and the one behind it."""
    blocks = {}
    for number, line in enumerate(lines):
        mark = MARK.fullmatch(line)
        if mark and mark.group(1) == session:
            end = lines.index("```", number + 2)
            blocks[mark.group(2)] = (number + 2, end)
    return blocks


def compare(session, transcript):
    """What differs between the page and the real transcript, as text; empty if nothing does."""
    with open(PAGE) as file:
        lines = file.read().splitlines()
    blocks = blocks_of(lines, session)
    marks = [mark.group(1) for mark in map(MARK.fullmatch, lines) if mark]
    report = "".join("docs/debugging.md: there is no %s\n" % name for name in marks
                     if not os.path.exists(os.path.join(ROOT, name)))
    for part in list(transcript) + [part for part in blocks if part not in transcript]:
        if part not in blocks or part not in transcript:
            report += "%s: the part %s is missing in the page or in the session\n" % (session, part)
            continue
        first, end = blocks[part]
        difference = difflib.unified_diff(lines[first:end], transcript[part].splitlines(),
                                          "docs/debugging.md", session, lineterm="", n=2)
        report += "".join(line + "\n" for line in difference)
    return report


def refresh(session, transcript):
    """Writes the real transcript into the page."""
    with open(PAGE) as file:
        lines = file.read().splitlines()
    blocks = blocks_of(lines, session)
    for part, (first, end) in sorted(blocks.items(), key=lambda item: -item[1][0]):
        lines[first:end] = transcript.get(part, "").splitlines()
    with open(PAGE, "w") as file:
        file.write("\n".join(lines) + "\n")


def finish(session, transcript):
    """Does what AIO_SESSION_MODE says. Returns the exit code."""
    mode = os.environ.get("AIO_SESSION_MODE", "print")
    fault = FAULT.search("".join(transcript.values()))
    if fault:
        print("%s: %s" % (session, fault.group(0)))
        return 1
    if mode == "refresh":
        refresh(session, transcript)
    elif mode == "check":
        report = compare(session, transcript)
        print(report, end="")
        return 1 if report else 0
    else:
        for part, text in transcript.items():
            print("---- %s\n%s" % (part, text), end="")
    return 0
