"""Convolutions and correlations of signals and images."""

from typing import Any, Sequence

from .. import _cotan
from .._core import Tensor, describe
from .._declared import Scalar, checked
from .._places import among, integers
from ._arguments import choice, numbers, refuse

_MODES = "full", "same", "valid"


def _operands(name, in1, in2, mode):
    """Two operands of one type and as many axes, which have elements; the second is no larger where one lies within the other."""
    choice(name, "mode", mode, *_MODES)
    x, y = numbers(name, in1, in2)
    if x.ndim != y.ndim or 0 in x.shape or 0 in y.shape:
        refuse(name, f"the operands must have as many axes as each other, and elements, but are {describe(x)} and {describe(y)}")
    return x, y


def _ordered(name, x, y, mode, axes):
    """The operands in the order in which the second fits into the first, which "valid" asks for."""
    if mode != "valid" or all(x.shape[d] >= y.shape[d] for d in axes):
        return x, y
    if not all(x.shape[d] <= y.shape[d] for d in axes):
        refuse(name, f"with the mode 'valid' one operand must be as large as the other along all axes, but they are {describe(x)} and "
                     f"{describe(y)}")
    return y, x


def _span(n: int, m: int, mode: str) -> tuple[int, int]:
    """The places of the full convolution of n and m numbers that a mode keeps."""
    if mode == "full":
        return 0, n + m - 1
    return ((m - 1) // 2, (m - 1) // 2 + n) if mode == "same" else (m - 1, n)


def _sums(x, y):
    """Sums of products of y, backwards, at all places that lie within x; of real numbers."""
    letters = "".join(chr(ord("a") + d) for d in range(x.ndim))
    layout = f"NC{letters}"
    wide = x.astype("float32") if x.dtype.name in ("float16", "bfloat16") else x
    kernel = _cotan.flip(y).astype(wide.dtype)
    found = _cotan.conv_general_dilated(wide[None, None], kernel[None, None], (1,) * x.ndim, "VALID",
                                        dimension_numbers=(layout, f"OI{letters}", layout))
    return found[0, 0].astype(x.dtype)


def _direct(x, y, mode):
    spans = [_span(n, m, mode) for n, m in zip(x.shape, y.shape)]
    around = [(m - 1 - start, stop - n) for (start, stop), n, m in zip(spans, x.shape, y.shape)]
    x = _cotan.pad(x, around)
    if x.dtype.kind != "c":
        return _sums(x, y)
    (a, b), (c, d) = ((_cotan.real(t), _cotan.imag(t)) for t in (x, y))
    return _cotan.complex(_sums(a, c) - _sums(b, d), _sums(a, d) + _sums(b, c))


def _by_fft(x, y, mode, axes):
    if not axes:
        return x * y
    spans = {d: _span(x.shape[d], y.shape[d], mode) for d in axes}
    sizes = [x.shape[d] + y.shape[d] - 1 for d in axes]
    half = x.dtype.name in ("float16", "bfloat16")
    wide = [t.astype("float32") if half else t for t in (x, y)]
    if x.dtype.kind == "c":
        full = _cotan.fft.ifftn(_cotan.fft.fftn(wide[0], s=sizes, axes=axes) * _cotan.fft.fftn(wide[1], s=sizes, axes=axes), axes=axes)
    else:
        full = _cotan.fft.irfftn(_cotan.fft.rfftn(wide[0], s=sizes, axes=axes) * _cotan.fft.rfftn(wide[1], s=sizes, axes=axes),
                                 s=sizes, axes=axes)
    kept = tuple(slice(*spans[d]) if d in spans else slice(None) for d in range(x.ndim))
    return full[kept].astype(x.dtype)


def _convolved(name, in1, in2, mode, method, conjugate=False):
    x, y = _operands(name, in1, in2, mode)
    choice(name, "method", method, "auto", "direct", "fft")
    y = _cotan.flip(_cotan.conj(y)) if conjugate else y
    axes = tuple(range(x.ndim))
    x, y = _ordered(name, x, y, mode, axes)
    if x.ndim == 0 or method == "fft":
        return _by_fft(x, y, mode, axes)
    return _direct(x, y, mode)


@checked
def convolve(in1: Any, in2: Any, mode: str = "full", method: str = "auto", precision: Any = None) -> Tensor:
    """The convolution of two tensors of as many axes: at each place the sum of products of `in1` and `in2` backwards.

    "full" is everywhere where they meet, n + m - 1 places along an axis; "same" the n in the middle of that; "valid" where one
    lies within the other. By method "fft" it takes O(n log n) operations, else ("direct", "auto") n m. Integers are taken as
    float32; `precision` changes nothing. As `jax.scipy.signal.convolve`.

    >>> import cotan as ct
    >>> ct.signal.convolve(ct.array([1.0, 2.0, 3.0]), ct.array([1.0, 10.0]))
    Tensor([ 1., 12., 23., 30.], dtype=float32)
    """
    return _convolved("convolve", in1, in2, mode, method)


@checked
def correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto", precision: Any = None) -> Tensor:
    """The correlation of two tensors: the convolution of the first with the second backwards and conjugated; see `convolve`.

    >>> import cotan as ct
    >>> ct.signal.correlate(ct.array([1.0, 2.0, 3.0]), ct.array([1.0, 10.0]), mode="valid")
    Tensor([21., 32.], dtype=float32)
    """
    return _convolved("correlate", in1, in2, mode, method, conjugate=True)


@checked
def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: int | Sequence[int] | None = None) -> Tensor:
    """The convolution along some axes, or all, by Fourier transforms, in O(n log n); along others the operands are broadcast.

    >>> import cotan as ct
    >>> ct.signal.fftconvolve(ct.ones((2, 3)), ct.ones((2, 3)), axes=1).round(4)
    Tensor([[1., 2., 3., 2., 1.],
            [1., 2., 3., 2., 1.]], dtype=float32)
    """
    x, y = _operands("fftconvolve", in1, in2, mode)
    given = range(x.ndim) if axes is None else integers("ct.signal.fftconvolve", "axes", axes)
    places = among("ct.signal.fftconvolve", "'axes'", tuple(given), x.ndim, f"are {x.ndim} axes")
    for d in range(x.ndim):
        if d not in places and x.shape[d] != y.shape[d] and 1 not in (x.shape[d], y.shape[d]):
            refuse("fftconvolve", f"along axes that are not among 'axes' the operands must be broadcast, but are {describe(x)} and {describe(y)}")
    x, y = _ordered("fftconvolve", x, y, mode, places)
    return _by_fft(x, y, mode, tuple(places))


_BOUNDARIES = {"fill": "constant", "wrap": "wrap", "symm": "symmetric"}


def _of_images(name, in1, in2, mode, boundary, fillvalue, conjugate=False):
    x, y = _operands(name, in1, in2, mode)
    choice(name, "boundary", boundary, *_BOUNDARIES)
    if x.ndim != 2:
        refuse(name, f"the operands must have two axes, but are {describe(x)} and {describe(y)}")
    y = _cotan.flip(_cotan.conj(y)) if conjugate else y
    x, y = _ordered(name, x, y, mode, (0, 1))
    if mode == "valid":
        return _direct(x, y, mode)
    around = [(m - 1, m - 1) for m in y.shape]
    if boundary == "fill":
        wide = _cotan.pad(x, around, constant_values=fillvalue)
    else:
        wide = _cotan.pad(x, around, mode=_BOUNDARIES[boundary])
    late = conjugate and mode == "same"  # of an even number of places SciPy takes the later one for the middle
    spans = [(m // 2, m // 2 + n) if late else _span(n, m, mode) for n, m in zip(x.shape, y.shape)]
    kept = wide[tuple(slice(start, stop + m - 1) for (start, stop), m in zip(spans, y.shape))]
    return _direct(kept, y, "valid")


@checked
def convolve2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Scalar = 0,
               precision: Any = None) -> Tensor:
    """The convolution of two images, (h, w), by n m operations; modes are those of `convolve`.

    Around `in1` lies `fillvalue` ("fill"), or the image once more ("wrap"), or its reflection with the border ("symm").

    >>> import cotan as ct
    >>> ct.signal.convolve2d(ct.array([[1.0, 2.0], [3.0, 4.0]]), ct.ones((2, 2)), mode="same", boundary="wrap")
    Tensor([[10., 10.],
            [10., 10.]], dtype=float32)
    """
    return _of_images("convolve2d", in1, in2, mode, boundary, fillvalue)


@checked
def correlate2d(in1: Any, in2: Any, mode: str = "full", boundary: str = "fill", fillvalue: Scalar = 0,
                precision: Any = None) -> Tensor:
    """The correlation of two images: the convolution of the first with the second backwards and conjugated; see `convolve2d`.

    >>> import cotan as ct
    >>> ct.signal.correlate2d(ct.array([[1.0, 2.0], [3.0, 4.0]]), ct.array([[1.0, 10.0]]), mode="valid")
    Tensor([[21.],
            [43.]], dtype=float32)
    """
    return _of_images("correlate2d", in1, in2, mode, boundary, fillvalue, conjugate=True)
