"""Short-time Fourier transforms, and signals of them (Griffin and Lim 1984)."""

from typing import Any

from .. import _cotan
from .._core import Tensor, describe
from .._declared import Scalar, checked
from ._arguments import axis_of, choice, numbers, refuse, size
from ._segments import layout, scale_of, transformed
from ._spectra import _real_type, _rows, segment_times


def _extended(x, kind, n):
    """The signal with n more samples on both sides: its reflection at the last sample, which also stands on its head ("odd"), or
    the last sample, or zeros."""
    around = [*[(0, 0)] * (x.ndim - 1), (n, n)]
    if kind == "zeros":
        return _cotan.pad(x, around)
    if kind == "constant":
        return _cotan.pad(x, around, mode="edge")
    if n >= x.shape[-1]:
        refuse("stft", f"the boundary '{kind}' reflects {n} samples, but there are {x.shape[-1]}; choose 'zeros'")
    if kind == "even":
        return _cotan.pad(x, around, mode="reflect")
    before, behind = 2.0 * x[..., :1] - _cotan.flip(x[..., 1:n + 1], axis=-1), 2.0 * x[..., -1:] - _cotan.flip(x[..., -n - 1:-1], axis=-1)
    return _cotan.concatenate([before, x, behind], axis=-1)


@checked
def stft(x: Any, fs: Scalar = 1.0, window: Any = "hann", nperseg: int = 256, noverlap: int | None = None, nfft: int | None = None,
         detrend: Any = False, return_onesided: bool = True, boundary: str | None = "zeros", padded: bool = True, axis: int = -1,
         scaling: str = "spectrum") -> tuple[Tensor, Tensor, Tensor]:
    """Frequencies, times, and the short-time Fourier transform of a signal along an axis: the transforms of segments times a
    window, whose times are the last axis.

    The signal is extended by half a segment on both sides: "zeros", "even" (reflected), "odd" (reflected and on its head),
    "constant", or not (None); and by zeros, if it is `padded`, to a whole number of segments. Other parameters are those of
    `welch`. As `jax.scipy.signal.stft`.

    >>> import cotan as ct
    >>> f, t, Z = ct.signal.stft(ct.ones(32), nperseg=8)
    >>> f.shape, t.shape, Z.shape, Z[0, 3].real
    ((5,), (9,), (5, 9), Tensor(1., dtype=float32))
    """
    choice("stft", "boundary", boundary, "zeros", "even", "odd", "constant", None)
    (rows,), place = _rows("stft", axis, x)
    onesided = return_onesided and rows.dtype.kind != "c"
    cut = layout("stft", _real_type(rows), rows.shape[-1], onesided, window, nperseg, noverlap, nfft)
    half = cut.nperseg // 2
    if boundary is not None:
        rows = _extended(rows, boundary, half)
    if padded:
        rest = (cut.nperseg - rows.shape[-1]) % cut.step
        rows = _cotan.pad(rows, [*[(0, 0)] * (rows.ndim - 1), (0, rest)])
    found = transformed("stft", rows, cut, detrend) * _cotan.sqrt(scale_of("stft", cut, fs, scaling))
    times = segment_times(cut, found.shape[-2], fs)
    times = times if boundary is None else times - (cut.nperseg / 2.0) / fs
    return cut.frequencies(fs), times, _cotan.moveaxis(_cotan.swapaxes(found, -1, -2), -2, place)


def _added_up(parts, step):
    """Segments, (..., number, nperseg), added where they overlap: (..., n)."""
    count, size = parts.shape[-2:]
    places = _cotan.expand_dims(_cotan.arange(count) * step, 1) + _cotan.arange(size)
    return _cotan.zeros((*parts.shape[:-2], (count - 1) * step + size), dtype=parts.dtype).at[..., places].add(parts)


@checked
def istft(Zxx: Any, fs: Scalar = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
          nfft: int | None = None, input_onesided: bool = True, boundary: bool = True, time_axis: int = -1, freq_axis: int = -2,
          scaling: str = "spectrum") -> tuple[Tensor, Tensor]:
    """Times, and the signal whose short-time Fourier transform is nearest to Zxx, by least squares (Griffin and Lim 1984).

    Parameters are those `stft` was called with; `boundary` says that half a segment is cut away on both sides. Without
    `input_onesided` the signal is complex. As `jax.scipy.signal.istft`.

    >>> import cotan as ct
    >>> _, _, Z = ct.signal.stft(ct.arange(8.0), nperseg=4)
    >>> ct.signal.istft(Z, nperseg=4)[1].round(4) + 0.0
    Tensor([0., 1., 2., 3., 4., 5., 6., 7.], dtype=float32)
    """
    z, = numbers("istft", Zxx)
    if z.ndim < 2:
        refuse("istft", f"'Zxx' must have two axes or more, but is {describe(z)}")
    times, freqs = axis_of("istft", "time_axis", z, time_axis), axis_of("istft", "freq_axis", z, freq_axis)
    if times == freqs:
        refuse("istft", "'time_axis' and 'freq_axis' must differ")
    z = _cotan.moveaxis(z, (times, freqs), (-2, -1))
    points = 2 * (z.shape[-1] - 1) if input_onesided else z.shape[-1]
    count = points if nperseg is None else size("istft", "nperseg", nperseg)
    if nfft is None:
        nfft = points + 1 if input_onesided and count == points + 1 else points
    elif nfft < count:
        refuse("istft", f"'nfft' must be at least 'nperseg', {count}, but is {nfft}")
    is_named = isinstance(window, (str, tuple, int, float))
    cut = layout("istft", _real_type(z), None, input_onesided, window, count if is_named else nperseg, noverlap, nfft)
    parts = (_cotan.fft.irfft if input_onesided else _cotan.fft.ifft)(z, n=nfft)[..., :cut.nperseg]
    parts = parts * cut.window / _cotan.sqrt(scale_of("istft", cut, fs, scaling))
    weights = _added_up(_cotan.broadcast_to(cut.window * cut.window, (parts.shape[-2], cut.nperseg)), cut.step)
    x = _added_up(parts, cut.step)
    if boundary:
        half = cut.nperseg // 2
        x, weights = x[..., half:x.shape[-1] - half], weights[half:weights.shape[0] - half]
    x = x / _cotan.where(weights > 1e-10, weights, 1.0)
    place = times - 1 if freqs < times else times
    return _cotan.arange(x.shape[-1]).astype(cut.window.dtype) / fs, _cotan.moveaxis(x, -1, place)
