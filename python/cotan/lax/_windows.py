"""Windows that slide over axes: padding, sizes of results, reductions."""

from typing import Any, Callable, Sequence

from .. import _cotan, _nest
from .._places import integers
from .._signatures import found
from ._checks import as_many, public, refuse
from ._reductions import lifted, operands_of
from ._shapes import pad


@public
def padtype_to_pads(in_shape: Sequence[int], window_shape: Sequence[int], window_strides: Sequence[int],
                    padding: str) -> list[tuple[int, int]]:
    """What "SAME", "SAME_LOWER" or "VALID" puts before and after each axis: with the first two there are as many windows
    as strides cover, and where an odd number is needed, one more is after, or before.

    >>> import cotan as ct
    >>> ct.lax.padtype_to_pads((10,), (2,), (1,), "SAME")
    [(0, 1)]
    """
    name = "padtype_to_pads"
    shape = integers(f"ct.lax.{name}", "in_shape", in_shape)
    window = as_many(name, "window_shape", window_shape, len(shape))
    strides = as_many(name, "window_strides", window_strides, len(shape))
    if any(n < 1 for n in strides):
        refuse(_cotan.ValueError, name, f"'window_strides' must be 1 or more, but has {min(strides)}")
    return pads_of(name, shape, window, strides, padding)


def pads_of(name, sizes, window, strides, padding):
    """Pairs of numbers before and after each axis."""
    if not isinstance(padding, str):
        if not isinstance(padding, (list, tuple)) or len(padding) != len(sizes):
            refuse(_cotan.ValueError, name, f"'padding' must be 'SAME', 'SAME_LOWER', 'VALID', or (before, after) for each of "
                                            f"{len(sizes)} axes, but is {found(padding)}")
        return [as_many(name, f"padding[{i}]", pair, 2) for i, pair in enumerate(padding)]
    kind = padding.upper()
    if kind not in ("SAME", "SAME_LOWER", "VALID"):
        refuse(_cotan.ValueError, name, f"there is no padding {padding!r}; there are 'SAME', 'SAME_LOWER' and 'VALID'")
    if kind == "VALID":
        return [(0, 0)] * len(sizes)
    pairs = []
    for size, width, stride in zip(sizes, window, strides):
        whole = max(0, (-(-size // stride) - 1) * stride + width - size)
        less, more = whole // 2, whole - whole // 2
        pairs.append((less, more) if kind == "SAME" else (more, less))
    return pairs


def spread(size, dilation):
    """How long an axis or a window is with gaps between its elements."""
    return (size - 1) * dilation + 1 if size else 0


def count_of(size, width, stride):
    """How many windows there are along an axis."""
    return 0 if size < width else (size - width) // stride + 1


class _Slide:
    """How windows slide: sizes, strides and gaps of each axis."""

    def __init__(self, name, shape, window, strides, padding, base, gaps):
        rank = len(shape)
        self.shape, self.window = shape, as_many(name, "window_dimensions", window, rank)
        self.strides = as_many(name, "window_strides", strides, rank, 1)
        self.base = as_many(name, "base_dilation", base, rank, 1)
        self.gaps = as_many(name, "window_dilation", gaps, rank, 1)
        for what, numbers in (("window_dimensions", self.window), ("window_strides", self.strides), ("base_dilation", self.base),
                              ("window_dilation", self.gaps)):
            if any(n < 1 for n in numbers):
                refuse(_cotan.ValueError, name, f"'{what}' must be 1 or more, but has {min(numbers)}")
        self.widths = [spread(n, gap) for n, gap in zip(self.window, self.gaps)]
        sizes = [spread(n, gap) for n, gap in zip(shape, self.base)]
        self.pads = pads_of(name, sizes, self.widths, self.strides, padding)
        self.result = tuple(count_of(n + sum(p), width, stride)
                            for n, p, width, stride in zip(sizes, self.pads, self.widths, self.strides))


@public
def reduce_window_shape_tuple(operand_shape: Sequence[int], window_dimensions: Sequence[int],
                              window_strides: Sequence[int] | None, padding: Any, base_dilation: Sequence[int] | None = None,
                              window_dilation: Sequence[int] | None = None) -> tuple[int, ...]:
    """The shape of what `reduce_window` returns.

    >>> import cotan as ct
    >>> ct.lax.reduce_window_shape_tuple((5,), (2,), (2,), "VALID")
    (2,)
    """
    name = "reduce_window_shape_tuple"
    shape = integers(f"ct.lax.{name}", "operand_shape", operand_shape)
    return _Slide(name, shape, window_dimensions, window_strides, padding, base_dilation, window_dilation).result


def reduce_window(operand: Any, init_value: Any, computation: Callable[[Any, Any], Any], window_dimensions: Sequence[int],
                  window_strides: Sequence[int] | None = None, padding: Any = "VALID",
                  base_dilation: Sequence[int] | None = None, window_dilation: Sequence[int] | None = None) -> Any:
    """The elements of windows combined by a function of two numbers, or of two nests of them, beginning with the initial
    value, which is also what is padded with. Which are combined first is not said, so it must be associative.

    >>> import cotan as ct
    >>> ct.lax.reduce_window(ct.array([1.0, 5.0, 2.0, 4.0]), -ct.inf, ct.lax.max, (2,), (1,))
    Tensor([5., 5., 4.], dtype=float32)
    """
    xs, starts, structure = operands_of("reduce_window", operand, init_value)
    slide = _Slide("reduce_window", tuple(xs[0].shape), window_dimensions, window_strides, padding, base_dilation,
                   window_dilation)
    combine = lifted("reduce_window", computation, structure, xs)
    if 0 in slide.result:
        return _nest.unflatten(structure, [_cotan.zeros(slide.result, x.dtype) for x in xs])
    config = [(before, after, gap - 1) for (before, after), gap in zip(slide.pads, slide.base)]
    xs = [pad(x, start, config) for x, start in zip(xs, starts)]
    for axis, (count, gap, stride) in enumerate(zip(slide.window, slide.gaps, slide.strides)):
        xs = [_cut(x, axis, 0, None, stride) for x in _combined(combine, xs, axis, count, gap)]
    return _nest.unflatten(structure, combine([_cotan.broadcast_to(s, x.shape) for s, x in zip(starts, xs)], xs))


def _cut(x, axis, start, stop, step=1):
    return x[(slice(None),) * axis + (slice(start, stop, step),)]


def _combined(combine, xs, axis, count, gap):
    """For each place along an axis, the `count` elements from there on, `gap` apart: those of half as many twice."""
    if count == 1:
        return xs
    halves = _combined(combine, xs, axis, count // 2, gap)
    far = count // 2 * gap
    pairs = combine([_cut(h, axis, 0, h.shape[axis] - far) for h in halves], [_cut(h, axis, far, None) for h in halves])
    if count % 2 == 0:
        return pairs
    last = [_cut(x, axis, (count - 1) * gap, None) for x in xs]
    return combine([_cut(p, axis, 0, t.shape[axis]) for p, t in zip(pairs, last)], last)
