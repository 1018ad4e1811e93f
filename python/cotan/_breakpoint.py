"""ct.debug.breakpoint: Python's debugger in the middle of a compiled function."""

import sys
from typing import Any

from . import _core, _cotan
from ._control import effects
from ._control.conditions import truth
from ._control.variables import is_dynamic
from ._late import late
from ._places import is_flag
from ._signatures import found

_BEHIND_PLACE = " stopped, with "


def breakpoint(*, when: Any = True, **values: Any) -> None:
    """Stops in Python's debugger, which knows these values; of a compiled function, each time it comes by.

    What it calls is `sys.breakpointhook`, as Python's own `breakpoint` does, at your line: in pdb, `p x`
    prints a value, `l` lists your lines, `c` goes on and `q` ends the call with KeyboardInterrupt. With
    PYTHONBREAKPOINT=0 it does nothing. Derivatives, checkpoints and loops stop once at each turn, in the
    order of the program; under `ct.vmap`, each call stops where they differ. The values are arrays of
    NumPy that cannot be written to.

    Args:
        when: one truth value, which may be a tensor: it stops only where this holds.
        values: tensors and numbers, by the names that they have in the debugger.

    Raises:
        TypeError: a value is no tensor or number, or `when` is not one truth value.

    >>> import cotan as ct, sys
    >>> @ct.jit
    ... def root(a):
    ...     x = a
    ...     for i in range(3):
    ...         x = (x + a / x) / 2
    ...         ct.debug.breakpoint(x=x, when=x < 1.42)
    ...     return x
    >>> def show():
    ...     print(f"x is {sys._getframe(1).f_locals['x']:.4f}")
    >>> before, sys.breakpointhook = sys.breakpointhook, show
    >>> y = root(2.0)
    x is 1.4167
    x is 1.4142
    >>> sys.breakpointhook = before
    """
    place = _place()
    tensors = [_tensor(name, x) for name, x in values.items()]
    if not (is_flag(when) or is_dynamic(when)):
        raise _cotan.TypeError(f"{_core.here()}ct.debug.breakpoint: 'when' must be a truth value, but is {found(when)}")
    if not _core.is_tracing():
        if bool(when):
            _stop(place, dict(zip(values, map(_cotan.Tensor.numpy, tensors))))
        return
    text = "; ".join(f"{name} = {{}}" for name in values)
    said = "{}:{} in {}".format(*place).replace("{", "{{").replace("}", "}}") + _BEHIND_PLACE + text

    def stop(*_):
        _cotan._print(said, tensors, "cotan.stop")
        return []

    effects.act()
    if _core.is_traced(when):
        _cotan._cond(truth(when), stop, lambda *_: [], [])
    elif bool(when):
        stop()


def _tensor(name, x):
    if not name.isidentifier():
        raise _cotan.TypeError(f"{_core.here()}ct.debug.breakpoint: {name!r} is no name that a variable can have")
    if not is_dynamic(x):
        raise _cotan.TypeError(f"{_core.here()}ct.debug.breakpoint: '{name}' must be a tensor or a number, but is {found(x)}; "
                               "give the tensors in it")
    return _core.as_tensor(x)


def _place():
    """The user's file, line and function."""
    frame = sys._getframe(2)
    while frame.f_back is not None and _core.is_ours(frame):
        frame = frame.f_back
    file, line = frame.f_code.co_filename, frame.f_lineno
    while frame.f_back is not None and (_core.is_ours(frame) or _is_part(frame.f_code.co_name)):
        frame = frame.f_back
    return file, line, frame.f_code.co_name


def _is_part(name):
    """Whether it is of a branch or a loop that was made a function (cotan._syntax)."""
    return name.startswith("__") and not name.endswith("__")


def stopped(said: tuple[str, list]) -> None:
    """Called by a program that comes to one, with a text as above, and the values."""
    text, values = said
    place, _, names = text.rpartition(_BEHIND_PLACE)
    place, _, function = place.replace("{{", "{").replace("}}", "}").rpartition(" in ")
    file, _, line = place.rpartition(":")
    names = [name.removesuffix(" = {}") for name in names.split("; ") if name]
    _stop((file, int(line), function), dict(zip(names, (x.numpy() for x in values))))


def _stop(place, values):
    """In a frame at the user's line, with the values as its variables."""
    file, line, function = place
    # A debugger stops where a line begins next: by the second turn of the loop, this one does.
    text = "\n" * (line - 1) + "for __turn in (0, 1): __turn or __import__('sys').breakpointhook()"
    code = compile(text, file, "exec").replace(co_name=function)
    try:
        exec(code, {"__name__": function, "__builtins__": __builtins__}, values)
    except late("bdb").BdbQuit:
        raise KeyboardInterrupt(f"left at {file}:{line}") from None
