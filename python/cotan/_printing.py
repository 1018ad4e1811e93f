"""How tensors are shown. NumPy shows them, so its options are those of tensors."""

import contextlib
import sys
from typing import Any, Iterator

from . import _cotan, _mistakes
from ._core import as_tensor, here
from ._late import np
from ._signatures import found

__all__ = ["array_repr", "array_str", "get_printoptions", "printoptions", "set_printoptions"]
_INTEGERS, _TEXTS = ("precision", "threshold", "edgeitems", "linewidth"), ("nanstr", "infstr", "sign", "floatmode")


def _checked(name, options, names={}):
    """Refuses what NumPy takes, and fails by when something is shown. `names` are those that others have here."""
    known = np.get_printoptions()
    for option in options:
        if option not in known:
            raise _cotan.TypeError(f"{here()}ct.{name}: there is no option '{option}'; there are {', '.join(known)}")
    for option, value in options.items():
        what = names.get(option, option)
        if option in _INTEGERS and not (option == "threshold" and value == sys.maxsize):
            _mistakes.check_kind(name, what, value, int, "an integer", or_none=True)
            if value is not None and not 0 <= value < 1 << 31:
                raise _cotan.ValueError(f"{here()}ct.{name}: '{what}' must be from 0 to {(1 << 31) - 1}, but is {value}")
        if option == "suppress":
            _mistakes.check_kind(name, what, value, (bool, np.bool_), "True or False", or_none=True)
        if option in _TEXTS:
            _mistakes.check_kind(name, what, value, str, "a text", or_none=True)
        if option == "formatter":
            _mistakes.check_kind(name, what, value, dict, "a dict of functions", or_none=True)


def _of_numpy(name, call):
    try:
        return call()
    except (TypeError, ValueError) as problem:
        kind = _cotan.TypeError if isinstance(problem, TypeError) else _cotan.ValueError
        raise kind(f"{here()}ct.{name}: {problem}") from None


def set_printoptions(precision: int | None = None, threshold: int | None = None, edgeitems: int | None = None,
                     linewidth: int | None = None, suppress: bool | None = None, **options: Any) -> None:
    """Says how tensors and NumPy's arrays are shown from now on, as numpy.set_printoptions.

    >>> import cotan as ct
    >>> ct.set_printoptions(precision=3)
    >>> ct.array([2 / 3])
    Tensor([0.667], dtype=float32)
    >>> ct.set_printoptions(precision=8)
    """
    options |= {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth,
                "suppress": suppress}
    _checked("set_printoptions", options)
    _of_numpy("set_printoptions", lambda: np.set_printoptions(**options))


def get_printoptions() -> dict[str, Any]:
    """How tensors are shown, a dict of options as numpy.get_printoptions.

    >>> import cotan as ct
    >>> ct.get_printoptions()["precision"]
    8
    """
    return np.get_printoptions()  # type: ignore[return-value]


@contextlib.contextmanager
def printoptions(**options: Any) -> Iterator[dict[str, Any]]:
    """With other options for how tensors are shown, in the block.

    >>> import cotan as ct
    >>> with ct.printoptions(precision=3):
    ...     print(ct.array([2 / 3]))
    [0.667]
    """
    before = np.get_printoptions()
    try:
        _checked("printoptions", options)
        _of_numpy("printoptions", lambda: np.set_printoptions(**options))
        yield get_printoptions()
    finally:
        np.set_printoptions(**before)


def _text(name, show, a, max_line_width, precision, suppress_small):
    a = as_tensor(a, f"ct.{name}")
    if a.is_traced:
        raise _cotan.TypeError(f"{here()}ct.{name}: found {found(a)}, whose elements are not known while the function is "
                               "compiled; print(x) shows them when it runs")
    options = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small}
    _checked(name, options, {"linewidth": "max_line_width", "suppress": "suppress_small"})
    with printoptions(**{k: v for k, v in options.items() if v is not None}):
        return show(a)


def array_repr(arr: Any, max_line_width: int | None = None, precision: int | None = None,
               suppress_small: bool | None = None) -> str:
    """A tensor as `repr` shows it, with options of its own.

    >>> import cotan as ct
    >>> ct.array_repr(ct.array([1 / 3, 1.0]), precision=2)
    'Tensor([0.33, 1.  ], dtype=float32)'
    """
    return _text("array_repr", repr, arr, max_line_width, precision, suppress_small)


def array_str(a: Any, max_line_width: int | None = None, precision: int | None = None,
              suppress_small: bool | None = None) -> str:
    """A tensor as `print` shows it, with options of its own.

    >>> import cotan as ct
    >>> ct.array_str(ct.array([1 / 3, 1.0]), precision=2)
    '[0.33 1.  ]'
    """
    return _text("array_str", str, a, max_line_width, precision, suppress_small)
