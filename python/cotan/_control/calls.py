"""Calls and assertions."""

import builtins
import functools
import sys
import types

from .. import _core, _cotan
from .._syntax import convert
from .loops import Range

_PLAIN = (type, types.BuiltinFunctionType, types.BuiltinMethodType, type(_cotan.array))


def _range(*args):
    if not any(isinstance(a, _core.Tensor) for a in args):
        return range(*args)
    if len(args) == 1:
        return Range(0, args[0])
    return Range(*args)


def _or_builtin(function, traced):
    """The builtin, or `traced` if an argument has no value yet."""

    @functools.wraps(function)
    def choose(*args, **keywords):
        if any(_core.is_traced(a) for a in args):
            return traced(*args, **keywords)
        return function(*args, **keywords)

    return choose


def _print(*values, sep=" ", **options):
    """print(); of a compiled function, when it runs."""
    if not _core.is_tracing():
        return print(*values, sep=sep, **options)
    if options:
        raise _cotan.TypeError(f"print in a compiled function takes no {', '.join(options)}; leave it out")
    texts = ["{}" if isinstance(v, _core.Tensor) else _literal(str(v)) for v in values]
    _cotan._print(_literal(sep).join(texts), [v for v in values if isinstance(v, _core.Tensor)])
    return None


def _literal(text):
    return text.replace("{", "{{").replace("}", "}}")


_BUILTINS = {
    builtins.print: _print,
    builtins.range: _range,
    builtins.int: _or_builtin(int, lambda x: x.astype("int64")),
    builtins.float: _or_builtin(float, lambda x: x if x.dtype.kind == "f" else x.astype("float32")),
    builtins.bool: _or_builtin(bool, lambda x: x != 0),
    builtins.min: _or_builtin(min, lambda *xs: functools.reduce(_core.minimum, xs)),
    builtins.max: _or_builtin(max, lambda *xs: functools.reduce(_core.maximum, xs)),
}


def call(function):
    """What to call instead of `function`: a user's function is rewritten first."""
    import cotan._control as runtime

    if isinstance(function, types.FunctionType):
        if convert.is_users(function.__code__) and convert.why_not(function.__code__) is None:
            return convert.convert(function, runtime)
        return function
    if isinstance(function, types.MethodType):
        return types.MethodType(call(function.__func__), function.__self__)
    if isinstance(function, _PLAIN):
        try:
            return _BUILTINS.get(function, function)
        except TypeError:  # no hash
            return function
    if isinstance(function, functools.partial):
        return functools.partial(call(function.func), *function.args, **function.keywords)
    own = getattr(type(function), "__call__", None)
    if isinstance(own, types.FunctionType) and convert.is_users(own.__code__):
        return types.MethodType(call(own), function)
    return function


def who_asks():
    """Why the truth of a traced tensor is asked: by code that is not compiled, or by Python itself."""
    frame = sys._getframe(1)
    while frame is not None and not convert.is_users(frame.f_code):
        frame = frame.f_back
    why = frame and convert.why_not(frame.f_code)
    return why or ("'if', 'while', 'and', 'or' and 'not' on it are compiled, but 'in', 'match', sorted(), any() "
                   "and functions of libraries need numbers that are known; use ct.where, ct.sort or ct.any")


def assert_(test, message=None):
    if _core.is_traced(test):
        said = message() if message else "an assertion does not hold"
        _cotan._assert(test if test.dtype == "bool" else test != 0, _literal(str(said)))
        return
    if not test:
        raise AssertionError(*([message()] if message else []))
