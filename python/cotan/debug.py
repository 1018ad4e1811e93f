"""What helps to look into compiled functions while they run."""

from typing import Any

from . import _cotan
from ._breakpoint import breakpoint as breakpoint
from ._control import builtins as _builtins, texts as _texts
from ._core import here
from ._signatures import found

__all__ = ["breakpoint", "print"]


def print(text: str, /, *values: Any, ordered: bool = True, **named: Any) -> None:
    """Prints `text.format(*values, **named)`; in a compiled function, each time it runs.

    What Python's `print` does within functions whose text Cotan reads, this does in all of them: in
    those of libraries, too, and in lambdas. Derivatives, checkpoints and loops print each line once,
    in the order of the program, so that `ordered` is as in jax.debug.print but changes nothing; under
    `ct.vmap`, what differs between calls is printed for each.

    >>> import cotan as ct
    >>> @ct.jit
    ... def root(x):
    ...     y = x / 2
    ...     for i in range(3):
    ...         y = (y + x / y) / 2
    ...         ct.debug.print("step {i}: {y:.4f}", i=i, y=y)
    ...     return y
    >>> y = root(2.0)
    step 0: 1.5000
    step 1: 1.4167
    step 2: 1.4142
    """
    if not isinstance(text, str):
        raise _cotan.TypeError(f"{here()}ct.debug.print: the text must be a str, as 'x is {{x}}', but is {found(text)}; "
                               "write ct.debug.print('{}', x)")
    try:
        line = _texts.format_method(text)(*values, **named)
    except (KeyError, IndexError, AttributeError, ValueError) as problem:
        if isinstance(problem, _cotan.ValueError):
            raise
        raise _cotan.ValueError(f"{here()}ct.debug.print: {text!r} does not go with what is given: {_why(problem)}") from None
    _builtins._print(line)


def _why(problem):
    return f"there is no {problem}" if isinstance(problem, KeyError) else str(problem)


def __dir__() -> list[str]:
    return __all__
