"""Functions of square matrices, made of exponentials, logarithms, roots and Schur forms."""

from typing import Any, Callable

from .. import _cotan
from .._core import Tensor, describe
from .._derivatives import jvp
from .._late import np
from .._loops import fori_loop
from .._mistakes import check_function
from .._named import named
from .._signatures import found
from .._standard import result_type
from ._matrices import adjoint, flag, matrix, one_of, widened


@named("ct.linalg.expm_frechet")
def expm_frechet(A: Any, E: Any, method: str | None = None, compute_expm: bool = True, check_finite: bool = True) -> Any:
    """The exponential of a square matrix, and its derivative in the direction E; with `compute_expm=False` the derivative alone.

    Axes before the last two are batches. It is `ct.jvp` of `expm`, whatever `method` is.

    >>> import cotan as ct
    >>> ct.linalg.expm_frechet(ct.zeros((2, 2)), ct.array([[0.0, 1.0], [2.0, 0.0]]), compute_expm=False)
    Tensor([[0., 1.],
            [2., 0.]], dtype=float32)
    """
    flag("compute_expm", compute_expm)
    flag("check_finite", check_finite)
    one_of("method", method, (None, "SPS", "blockEnlarge"))
    a, e = matrix("A", A, square=True), matrix("E", E, square=True)
    if tuple(a.shape) != tuple(e.shape):
        raise _cotan.ValueError(f"'A' and 'E' must have the same shape, but are {describe(a)} and {describe(e)}")
    dtype = result_type(a.dtype, e.dtype)
    both = jvp(_cotan.linalg.expm, (a.astype(dtype),), (e.astype(dtype),))
    return both if compute_expm else both[1]


def _turned(A):
    """exp(i A) and exp(-i A) of complex matrices, and of real ones the first alone."""
    a = matrix("A", A, square=True)
    dtype = "complex128" if a.dtype.name in ("float64", "complex128") else "complex64"
    ahead = _cotan.linalg.expm(1j * a.astype(dtype))
    return a, ahead, _cotan.linalg.expm(-1j * a.astype(dtype)) if a.dtype.kind == "c" else None


def _cosine_and_sine(A):
    a, ahead, back = _turned(A)
    if back is None:
        return _cotan.real(ahead).astype(a.dtype), _cotan.imag(ahead).astype(a.dtype)
    return 0.5 * (ahead + back), -0.5j * (ahead - back)


@named("ct.linalg.cosm")
def cosm(A: Any) -> Tensor:
    """The cosine of a square matrix: real of a real one.

    >>> import cotan as ct
    >>> ct.linalg.cosm(ct.zeros((2, 2)))
    Tensor([[1., 0.],
            [0., 1.]], dtype=float32)
    """
    return _cosine_and_sine(A)[0]


@named("ct.linalg.sinm")
def sinm(A: Any) -> Tensor:
    """The sine of a square matrix: real of a real one.

    >>> import cotan as ct
    >>> ct.linalg.sinm(ct.array([[0.0, 1.0], [0.0, 0.0]]))
    Tensor([[0., 1.],
            [0., 0.]], dtype=float32)
    """
    return _cosine_and_sine(A)[1]


@named("ct.linalg.tanm")
def tanm(A: Any) -> Tensor:
    """The tangent of a square matrix, cosm(A)^-1 sinm(A).

    >>> import cotan as ct
    >>> ct.linalg.tanm(ct.array([[0.0, 1.0], [0.0, 0.0]]))
    Tensor([[0., 1.],
            [0., 0.]], dtype=float32)
    """
    return _cotan.linalg.solve(*_cosine_and_sine(A))


def _halves(A):
    """Of exp(A) and exp(-A)."""
    a = matrix("A", A, square=True)
    return 0.5 * _cotan.linalg.expm(a), 0.5 * _cotan.linalg.expm(-a)


@named("ct.linalg.coshm")
def coshm(A: Any) -> Tensor:
    """The hyperbolic cosine of a square matrix.

    >>> import cotan as ct
    >>> ct.linalg.coshm(ct.zeros((2, 2)))
    Tensor([[1., 0.],
            [0., 1.]], dtype=float32)
    """
    ahead, back = _halves(A)
    return ahead + back


@named("ct.linalg.sinhm")
def sinhm(A: Any) -> Tensor:
    """The hyperbolic sine of a square matrix.

    >>> import cotan as ct
    >>> ct.linalg.sinhm(ct.array([[0.0, 1.0], [0.0, 0.0]]))
    Tensor([[0., 1.],
            [0., 0.]], dtype=float32)
    """
    ahead, back = _halves(A)
    return ahead - back


@named("ct.linalg.tanhm")
def tanhm(A: Any) -> Tensor:
    """The hyperbolic tangent of a square matrix, coshm(A)^-1 sinhm(A).

    >>> import cotan as ct
    >>> ct.linalg.tanhm(ct.array([[0.0, 1.0], [0.0, 0.0]]))
    Tensor([[0., 1.],
            [0., 0.]], dtype=float32)
    """
    ahead, back = _halves(A)
    return _cotan.linalg.solve(ahead + back, ahead - back)


@named("ct.linalg.signm")
def signm(A: Any) -> Tensor:
    """The sign of a square matrix, A sqrtm(A^2)^-1: eigenvalues become 1 or -1, by the sign of their real part. It is complex, as
    sqrtm; where an eigenvalue is 0 or imaginary, it does not exist.

    >>> import cotan as ct
    >>> ct.linalg.signm(ct.array([[2.0, 0.0], [0.0, -3.0]])).real
    Tensor([[ 1.,  0.],
            [ 0., -1.]], dtype=float32)
    """
    a = widened(matrix("A", A, square=True))
    root = _cotan.linalg.sqrtm(a @ a)
    return _cotan.linalg.solve(root, a.astype(root.dtype))


@named("ct.linalg.fractional_matrix_power")
def fractional_matrix_power(A: Any, t: float) -> Tensor:
    """The power t of a square matrix, a real number: of an integer `matrix_power(A, t)`, else exp(t log(A)), which is complex and NaN
    of a singular matrix.

    >>> import cotan as ct
    >>> ct.linalg.fractional_matrix_power(ct.array([[4.0, 0.0], [0.0, 9.0]]), 0.5).real.round(5)
    Tensor([[2., 0.],
            [0., 3.]], dtype=float32)
    """
    a = matrix("A", A, square=True)
    if isinstance(t, (int, np.integer)) and not isinstance(t, bool):
        return _cotan.linalg.matrix_power(a, int(t))
    if not isinstance(t, (int, float, np.integer, np.floating)) or isinstance(t, bool):
        raise _cotan.TypeError(f"'t' must be a real number, but is {found(t)}")
    return _cotan.linalg.expm(float(t) * _cotan.linalg.logm(a))


@named("ct.linalg.funm")
def funm(A: Any, func: Callable[[Tensor], Tensor], disp: bool = True) -> Any:
    """A function of a square matrix: `func` is of its eigenvalues, elementwise, and takes and gives complex tensors, as `ct.sqrt`.

    By Parlett's recurrence in the complex Schur form, so the result is complex; its time is as the fourth power of the rows. It loses
    digits where eigenvalues are near each other, and is NaN where they coincide and their vectors are not apart. With `disp=False`
    also an estimate of the error relative to the result. As `scipy.linalg.funm`.

    >>> import cotan as ct
    >>> ct.linalg.funm(ct.array([[1.0, 3.0], [0.0, 4.0]]), ct.sqrt).real
    Tensor([[1., 1.],
            [0., 2.]], dtype=float32)
    """
    flag("disp", disp)
    check_function("linalg.funm", func, "func")
    t, z = _cotan.linalg.schur(matrix("A", A, square=True), "complex")
    n = t.shape[-1]
    values = _cotan.diagonal(t, axis1=-2, axis2=-1)
    of_values = func(values)
    if not isinstance(of_values, Tensor) or tuple(of_values.shape) != tuple(values.shape):
        what = describe(of_values) if isinstance(of_values, Tensor) else found(of_values)
        raise _cotan.ValueError(f"'func' must give a tensor of the shape it takes, {tuple(values.shape)}, but gave {what}")
    places = _cotan.arange(n)
    apart = places - places[:, None]
    gaps = values[..., None, :] - values[..., :, None]
    least = n * float(np.finfo(np.float64 if t.dtype.name == "complex128" else np.float32).eps)
    size = _cotan.max(abs(values), axis=-1, initial=0.0)[..., None, None]
    is_close = abs(gaps) <= least * size

    def turn(p, f):
        sums = t @ f - f @ t
        most = least * size * _cotan.maximum(1.0, _cotan.max(abs(f), axis=(-2, -1), keepdims=True))
        is_none = is_close & (abs(t) <= least * size) & (abs(sums) <= most)  # the vectors of the two are apart
        next_ = _cotan.where(is_close, float("nan"), sums / _cotan.where(is_close, 1.0, gaps))
        return _cotan.where(apart == p, _cotan.where(is_none, 0.0, next_), f)

    start = _cotan.where(apart == 0, of_values.astype(t.dtype)[..., None], 0.0)
    f = fori_loop(1, n, turn, start) if n > 1 else start
    result = z @ f @ adjoint(z)
    if disp:
        return result
    smallest = _cotan.min(_cotan.where(apart > 0, abs(gaps), float("inf")), axis=(-2, -1), initial=1.0)
    size_of_t = _cotan.max(_cotan.sum(abs(_cotan.triu(t, 1)), axis=-2), axis=-1, initial=0.0)
    return result, _cotan.minimum(1.0, _cotan.maximum(1.0, size_of_t / smallest) * least / n)
