"""f.profile(...): where the time and the memory of a run go, by the user's lines."""

import json
import linecache
import os
from typing import Any, Final, NamedTuple

from . import _cotan, _notebook
from ._files import put_page
from ._late import late
from ._named import with_checked_calls

_NARROWEST = 40  # columns of the table


class ProfileRow(NamedTuple):
    """The work of the same lines: one line, or several that were made into one kernel.

    `lines` are pairs of a file and a number, `derivative` is "" or says which one it is, as "backward" or "forward of
    backward", or which one is computed together with them, as "with forward".
    `seconds` are those of the work itself, `total_seconds` those with the loops and functions that it calls.
    `turns` are those of a loop, else None. `bytes` were asked for, `peak_bytes` were the most in use meanwhile,
    by the whole run. `kind` is "kernel", "call" (of the runtime), "loop", "function" or "program" (what is around
    all of them)."""

    lines: tuple[tuple[str, int], ...]
    derivative: str
    kind: str
    operations: str
    seconds: float
    total_seconds: float
    calls: int
    turns: int | None
    bytes: int
    peak_bytes: int


class _Node:
    """A part of the program, reached on one way."""

    def __init__(self, parent, part, calls, turns, nanoseconds, size, peak):
        self.parent, self.calls, self.turns, self.nanoseconds, self.bytes, self.peak = parent, calls, turns, nanoseconds, size, peak
        self.kind, self.operations, lines = part
        self.lines = tuple(sorted({(file, number) for file, number, _ in lines}))
        own = lines[:1] if self.kind == "loop" else lines  # a loop's first line is where it stands
        self.derivative = _derivative({derivative for *_, derivative in own})
        self.total = nanoseconds

    @property
    def key(self):
        return self.lines or self.operations, self.derivative, self.kind


def _derivative(found):
    """Of all lines, or of some."""
    text = ", ".join(sorted(found - {""}))
    return f"with {text}" if text and "" in found else text


@with_checked_calls("f.profile(...)")
class Profile:
    """What `f.profile(...)` returns. Print it, or `view` it in a browser.

    `rows` are ProfileRows, the one that took longest first; their `seconds` add up to `busy_seconds`.
    `seconds` is how long the run took, which is the same unless functions of it ran on several threads at once;
    `overhead_seconds` of it went into profiling, about. `peak_bytes` is the most memory in use beside the arguments,
    `memory` how much there was over time: pairs of seconds and bytes. `result` is what the function returned."""

    def __init__(self, name: str, result: Any, parts: list[Any], nodes: list[Any], memory: list[tuple[int, int]],
                 nanoseconds: int, own: int, peak: int, compile_seconds: float) -> None:
        self.name: Final = name
        self.result: Final = result
        self.peak_bytes: Final = peak
        self.compile_seconds: Final = compile_seconds
        self.seconds: float = nanoseconds / 1e9
        self.overhead_seconds: float = min(own, nanoseconds) / 1e9
        self.memory: list[tuple[float, int]] = [(time / 1e9, size) for time, size in memory]
        self._nodes: list[_Node] = [_Node(parent, parts[part], *rest) for parent, part, *rest in nodes]
        for node in reversed(self._nodes[1:]):
            above = self._nodes[node.parent]
            above.total += node.total
            above.peak = max(above.peak, node.peak)
        self.busy_seconds: float = self._nodes[0].total / 1e9
        self.rows: list[ProfileRow] = sorted(self._rows(), key=lambda row: -row.seconds)

    def _rows(self):
        found = {}
        for node in self._nodes:
            found.setdefault(node.key, []).append(node)
        return [self._row(nodes) for nodes in found.values()]

    def _row(self, nodes):
        first = nodes[0]
        outermost = [node for node in nodes if not self._is_within(node, first.key)]
        return ProfileRow(
            first.lines, first.derivative, first.kind, first.operations, sum(node.nanoseconds for node in nodes) / 1e9,
            sum(node.total for node in outermost) / 1e9, sum(node.calls for node in nodes),
            sum(node.turns for node in nodes) if first.kind == "loop" else None,
            sum(node.bytes for node in nodes), max(node.peak for node in nodes))

    def _is_within(self, node, key):
        while node.parent >= 0:
            node = self._nodes[node.parent]
            if node.key == key:
                return True
        return False

    def __repr__(self) -> str:
        width = max(_NARROWEST, late("shutil").get_terminal_size().columns)
        lines = [_short(text, width) for text in (f"{self.name}: {self._summary()}", _HEAD)]
        for row in self.rows:
            lines.append(_short(self._line(row), width))
        return "\n".join(lines)

    def _summary(self):
        busy = "" if self.busy_seconds == self.seconds else f", {_time(self.busy_seconds)} of all threads"
        return (f"{_time(self.seconds)}{busy}, of it about {_time(self.overhead_seconds)} for profiling; "
                f"{_size(self.peak_bytes)} at most")

    def _line(self, row):
        share = 100 * row.seconds / self.busy_seconds if self.busy_seconds else 0.0
        turns = "" if row.turns is None else row.turns
        return f"{_time(row.seconds):>9} {share:4.0f}% {row.calls:>8} {turns:>9} {_size(row.bytes):>9}  {_place(row)}  {_source(row)}"

    def view(self, path: str | os.PathLike[str] | None = None) -> str:
        """Writes a page for a browser: a flame picture of the time, the memory over time, and the table; returns its
        path. Without one it opens the page. The page needs no other file, and holds the profiled lines.

        >>> import cotan as ct
        >>> ct.jit(lambda x: ct.sum(x * x)).profile(ct.ones(1000)).view("/tmp/profile.html")
        '/tmp/profile.html'
        """
        return put_page(self._page(), path)

    def _repr_html_(self) -> str:
        return _notebook.framed(self._page())

    def _page(self):
        return _cotan._profile_page(json.dumps(self._data()))

    def _data(self):
        def shown(part):
            return {"label": _place(part), "source": _source(part), "derivative": part.derivative, "kind": part.kind,
                    "operations": part.operations, "calls": part.calls, "turns": part.turns, "bytes": part.bytes}

        total = self._nodes[0].total
        return {"title": self.name, "summary": self._summary(), "peak": self.peak_bytes, "total": total,
                "nanoseconds": round(self.seconds * 1e9), "memory": [[round(time * 1e9), size] for time, size in self.memory],
                "nodes": [{**shown(node), "parent": node.parent, "nanoseconds": node.nanoseconds} for node in self._nodes],
                "rows": [{**shown(row), "nanoseconds": row.seconds * 1e9, "total": row.total_seconds * 1e9,
                          "share": row.seconds * 1e9 / total if total else 0, "peak": row.peak_bytes} for row in self.rows]}


_HEAD = f"{'time':>9} {'':>5} {'calls':>8} {'turns':>9} {'memory':>9}  lines"


def _short(text, width):
    return text if len(text) <= width else text[:width - 1] + "…"


def _time(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds / size < 1000 else f"{seconds / size:.0f} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


def _size(count):
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} B"


def _place(part):
    """"fit.py:12,14 backward loop"."""
    files = {}
    for file, number in part.lines:
        files.setdefault(file, []).append(str(number))
    place = "; ".join(f"{os.path.basename(file)}:{','.join(numbers)}" for file, numbers in files.items())
    kind = part.kind if part.kind in ("loop", "function", "program") else ""
    return " ".join(word for word in (place, part.derivative, kind) if word) or part.operations


def _source(part):
    """The text of the first line, and of the others."""
    return " | ".join(text for text in (linecache.getline(*line).strip() for line in part.lines) if text)
