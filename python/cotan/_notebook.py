"""What notebooks show of tensors, profiles and explanations, as HTML; elsewhere their texts stand."""

from typing import Any, Sequence

from ._core import is_traced
from ._late import late, np

_MOST, _EDGE = 20, 5  # rows and columns


def escaped(text: str) -> str:
    return late("html").escape(text)


def framed(page: bytes) -> str:
    """A whole page within another."""
    return f'<iframe srcdoc="{escaped(page.decode())}" style="width:100%;height:36em;border:0"></iframe>'


def rows(head: Sequence[str], cells: Sequence[Sequence[str]], style: str = "") -> str:
    """A table of texts."""
    def line(tag, texts):
        return "<tr>" + "".join(f"<{tag}{style}>{escaped(text)}</{tag}>" for text in texts) + "</tr>"

    return "<table>" + (line("th", head) if head else "") + "".join(line("td", texts) for texts in cells) + "</table>"


def table(x: Any) -> str | None:
    """A matrix as a table, with the digits of its text; of more than 20 rows or columns the first and last 5. None of
    other tensors, and of traced ones: their texts say as much."""
    if x.ndim != 2 or 0 in x.shape or is_traced(x):
        return None
    held = np.asarray(x)
    chosen = [_ends(size) for size in held.shape]
    block = held[np.ix_(*chosen)]
    texts = np.array(_texts(block), object).reshape(block.shape)
    for axis, (size, places) in enumerate(zip(held.shape, chosen)):
        if len(places) < size:
            texts = np.insert(texts, _EDGE, "…", axis)
    return f"<div>{x.dtype.name}{list(x.shape)}</div>" + rows((), texts.tolist(), ' style="text-align:right"')


def _ends(size):
    return np.arange(size) if size <= _MOST else np.r_[:_EDGE, size - _EDGE:size]


def _texts(block):
    """Each number with as many digits as all of them need."""
    between = "\0"  # in no number
    text = np.array2string(block.reshape(-1), separator=between, threshold=block.size + 1, max_line_width=np.inf)
    return [part.strip() for part in text[1:-1].split(between)]
