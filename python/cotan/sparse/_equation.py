"""What solvers of linear equations are given, as functions of vectors."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._core import Tensor, as_tensor, describe, here, is_inexact
from .._linear import custom_linear_solve
from .._nest import text_of
from .._places import is_integer
from .._ravel import ravel
from .._signatures import found as shown
from .._traced import applied, shape_of


class Stop(NamedTuple):
    """When a solver stops: at a residual no longer than `tol` times the right side, or than `atol`, or after so many
    turns."""

    tol: Any
    atol: Any
    turns: int

    def square(self, b: Any) -> Tensor:
        """Of the longest residual that will do."""
        size = dot(b, b)
        return _cotan.maximum(size * _number(self.tol, size) ** 2, _number(self.atol, size) ** 2)


def _number(x, like):
    return _cotan.stop_gradient(as_tensor(x).astype(like.dtype))


def dot(a: Any, b: Any) -> Tensor:
    """The real part of the inner product of two vectors."""
    product = _cotan.vdot(a, b)
    return _cotan.real(product) if product.dtype.kind == "c" else product


class _Operator:
    """A matrix, or a linear function of nests, as a function of vectors."""

    def __init__(self, name, what, given, like, unravel, text):
        self.name, self.what, self.given, self.like = name, what, given, like
        self.unravel, self.text, self.matrix = unravel, text, None
        if not callable(given) or isinstance(given, Tensor):
            self.matrix = as_tensor(given, f"ct.sparse.linalg.{name}")
            n = like.shape[0]
            if self.matrix.ndim != 2 or tuple(self.matrix._sizes) != (n, n):
                raise _cotan.ValueError(f"{here()}ct.sparse.linalg.{name}: '{what}' must be a function or a matrix of {n} rows "
                                        f"and columns, as 'b' has {n} numbers, but is {describe(self.matrix)}")

    def __call__(self, x):
        if self.matrix is not None:
            return (self.matrix @ x).astype(self.like.dtype)
        result = shape_of(applied(self.given, self.unravel(x)), f"ct.sparse.linalg.{self.name}: what '{self.what}' returned", "result")
        if not result.has_form_of(self.text) or any(
                a.shape != b.shape for a, b in zip(result.tensors, self.text.tensors)):
            raise _cotan.TypeError(f"{here()}ct.sparse.linalg.{self.name}: '{self.what}' returned {text_of(result)}, but 'b' is "
                                   f"{text_of(self.text)}; it must return what it is given, times a matrix")
        flat = [a.astype(self.like.dtype).reshape(-1) for a in result.tensors]
        return _cotan.concatenate(flat) if flat else x


def _start(name, x0, b, flat):
    """Where to begin, as a vector."""
    if x0 is None:
        return _cotan.zeros_like(flat)
    given = shape_of(x0, f"ct.sparse.linalg.{name}: 'x0'", "x0")
    if not given.has_form_of(b) or any(x.shape != y.shape for x, y in zip(given.tensors, b.tensors)):
        raise _cotan.ValueError(f"{here()}ct.sparse.linalg.{name}: 'x0' is {text_of(given)}, but 'b' is {text_of(b)}; they must "
                                "be alike")
    return _cotan.stop_gradient(ravel(given.filled(given.tensors))[0].astype(flat.dtype))


def solved(name: str, A: Any, b: Any, x0: Any, M: Any, stop: tuple[Any, Any, Any], symmetric: bool,
           solver: Callable[..., Any]) -> tuple[Any, Any]:
    """What `solver(matvec, b, x0, M, stop)` finds, a vector and how many turns it took, with the derivative of the
    solution, and 0 or that number if it was not enough."""
    shape = shape_of(b, f"ct.sparse.linalg.{name}: 'b'", "b")
    for x in shape.tensors:
        if x.dtype.kind not in "fciu" or x.dtype.name.startswith("float8"):
            raise _cotan.TypeError(f"{here()}ct.sparse.linalg.{name}: 'b' must be of numbers, but holds {describe(x)}")
    tensors = [x if is_inexact(x) else x.astype(float) for x in shape.tensors]
    if A is not None and not callable(A) or isinstance(A, Tensor):  # floats give way to those of a matrix
        matrix = as_tensor(A, f"ct.sparse.linalg.{name}")
        tensors = [x.astype(_cotan._common_type([x, matrix if is_inexact(matrix) else x])) for x in tensors]
    flat, unravel = ravel(shape.filled(tensors))
    like = shape_of(shape.filled(tensors), "", "b")
    tol, atol, maxiter = stop
    if maxiter is not None and (not is_integer(maxiter) or maxiter < 0):
        raise _cotan.ValueError(f"{here()}ct.sparse.linalg.{name}: 'maxiter' must be a number of turns or None, but is "
                                f"{shown(maxiter)}")
    rule = Stop(tol, atol, 10 * flat.shape[0] if maxiter is None else int(maxiter))
    matvec = _Operator(name, "A", A, flat, unravel, like)
    precondition = (lambda r: r) if M is None else _Operator(name, "M", M, flat, unravel, like)
    begun = _start(name, x0, like, flat)

    def solve(matvec, b):
        x, turns, square = solver(matvec, b, begun, precondition, rule)
        return x, _cotan.where(square <= rule.square(b), 0, _cotan.maximum(turns, 1))

    symmetric = symmetric and flat.dtype.kind != "c"  # the transposed of a Hermitian matrix is another
    x, info = custom_linear_solve(matvec, flat, solve, None if symmetric else solve, symmetric, has_aux=True)
    return unravel(x), info
