"""GMRES: the point of a Krylov space whose residual is shortest."""

from typing import Any, NamedTuple

from .. import _cotan
from .._core import as_tensor
from .._loops import fori_loop, while_loop
from ._equation import dot


class _Space(NamedTuple):
    """A basis, in rows; the triangle of the least squares problem, in columns, with the right side; the rotations that
    made it; how many columns there are, and the square of the residual."""

    basis: Any
    triangle: Any
    right: Any
    cosines: Any
    sines: Any
    size: Any
    square: Any


def _rotated(s, column):
    """A new column after the rotations of those before."""
    def turn(i, column):
        a, b, cosine, sine = column[i], column[i + 1], s.cosines[i], s.sines[i]
        return column.at[i].set(cosine * a + sine * b).at[i + 1].set(cosine * b - _cotan.conj(sine) * a)

    return fori_loop(0, s.size, turn, column)


def _grown(matvec, s):
    """With one more vector (Arnoldi's), orthogonal to the others, which is made so twice; one more rotation makes the
    new column end on the diagonal."""
    k = s.size
    new, column = matvec(s.basis[k]), 0.0
    for _ in range(2):
        part = _cotan.conj(s.basis) @ new
        new, column = new - part @ s.basis, column + part
    length = _cotan.sqrt(dot(new, new))
    vector = _cotan.where(length > 0, new / _cotan.where(length > 0, length, 1.0).astype(new.dtype), 0.0)
    column = _rotated(s, column.at[k + 1].set(length.astype(column.dtype)))
    a, size = column[k], abs(column[k])
    whole = _cotan.sqrt(size * size + length * length)
    safe = _cotan.where(whole > 0, whole, 1.0)
    phase = _cotan.where(size > 0, a / _cotan.where(size > 0, size, 1.0).astype(a.dtype), 1.0)
    cosine = _cotan.where(whole > 0, size / safe, 1.0)
    sine = (phase * (length / safe).astype(a.dtype)).astype(a.dtype)
    column = column.at[k].set(phase * whole.astype(a.dtype)).at[k + 1].set(0.0)
    old = s.right[k]
    right = s.right.at[k].set(cosine.astype(a.dtype) * old).at[k + 1].set(-_cotan.conj(sine) * old)
    return _Space(s.basis.at[k + 1].set(vector), s.triangle.at[k].set(column[:-1]), right,
                  s.cosines.at[k].set(cosine.astype(a.dtype)), s.sines.at[k].set(sine), k + 1, abs(right[k + 1]) ** 2)


def _cycle(matvec, precondition, x, residual, width, wanted):
    """The solution after one space of at most `width` vectors. `wanted` is the square of the preconditioned residual at
    which it ends sooner."""
    dtype, length = x.dtype, _cotan.sqrt(dot(residual, residual))
    basis = _cotan.zeros((width + 1, x.shape[0]), dtype=dtype).at[0].set(
        residual / _cotan.where(length > 0, length, 1.0).astype(dtype))
    zeros = _cotan.zeros((width,), dtype=dtype)
    right = _cotan.zeros((width + 1,), dtype=dtype).at[0].set(length.astype(dtype))
    start = _Space(basis, _cotan.eye(width, dtype=dtype), right, zeros, zeros, _cotan.zeros((), dtype="int64"), length * length)
    s = while_loop(lambda s: _cotan.logical_and(s.size < width, s.square > wanted),
                   lambda s: _grown(lambda v: precondition(matvec(v)), s), start)
    # Rows of the triangle that were not made are those of the identity, with 0 on the right.
    made = _cotan.arange(width) < s.size
    diagonal = _cotan.diagonal(s.triangle)
    flat = _cotan.logical_and(made, diagonal == 0)  # of a singular matrix: no step along it
    triangle = s.triangle + _cotan.diag(flat.astype(dtype))
    steps = _cotan.where(_cotan.logical_and(made, _cotan.logical_not(flat)), s.right[:-1], 0.0)
    weights = _cotan.linalg.solve_triangular(triangle.T, steps, lower=False)
    return x + weights @ s.basis[:-1]


def gmres(matvec: Any, b: Any, x: Any, precondition: Any, stop: Any, restart: int) -> tuple[Any, Any, Any]:
    """Cycles from `x`, with the preconditioner on the left; see `solved`."""
    width, limit = max(min(restart, b.shape[0]), 1), stop.square(b)

    def goes_on(held):
        _, count, square, moves = held
        return _cotan.logical_and(_cotan.logical_and(square > limit, count < stop.turns), moves)

    def turn(held):
        x, count, square, _ = held
        residual = precondition(b - matvec(x))
        # The preconditioned residual is measured by the true one at the beginning of the cycle.
        wanted = 0.25 * dot(residual, residual) * limit / square
        x = _cycle(matvec, precondition, x, residual, width, wanted)
        after = b - matvec(x)
        length = dot(after, after)
        return x, count + 1, length, length < square * (1.0 - 1e-12)

    first = b - matvec(x)
    start = (x, as_tensor(0).astype("int64"), dot(first, first), as_tensor(True))
    x, count, square, _ = while_loop(goes_on, turn, start)
    return x, count, square
