"""ct.progress: how far loops are, also compiled ones."""

import os
import sys
import threading
import time
from typing import Any

from . import _cotan
from ._control.iteration import Progress
from ._core import Tensor, here
from ._late import np
from ._signatures import found

_RARELY = 10.0  # seconds from one line to the next where they stay


def progress(n: Any) -> Any:
    """`range(n)`, for a loop that says how far it is, on sys.stderr: turns per second, and how long it still takes.

    Of a compiled function, too, where `n` may be a tensor: a turn then costs two comparisons of numbers, and the
    line is written ten times a second at most. On a terminal it is one line that changes; else there is a line each ten
    seconds, and one at the end. The derivative of a loop says nothing while it goes back. Under `ct.vmap` a loop
    tells once for all calls, with the count of the first of them. Loops that are inside of each other each have a line.

    Args:
        n: how many turns: an integer, or an integer tensor of shape ().

    Raises:
        TypeError: `n` is something else.

    >>> import cotan as ct
    >>> @ct.jit
    ... def root(a, n):
    ...     x = a
    ...     for i in ct.progress(n):
    ...         x = (x + a / x) / 2
    ...     return x
    >>> print(f"{root(2.0, 1000):.4f}")
    1.4142
    """
    if isinstance(n, Tensor):
        if n.ndim or n.dtype.kind not in "iu":
            raise _cotan.TypeError(f"{here()}ct.progress: 'n' must be one integer, but is {found(n)}; count with integers, as "
                                   "in range")
        count = n if n.is_traced else int(n)
    elif isinstance(n, (int, np.integer)) and not isinstance(n, bool):
        count = int(n)
    else:
        raise _cotan.TypeError(f"{here()}ct.progress: 'n' must be an integer, but is {found(n)}; it is as in range(n)")
    label = (os.path.basename(here().rstrip(": ")) or "loop").replace("{", "{{").replace("}", "}}").replace("\n", " ")
    return Progress(count, f"\x1e{{}} of {{}} turns of {label}", tell)


class _Loop:
    """One that runs: since when, and what was written of it."""

    def __init__(self, now):
        self.began = self.written = now
        self.turn = 0


_running: dict[tuple[str, int], _Loop] = {}
_lock = threading.Lock()


def tell(text: str) -> None:
    """Takes "\\x1e{turn} of {count} turns of {label}", of a loop at once or a program; turn -1 is the end."""
    turn, _, count, _, _, label = text[1:].rstrip("\n").split(" ", 5)
    with _lock:
        line = _line(label, int(turn), int(count), time.monotonic())
        stream = sys.stderr
        if line and stream is not None:
            stream.write(line)
            stream.flush()


def _line(label, turn, count, now):
    """What is to be written; None if nothing is."""
    key = label, threading.get_ident()
    loop = _running.get(key)
    if loop is None and turn < 0:
        return None  # no turn was told, or another lane has told the end
    is_new = loop is None or 0 <= turn < loop.turn
    if is_new:
        loop = _running[key] = _Loop(now)
    is_live = sys.stderr is not None and sys.stderr.isatty()
    clear = "\r\x1b[K" if is_live else ""
    if turn < 0:
        del _running[key]
        return f"{clear}{label}: {_ended(count, now - loop.began)}\n"
    loop.turn = turn
    if not is_live and now - loop.written < _RARELY or is_live and not is_new and now - loop.written < 0.1:
        return None
    loop.written = now
    return f"{clear}{label}: {_going(turn, count, now - loop.began)}" + ("" if is_live else "\n")


def _going(turn, count, seconds):
    text = f"{turn} of {count} turns"
    if turn and seconds > 0:
        rate = turn / seconds
        text += f" ({100 * turn // count} %), {rate:.3g} turns/s, {_duration((count - turn) / rate)} left"
    return text


def _ended(count, seconds):
    if count < 0:
        return f"done in {_duration(seconds)}"
    rate = f", {count / seconds:.3g} turns/s" if count and seconds > 0 else ""
    return f"{count} turns in {_duration(seconds)}{rate}"


def _duration(seconds):
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
