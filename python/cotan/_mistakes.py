"""What is wrong with a function that is being traced, where Python's own words do not say it."""

import collections
import contextlib
import inspect
import re
import traceback
import types

from . import _cotan
from ._control import variables
from ._control.texts import Text
from ._core import here, is_tracing
from ._syntax import convert

_NO_NESTS = (set, frozenset, types.GeneratorType, type({}.keys()), type({}.values()), type({}.items()),
             map, filter, zip)


def check_function(name, function):
    """Refuses to transform what is no function."""
    if not callable(function):
        raise _cotan.TypeError(f"{here()}{name}: {function!r} is not a function; give it one, and call what "
                               f"{name} returns")


def check_call(function, args, keywords):
    """Whether the function takes these arguments."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a builtin without one
        return
    try:
        signature.bind(*args, **keywords)
    except TypeError as problem:
        name = getattr(function, "__name__", "the function")
        raise _cotan.TypeError(f"{here()}{name}: {problem}; call {name}{signature}") from None


def check_results(function, leaves):
    """Refuses what can hold tensors but is no nest: they would be lost in it."""
    for leaf in leaves:
        if isinstance(leaf, Text):
            raise _cotan.TypeError(f"{here()}{getattr(function, '__name__', 'the function')} returned a text of values that "
                                   "are known when it runs, which can only be printed; return the values")
        if not isinstance(leaf, _NO_NESTS):
            continue
        code = getattr(function, "__code__", None)
        if code and code.co_flags & inspect.CO_GENERATOR:
            raise _cotan.TypeError(f"{here()}{convert.why_not(code)}")
        name = getattr(function, "__name__", "the function")
        raise _cotan.TypeError(f"{here()}{name} returned a {type(leaf).__name__}, which cannot hold tensors of "
                               "a compiled function; return a list, tuple or dict")


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
    except NameError as problem:
        text = _unset(problem)
        if text is None:
            raise
        raise UnboundLocalError(text).with_traceback(problem.__traceback__) from None


def _users_frames(problem):
    """(code, line) of the user's functions on the way to where the problem arose."""
    for frame, line in traceback.walk_tb(problem.__traceback__):
        if convert.is_users(frame.f_code):
            yield frame.f_code, line


def _recursion(problem):
    """Which function called itself."""
    calls = collections.Counter(code for code, _ in _users_frames(problem)
                                if not code.co_name.startswith("__"))
    if not calls:
        return None
    code = calls.most_common(1)[0][0]
    return (f"{code.co_filename}:{code.co_firstlineno}: '{code.co_name}' calls itself more deeply than can be "
            "compiled: the recursion depth depends on values that are not known yet, so every way is "
            "followed; write it as a loop")


def _unset(problem):
    """Why a variable is not set, if a construct on tensors left it so."""
    name = re.search(r"variable '(\w+)'", str(problem))
    code, line = collections.deque(_users_frames(problem), 1)[0]
    why = name and variables.left_unset.get((code.co_filename, name[1]))
    return why and f"{code.co_filename}:{line}: '{name[1]}' may not be set here: {why}"
