"""Calls and assertions."""

import functools
import itertools
import sys
import types

from .. import _core, _cotan
from .._syntax import convert
from . import draws, effects, recursion, room, texts
from .builtins import BUILTINS
from .conditions import truth
from .reachable import is_ours
from .variables import NONE, GivenTo

_PLAIN = (type, types.BuiltinFunctionType, types.BuiltinMethodType, type(_cotan.array))
# What passes through the user's functions without being theirs.
_NOT_USERS = effects.NotPure, recursion.CallsItself, recursion.Elsewhere, room.TooDeep, _cotan._ResultsUnknown, _cotan._ParametersChanged
# They call what they are given first, or as a key.
_CALLING = {map, filter, functools.reduce, itertools.starmap, itertools.takewhile, itertools.dropwhile,
            itertools.filterfalse}
# They look at the variables of their caller, if they are not told where to look.
_LOOKING = {eval: 2, exec: 2, locals: 1, vars: 1, dir: 1}


def call(function):
    """What to call instead of `function`: a user's function is rewritten first."""
    effects.refuse_world(function)
    draws.note(function)
    if isinstance(function, types.FunctionType):
        return _function(function)
    if isinstance(function, types.MethodType):
        return types.MethodType(call(function.__func__), function.__self__)
    if isinstance(function, _PLAIN):
        return _plain(function)
    if isinstance(function, functools.partial):
        return functools.partial(call(function.func), *function.args, **function.keywords)
    own = getattr(type(function), "__call__", None)
    if isinstance(own, types.FunctionType) and not is_ours(own):
        return types.MethodType(call(own), function)
    return function


def _function(function):
    rewritten = _rewritten(function)
    if rewritten is function and not is_ours(function):
        rewritten = draws.noting(function)
    follows = convert.is_users(function.__code__) and recursion.may_begin(function)
    return functools.partial(recursion.call, function, rewritten) if follows else rewritten


def _rewritten(function):
    import cotan._control as runtime

    if convert.is_users(function.__code__) and convert.why_not(function.__code__) is None:
        return convert.convert(function, runtime)
    return function


def _plain(function):
    """What stands for a function that is not written in Python, or a class."""
    if isinstance(getattr(function, "__self__", None), str) and _core.is_tracing():
        method = {"format": texts.format_method, "join": texts.join_method}.get(function.__name__)
        return method(function.__self__) if method else function
    try:
        found = BUILTINS.get(function)
        calling, looking = function in _CALLING, _LOOKING.get(function)
    except TypeError:  # no hash
        return function
    if calling:
        return lambda first, *args: function(call(first), *args)
    if looking and _core.is_tracing():
        return functools.partial(_look, function, looking)
    if found is None and isinstance(function, type):
        return _construct(function)
    return found or function


def _look(function, count, *args, **keywords):
    if len(args) + len(keywords) < count:
        raise _cotan.TypeError(f"{_core.here()}{function.__name__}() looks at the variables of the function, which a compiled "
                               "one keeps elsewhere; name them, or give it a dict")
    return function(*args, **keywords)


def _construct(kind):
    """A class, whose __init__ is rewritten where Python would call nothing else."""
    start = kind.__init__
    if kind.__new__ is not object.__new__ or type(kind).__call__ is not type.__call__ or not isinstance(
            start, types.FunctionType) or _rewritten(start) is start:
        return draws.noting(kind)

    def construct(*args, **keywords):
        made = object.__new__(kind)
        _rewritten(start)(made, *args, **keywords)
        return made

    return construct


def given(name, function, *args):
    """What a function returns that is given to the function of ours of this name."""
    return effects.watched(lambda: call(function)(*args), [function], GivenTo(name), NONE)


def who_asks():
    """Why the truth of a traced tensor is asked: by code that is not compiled, or by Python itself."""
    frame = sys._getframe(1)
    while frame is not None and not convert.is_users(frame.f_code):
        frame = frame.f_back
    why = frame and (convert.why_not(frame.f_code) or convert.why_undecided(frame.f_code))
    return why or ("'if', 'while', 'and', 'or' and 'not' on it are compiled, but 'in', 'match', sorted() and "
                   "functions of libraries need numbers that are known; use ct.where, ct.sort or ct.any")


def pass_on():
    """Where an exception is caught while a function is traced: what cannot be compiled is raised again."""
    problem = sys.exc_info()[1]
    if _core.is_tracing() and isinstance(problem, (_cotan.TypeError, _cotan.Error, *_NOT_USERS)):
        raise problem


def assert_(test, message=None):
    if _core.is_traced(test):
        effects.act()
        said = texts.text_of(message() if message else "an assertion does not hold")
        _cotan._assert(truth(test), *texts.template(said), "")
        return
    if not test:
        raise AssertionError(*([message()] if message else []))

