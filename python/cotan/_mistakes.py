"""What is wrong with a function that is being traced, where Python's own words do not say it."""

import collections
import contextlib
import functools
import inspect
import re
import types

from . import _cotan
from ._control import Differ, variables
from ._control.texts import Text
from ._core import here, is_tracing
from ._late import late
from ._places import is_flag, is_integer
from ._signatures import found
from ._syntax import convert

_NO_NESTS = (set, frozenset, types.GeneratorType, type({}.keys()), type({}.values()), type({}.items()),
             map, filter, zip)


def name_of(function):
    """What a function is called, for errors."""
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", None) or type(function).__name__


def signature_of(function):
    """None for a builtin without one."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def check_function(name, function, what="function", makes_another=None):
    """Refuses what is no function. If it `makes_another` function, as is taken for granted of `what` is "function", that
    is the one to call."""
    if not callable(function):
        makes_another = what == "function" if makes_another is None else makes_another
        after = f"and call what {name} returns" if makes_another else "without calling it"
        raise _cotan.TypeError(f"{here()}ct.{name}: '{what}' must be a function, but is {found(function)}; give it "
                               f"one, {after}")


def check_flag(name, what, value):
    if not is_flag(value):
        raise _cotan.TypeError(f"{here()}ct.{name}: '{what}' must be True or False, but is {found(value)}")


def check_kind(name, what, value, kinds, wanted, or_none=False):
    """Refuses what is not of these kinds, which are `wanted`, as "a text"; truth values are no integers."""
    fits = is_integer(value) if kinds is int else isinstance(value, kinds)
    if not (fits or or_none and value is None):
        raise _cotan.TypeError(f"{here()}ct.{name}: '{what}' must be {wanted}{' or None' if or_none else ''}, but is {found(value)}")


def check_call(function, args, keywords):
    """Whether the function takes these arguments."""
    signature = signature_of(function)
    if signature is None:
        return
    try:
        signature.bind(*args, **keywords)
    except TypeError as problem:
        name = name_of(function)
        raise _cotan.TypeError(f"{here()}{name}: {problem}; call {name}{signature}") from None


def parameter(function, place):
    """What argument number `place` is called: "x", or "args[2]"."""
    signature = signature_of(function)
    named = [p for p in signature.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
             ] if signature else []
    if place < len(named):
        return named[place].name
    rest = [n for n, p in signature.parameters.items() if p.kind is p.VAR_POSITIONAL] if signature else []
    return f"{rest[0] if rest else 'args'}[{place - len(named)}]"


def unknown_argument(function, unknown, advice=""):
    """What to say of an object in (args, keywords) or (args, keywords, function)."""
    (which, *path), name = unknown.path or ["[2]"], name_of(function)
    if which == "[2]":
        return unknown.text(f"the function {name}", name, path, "; its state may change between calls")
    first, *path = path
    argument = parameter(function, int(first[1:-1])) if which == "[0]" else first[2:-2]
    return unknown.text(f"argument '{argument}' of {name}", argument, path, advice)


def unknown_result(function, unknown):
    """What to say of an object in a result, with which tensors would get lost."""
    code = getattr(function, "__code__", None)
    if isinstance(unknown.leaf, types.GeneratorType) and code and code.co_flags & inspect.CO_GENERATOR:
        return f"{here()}{convert.why_not(code)}"
    if isinstance(unknown.leaf, Text):
        return (f"{here()}{name_of(function)} returned a text of values that are known when it runs, which can only be "
                "printed; return the values")
    if isinstance(unknown.leaf, _NO_NESTS):
        return (f"{here()}{name_of(function)} returned a {type(unknown.leaf).__name__}, which cannot hold tensors of "
                "a compiled function; return a list, tuple or dict")
    return unknown.text(f"the result of {name_of(function)}", "result", unknown.path)


@contextlib.contextmanager
def explained():
    """Says of errors in a traced function what tracing has to do with them."""
    if not is_tracing():
        variables.left_unset.clear()
    try:
        yield
    except RecursionError as problem:
        text = _recursion(problem)
        if text is None:
            raise
        raise _cotan.Error(text) from None
    except Differ as problem:
        code, line = list(_users_frames(problem))[-1]
        raise _cotan.TypeError(f"{code.co_filename}:{line}: functions that were made on several ways meet here, and what they have "
                               "captured does not go together; call them on each way") from None
    except NameError as problem:
        text = _unset(problem)
        if text is None:
            raise
        raise UnboundLocalError(text).with_traceback(problem.__traceback__) from None


def _users_frames(problem):
    """(code, line) of the user's functions on the way to where the problem arose."""
    for frame, line in late("traceback").walk_tb(problem.__traceback__):
        if convert.is_users(frame.f_code):
            yield frame.f_code, line


def _recursion(problem):
    """Which function called itself."""
    calls = collections.Counter(code for code, _ in _users_frames(problem)
                                if not code.co_name.startswith("__"))
    if not calls:
        return None
    code = calls.most_common(1)[0][0]
    return (f"{code.co_filename}:{code.co_firstlineno}: '{code.co_name}' calls itself more deeply than can be compiled. A "
            "compiled function may call itself any number of times in a branch on a tensor, with tensors of the same shapes "
            "and the same functions as before; here there is no such branch, or each call is given another shape or "
            "function")


def _unset(problem):
    """Why a variable is not set, if a construct on tensors left it so."""
    name = re.search(r"variable '(\w+)'", str(problem))
    code, line = collections.deque(_users_frames(problem), 1)[0]
    why = name and variables.left_unset.get((code.co_filename, name[1]))
    return why and f"{code.co_filename}:{line}: '{name[1]}' may not be set here: {why}"
