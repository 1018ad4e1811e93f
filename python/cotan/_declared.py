"""What functions of the packages of Python alone are given: the kinds of their parameters are those of their type hints."""

import collections.abc
import functools
import inspect
import types
import typing
from typing import Any, Callable, ParamSpec, TypeVar, Union

from . import _cotan
from ._core import Tensor, describe, here
from ._late import np
from ._places import is_flag, is_integer
from ._signatures import found

Scalar = Union[float, Tensor]

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _is_number(x):
    return isinstance(x, (int, float, np.integer, np.floating)) and not is_flag(x)


def _is_scalar(x):
    return isinstance(x, Tensor) and x._sizes == () and x.dtype.kind in "fiu" or (
        isinstance(x, np.ndarray) and x.shape == () and x.dtype.kind in "fiu")


# For each type hint: how errors call it, and whether an argument is one.
_KINDS = {
    float: ("a number", _is_number), Tensor: ("", _is_scalar), int: ("an integer", is_integer),
    bool: ("True or False", is_flag), type(None): ("None", lambda x: x is None),
    str: ("a text", lambda x: isinstance(x, str)), dict: ("a dict", lambda x: isinstance(x, dict)),
    collections.abc.Sequence: ("a list", lambda x: isinstance(x, (list, tuple))),
    collections.abc.Iterable: ("a list", lambda x: hasattr(x, "__iter__") and not isinstance(x, str)),
    Callable: ("a function", callable),
}


def _kinds_of(hint):
    """The kinds that a type hint allows; None if it allows anything."""
    union = typing.get_origin(hint) in (Union, types.UnionType)
    members = typing.get_args(hint) if union else (hint,)
    members = [typing.get_origin(m) or m for m in members]
    members = [Callable if m is collections.abc.Callable else m for m in members]
    if any(m is Any or (m not in _KINDS and not isinstance(m, type)) for m in members):
        return None
    return [_KINDS.get(m) or (f"a {_path(m)}", functools.partial(_is_one, m)) for m in members]


def _is_one(kind, x):
    return isinstance(x, kind)


def _path(held):
    """What users write for it: "ct.optim.adam"."""
    public = [part for part in held.__module__.split(".")[1:] if not part.startswith("_")]
    return ".".join(["ct", *public, held.__qualname__])


@functools.cache
def _declared(function):
    """The signature, and the kinds of its parameters: found when it is called, so that the package is there at once."""
    signature = inspect.signature(function)
    return signature, {name: _kinds_of(p.annotation) for name, p in signature.parameters.items()
                       if p.annotation is not p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}


def checked(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """The function, which refuses arguments of other kinds than its type hints say."""
    path = _path(function).removesuffix(".__init__")
    called = path.split(".", 2)[-1]

    @functools.wraps(function)
    def wrapped(*args: _P.args, **keywords: _P.kwargs) -> _T:
        signature, kinds = _declared(function)
        try:
            given = signature.bind(*args, **keywords).arguments
        except TypeError as problem:
            raise _cotan.TypeError(f"{here()}{path}: {problem}; call "
                                   f"{called}{bare(signature)}") from None
        for name, value in given.items():
            allowed = kinds.get(name)
            if allowed is not None and not any(accepts(value) for _, accepts in allowed):
                words = " or ".join(word for word, _ in allowed if word)
                raise _cotan.TypeError(f"{here()}{path}: '{name}' must be {words}, but is "
                                       f"{describe(value) if isinstance(value, Tensor) else found(value)}")
        return function(*args, **keywords)

    return wrapped


def bare(signature):
    """The signature without types."""
    parameters = [p.replace(annotation=p.empty) for name, p in signature.parameters.items() if name != "self"]
    return signature.replace(parameters=parameters, return_annotation=signature.empty)


def check_count(name: str, what: str, count: Any, least: int = 1) -> None:
    """Refuses numbers of things below `least`."""
    if not is_integer(count):
        raise _cotan.TypeError(f"{here()}ct.{name}: '{what}' must be an integer, but is {found(count)}")
    if count < least:
        raise _cotan.ValueError(f"{here()}ct.{name}: '{what}' must be at least {least}, but is {count}")
