"""Integrals of functions, to a tolerance or by a fixed rule, and of samples.

>>> import cotan as ct
>>> area, error = ct.integrate.quad(lambda x: ct.exp(-x * x), -float("inf"), float("inf"))
>>> area.round(4)
Tensor(1.7725, dtype=float32)
"""

# The words "as" say that these are the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from ._quad import QuadInfo as QuadInfo, quad as quad
from ._rules import fixed_quad as fixed_quad, romberg as romberg
from ._samples import cumulative_trapezoid as cumulative_trapezoid, romb as romb, simpson as simpson, trapezoid as trapezoid

_check_calls(globals(), "ct.integrate.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]
