"""Minima, roots, fixed points and least squares, found by compiled loops, with derivatives of the implicit function.

>>> import cotan as ct
>>> def root_of(a):
...     return ct.optimize.root(lambda x: x ** 3 + x - a, 1.0).x
>>> root_of(2.0).round(4), ct.grad(root_of)(2.0).round(4)
(Tensor(1., dtype=float32), Tensor(0.25, dtype=float32, weak_type=True))
"""

# The words "as" say that these are the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from ._least_squares import LeastSquaresResults as LeastSquaresResults, least_squares as least_squares
from ._minimize import OptimizeResults as OptimizeResults, minimize as minimize
from ._root import RootResults as RootResults, fixed_point as fixed_point, root as root
from ._root_scalar import RootScalarResults as RootScalarResults, root_scalar as root_scalar

_check_calls(globals(), "ct.optimize.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]
