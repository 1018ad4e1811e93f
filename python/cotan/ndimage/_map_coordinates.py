"""Images between their elements."""

import itertools
import math
from typing import Any

from .. import _cotan
from .._core import Tensor, as_tensor, describe, here
from .._declared import Scalar, checked
from .._places import is_integer
from .._signatures import found


def _refuse(text):
    raise _cotan.ValueError(f"{here()}ct.ndimage.map_coordinates: {text}")


def _reflected(place, n):
    """At the border, which is there twice: d c b a | a b c d | d c b a."""
    place = _cotan.remainder(place, 2 * n)
    return _cotan.minimum(place, 2 * n - 1 - place)


def _mirrored(place, n):
    """At the last element, which is there once: d c b | a b c d | c b a."""
    place = _cotan.remainder(place, max(2 * n - 2, 1))
    return _cotan.minimum(place, 2 * n - 2 - place)


# Which element stands at a place beyond those of an axis of n.
_MODES = {"constant": lambda place, n: _cotan.clip(place, 0, n - 1), "nearest": lambda place, n: _cotan.clip(place, 0, n - 1),
          "wrap": _cotan.remainder, "mirror": _mirrored, "reflect": _reflected}
_NAMES = {"grid-constant": "constant", "grid-wrap": "wrap", "grid-mirror": "reflect"}


def _neighbours(at, order):
    """Places about a coordinate, and their weights; None for 1."""
    if order == 0:
        return [(_cotan.floor(at + 0.5), None)]
    low = _cotan.floor(at)
    part = at - low
    return [(low, 1.0 - part), (low + 1.0, part)]


def _checked(input, coordinates, order, mode):
    """The image, coordinates of one type and shape, and the mode."""
    x = as_tensor(input, "ct.ndimage.map_coordinates")
    if isinstance(coordinates, Tensor) or not isinstance(coordinates, (list, tuple)):
        coordinates = list(as_tensor(coordinates, "ct.ndimage.map_coordinates"))
    given = [as_tensor(c, "ct.ndimage.map_coordinates") for c in coordinates]
    if len(given) != x.ndim or any(c.dtype.kind == "c" for c in given):
        _refuse(f"'coordinates' must have real numbers for each of the {x.ndim} axes of {describe(x)}, but are "
                f"{', '.join(map(describe, given)) or 'none'}")
    if 0 in x.shape:
        _refuse(f"'input' must have elements, but is {describe(x)}")
    if not is_integer(order) or order not in (0, 1):
        _refuse(f"'order' must be 0, the nearest element, or 1, between neighbours, but is {found(order)}")
    name = _NAMES.get(mode, mode) if isinstance(mode, str) else None
    if name not in _MODES:
        _refuse(f"'mode' must be one of {', '.join(map(repr, _MODES))}, but is {found(mode)}")
    wide = [c if c.dtype.kind == "f" else c.astype("float32") for c in given]
    return x, [*_cotan.broadcast_arrays(*wide)], name


@checked
def map_coordinates(input: Any, coordinates: Any, order: int, mode: str = "constant", cval: Scalar = 0.0) -> Tensor:
    """The image at coordinates: a tensor for each axis, all of one shape, which the result has, in the image's element type.

    Order 0 takes the nearest element, 1 a mean of the 2**d about the point, by how near they are. Beyond the image lies `cval`
    ("constant"), the nearest element ("nearest"), the image once more ("wrap"), or its reflection at the border ("reflect") or
    at the last element ("mirror"). These are jax.scipy.ndimage's meanings: "constant" and "wrap" are SciPy's "grid-constant"
    and "grid-wrap", which stand for them, too. Of integers, results are rounded.

    There are derivatives with respect to the image, the coordinates and `cval`. It takes 2**d reads for each point.

    >>> import cotan as ct
    >>> ct.ndimage.map_coordinates(ct.array([1.0, 3.0, 9.0]), [ct.array([0.5, 2.5])], order=1, mode="nearest")
    Tensor([2., 9.], dtype=float32)
    """
    x, at, mode = _checked(input, coordinates, order, mode)
    sizes = list(x.shape)
    row, total = _cotan.ravel(x), None
    computed = "float32" if x.dtype.kind in "biu" and order else x.dtype
    fill = as_tensor(cval).astype(computed) if isinstance(cval, Tensor) else _cotan.array(cval, computed)
    for corner in itertools.product(*(_neighbours(c, order) for c in at)):
        flat, inside, weight = 0, None, None
        for d, (place, part) in enumerate(corner):
            index = place.astype("int64")
            flat = flat + _MODES[mode](index, sizes[d]) * math.prod(sizes[d + 1:])
            within = _cotan.logical_and(index >= 0, index < sizes[d])
            inside = within if inside is None else _cotan.logical_and(inside, within)
            weight = part if weight is None else weight * part
        value = _cotan.take(row, flat).astype(computed) if corner else x.astype(computed)
        if mode == "constant" and corner:
            value = _cotan.where(inside, value, fill)
        value = value if weight is None else value * weight.astype(value.dtype if value.dtype.kind == "f" else _real(value.dtype))
        total = value if total is None else total + value
    if x.dtype.kind in "biu" and order:  # halves go away from 0, as in SciPy
        total = _cotan.trunc(total + _cotan.copysign(0.5, total))
    return total.astype(x.dtype)


def _real(dtype):
    """Of the parts of complex numbers."""
    return "float64" if dtype.name == "complex128" else "float32"
