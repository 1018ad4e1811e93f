"""Functions of Python that stand among those of the extension module, or are as strict: their errors begin with their names."""

import functools
import inspect
import re
from typing import Any, Callable, TypeVar

from . import _cotan
from ._core import here

_F = TypeVar("_F", bound=Callable[..., Any])


def named(name: str) -> Callable[[_F], _F]:
    """Has errors of a function begin with this name, also those of the functions of `ct` that it is made of."""
    def decorate(function: _F) -> _F:
        @functools.wraps(function)
        def call(*args: Any, **keywords: Any) -> Any:
            try:
                return function(*args, **keywords)
            except (_cotan.Error, _cotan.TypeError, _cotan.ValueError, _cotan.IndexError, _cotan.MemoryError) as problem:
                text = re.sub(r"^\S+:\d+: ", "", str(problem))
                text = re.sub(r"^(ct\.[\w.]+|x\.\w+): ", "", text)
                text = re.sub(r"; call [\w.]+\(.*\)$", "", text)
                raise type(problem)(f"{here()}{name}: {text}") from None
            except TypeError:
                _check_call(name, function, args, keywords)
                raise

        return call  # type: ignore[return-value]

    return decorate


def _check_call(name, function, args, keywords):
    signature = inspect.signature(function)
    try:
        signature.bind(*args, **keywords)
    except TypeError as problem:
        bare = signature.replace(parameters=[p.replace(annotation=p.empty) for p in signature.parameters.values()],
                                 return_annotation=signature.empty)
        raise _cotan.TypeError(f"{here()}{name}: {problem}; call {function.__name__}{bare}") from None
