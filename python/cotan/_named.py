"""Functions of Python that stand among those of the extension module, or are as strict: their errors begin with their names."""

import functools
import inspect
import re
from typing import Any, Callable, TypeVar

from . import _cotan
from ._core import here

_F = TypeVar("_F", bound=Callable[..., Any])
_C = TypeVar("_C", bound=type)


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
                _check_call(name, inspect.signature(function), args, keywords)
                raise

        return call  # type: ignore[return-value]

    return decorate


def with_checked_calls(name: str) -> Callable[[_C], _C]:
    """Has calls of a class, and of its methods, that do not fit end in an error that begins with their names."""
    def decorate(kind: _C) -> _C:
        for key, method in list(vars(kind).items()):
            if inspect.isfunction(method) and (key in ("__init__", "__call__") or key[0] != "_"):
                setattr(kind, key, _checked_method(name if key[0] == "_" else f"{name}.{key}", method))
        return kind

    return decorate


def _checked_method(name, method):
    signature = inspect.signature(method)
    if {p.kind for p in signature.parameters.values()} >= {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        return method  # it takes anything
    bound = signature.replace(parameters=list(signature.parameters.values())[1:])

    @functools.wraps(method)
    def call(self: Any, *args: Any, **keywords: Any) -> Any:
        try:
            return method(self, *args, **keywords)
        except TypeError as problem:
            if not isinstance(problem, _cotan.TypeError):
                _check_call(name, bound, args, keywords)
            raise

    return call


def _check_call(name, signature, args, keywords):
    try:
        signature.bind(*args, **keywords)
    except TypeError as problem:
        bare = signature.replace(parameters=[p.replace(annotation=p.empty) for p in signature.parameters.values()],
                                 return_annotation=signature.empty)
        raise _cotan.TypeError(f"{here()}{name}: {problem}; call {name.split('.')[-1]}{bare}") from None
