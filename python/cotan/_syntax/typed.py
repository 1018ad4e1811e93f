"""The text of programs that are in no file: `python -c`, standard input, and what is typed at Python's prompt."""

import os
import stat
import sys
import types
from collections.abc import Iterator

LONGEST = 500  # lines of a statement at the prompt


def text_of(code: types.CodeType) -> str:
    """The text that `code` was compiled from, its first line being line 1; nothing where it is not known."""
    sources = {"<string>": _command, "<stdin>": _input}.get(code.co_filename)
    return next((text for text in sources(code) if _makes(text, code)), "") if sources else ""


def _makes(text: str, code: types.CodeType) -> bool:
    """Whether compiling the text gives this very code: other programs are called `<string>`, too."""
    try:
        left = [compile(text, code.co_filename, "exec")]
    except (SyntaxError, ValueError):
        return False
    while left:
        one = left.pop()
        if one == code:
            return True
        left += [inner for inner in one.co_consts if isinstance(inner, types.CodeType)]
    return False


def _command(_: types.CodeType) -> Iterator[str]:
    """What follows -c, which ends a word of options, as in `python -Ic TEXT`."""
    words = getattr(sys, "orig_argv", [])
    for option, text in zip(words[1:], words[2:]):
        if option[:1] == "-" and option[-1:] == "c":
            yield text
            return


def _input(code: types.CodeType) -> Iterator[str]:
    if sys.stdin is not None and sys.__stdin__ is sys.stdin and not sys.stdin.isatty():
        try:  # from its beginning, without moving on; what comes through a pipe is gone
            if stat.S_ISREG(os.fstat(0).st_mode):
                yield os.pread(0, os.fstat(0).st_size, 0).decode(errors="replace")
        except OSError:
            pass
    yield from _prompt(code)


def _prompt(code: types.CodeType) -> Iterator[str]:
    """Statements among the lines that were typed, the last one first."""
    readline = sys.modules.get("readline")  # there at the prompt
    if readline is None:
        return
    lines = [readline.get_history_item(i + 1) or "" for i in range(readline.get_current_history_length())]
    word = "lambda" if code.co_name == "<lambda>" else code.co_name
    for last in range(len(lines) - 1, -1, -1):
        if word not in lines[last]:
            continue
        # The line of its name; above it may be decorators, or what it is in.
        for first in range(last, max(last - LONGEST, -1), -1):
            if not lines[first][:1].isspace():
                yield from _statements(lines, first, last)


def _statements(lines: list[str], first: int, last: int) -> Iterator[str]:
    """Texts from one line to the last line of the statement there, which is not known."""
    for end in range(last, min(first + LONGEST, len(lines))):
        if end + 1 == len(lines) or not lines[end + 1][:1].isspace():
            yield "\n".join(lines[first:end + 1]) + "\n"
