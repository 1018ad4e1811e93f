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

        call._has_name = True  # type: ignore[attr-defined]
        return call  # type: ignore[return-value]

    return decorate


def with_checked_calls(name: str) -> Callable[[_C], _C]:
    """Has calls of a class, and of its methods, that do not fit end in an error that begins with their names."""
    def decorate(kind: _C) -> _C:
        for key, method in list(vars(kind).items()):
            if inspect.isfunction(method) and (key in ("__init__", "__call__") or key[0] != "_"):
                setattr(kind, key, _with_check(name if key[0] == "_" else f"{name}.{key}", method, own=1))
        return kind

    return decorate


def check_calls(names: dict[str, Any], prefix: str) -> None:
    """Has calls of a module's functions that do not fit end in an error that begins with their names, as `named` does for one: for what
    is written in Python, at the end of the module that users see."""
    for name, function in list(names.items()):
        if name[0] != "_" and inspect.isfunction(function) and function.__module__.startswith("cotan."):
            names[name] = checked_function(prefix + name, function)


def checked_function(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with such errors; one function has one name, the first."""
    if function not in _checked:
        _checked[function] = function if hasattr(function, "_has_name") else _with_check(name, function)
    return _checked[function]


_checked: dict[Callable[..., Any], Callable[..., Any]] = {}


def _with_check(name, function, own=0):
    """`own` parameters in front are not the user's: self."""
    if _takes_anything(function, own):
        return function

    @functools.wraps(function)
    def call(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except TypeError as problem:
            if not isinstance(problem, _cotan.TypeError):
                signature = inspect.signature(function)
                theirs = list(signature.parameters.values())[own:]
                _check_call(name, signature.replace(parameters=theirs), args[own:], keywords)
            raise

    call._has_name = True  # type: ignore[attr-defined]
    return call


def _takes_anything(function, own):
    code = function.__code__
    takes_all = code.co_flags & inspect.CO_VARARGS and code.co_flags & inspect.CO_VARKEYWORDS
    return bool(takes_all and code.co_argcount == own and not {"__wrapped__", "__signature__"} & set(vars(function)))


def _check_call(name, signature, args, keywords):
    try:
        signature.bind(*args, **keywords)
    except TypeError as problem:
        bare = signature.replace(parameters=[p.replace(annotation=p.empty) for p in signature.parameters.values()],
                                 return_annotation=signature.empty)
        raise _cotan.TypeError(f"{here()}{name}: {problem}; call {name.split('.')[-1]}{bare}") from None
