"""Spectra of signals: means over segments (Welch 1967), and of each of them."""

from typing import Any

from .. import _cotan
from .._core import Tensor, describe
from .._declared import Scalar, checked
from .._late import np
from ._arguments import axis_of, choice, numbers, refuse
from ._segments import Layout, layout, scale_of, transformed


def _real_type(x):
    """Of frequencies and weights; half types are computed as float32."""
    return "float64" if x.dtype.name in ("float64", "complex128") else "float32"


def _rows(name, axis, *given):
    """Signals with their samples along the last axis, of one length and with axes as wide, and the axis."""
    xs = numbers(name, *given)
    place = axis_of(name, "axis", xs[0], axis)
    xs = [x.astype("float32") if x.dtype.name in ("float16", "bfloat16") else x for x in xs]
    rows = [_cotan.moveaxis(x, axis_of(name, "axis", x, axis), -1) for x in xs]
    n = max(x.shape[-1] for x in rows)
    if n == 0:
        refuse(name, f"there must be samples along the axis, but they are {', '.join(map(describe, xs))}")
    return [_cotan.pad(x, [*[(0, 0)] * (x.ndim - 1), (0, n - x.shape[-1])]) for x in rows], place


def _one_sided(x, cut):
    """Twice the power of frequencies that stand for their negatives, too."""
    if not cut.onesided:
        return x
    count = cut.nfft // 2 + 1
    alone = np.isin(np.arange(count), [0, cut.nfft / 2])
    return x * _cotan.array(np.where(alone, 1.0, 2.0), _real_type(x))


def _powers(name, rows, cut, fs, detrend, scaling):
    """(..., segments, frequencies): squares of transforms, or products of two."""
    first, *second = [transformed(name, x, cut, detrend) for x in rows]
    square = _cotan.conj(first) * second[0] if second else _cotan.real(_cotan.conj(first) * first)
    return _one_sided(square * scale_of(name, cut, fs, scaling), cut)


def _bias_of_median(n):
    """How much larger the mean of n powers is than their median: the sum of the alternating harmonic series."""
    return 1.0 + sum(1.0 / (2 * k + 1) - 1.0 / (2 * k) for k in range(1, (n - 1) // 2 + 1))


def _mean(name, powers, average):
    """Over segments."""
    if choice(name, "average", average, "mean", "median") == "mean":
        return _cotan.mean(powers, axis=-2)
    parts = [_cotan.median(part, axis=-2) for part in ((_cotan.real(powers), _cotan.imag(powers)) if powers.dtype.kind == "c" else (powers,))]
    return (_cotan.complex(*parts) if len(parts) == 2 else parts[0]) / _bias_of_median(powers.shape[-2])


def _averaged(name, given, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average):
    rows, place = _rows(name, axis, *given)
    onesided = return_onesided and all(x.dtype.kind != "c" for x in rows)
    cut = layout(name, _real_type(rows[0]), rows[0].shape[-1], onesided, window, nperseg, noverlap, nfft)
    found = _mean(name, _powers(name, rows, cut, fs, detrend, scaling), average)
    return cut.frequencies(fs), _cotan.moveaxis(found, -1, place)


@checked
def csd(x: Any, y: Any, fs: Scalar = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
        nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density", axis: int = -1,
        average: str = "mean") -> tuple[Tensor, Tensor]:
    """Frequencies, and the cross spectral density of two signals, which is complex: see `welch`. The shorter signal is followed
    by zeros; other axes are broadcast.

    >>> import cotan as ct
    >>> x = ct.cos(ct.pi * ct.arange(64) / 4)
    >>> f, density = ct.signal.csd(x, 2.0 * x, nperseg=16)
    >>> density.shape, density[2].real.round(3)
    ((9,), Tensor(10.667, dtype=float32))
    """
    return _averaged("csd", (x, y), fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)


@checked
def welch(x: Any, fs: Scalar = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
          nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density", axis: int = -1,
          average: str = "mean") -> tuple[Tensor, Tensor]:
    """Frequencies, and the power spectral density of a signal along an axis by Welch's method (1967): the mean, or the median
    without its bias, of squares of Fourier transforms of segments.

    Segments have `nperseg` samples, 256 if nothing is said, and share `noverlap`, half of them if nothing is said. Each has its
    mean taken away ("constant"), its line ("linear"), nothing (False) or what a function does; is multiplied by the window, a
    name as of `get_window` or a vector; and has zeros behind it, up to `nfft`. Of real signals only frequencies of 0 or more are
    there, unless `return_onesided` is False. "density" is power for each unit of frequency, "spectrum" that of a sine wave.

    Integers and half types are taken as float32. It takes O(n log(nperseg)). As `jax.scipy.signal.welch`.

    >>> import cotan as ct
    >>> f, power = ct.signal.welch(ct.cos(ct.pi * ct.arange(64) / 4), nperseg=16, scaling="spectrum")
    >>> f[2], power[2].round(4)
    (Tensor(0.125, dtype=float32), Tensor(0.5, dtype=float32))
    """
    return _averaged("welch", (x,), fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)


@checked
def periodogram(x: Any, fs: Scalar = 1.0, window: Any = "boxcar", nfft: int | None = None, detrend: Any = "constant",
                return_onesided: bool = True, scaling: str = "density", axis: int = -1) -> tuple[Tensor, Tensor]:
    """Frequencies, and the power spectral density of a whole signal, as one segment: see `welch`. With an `nfft` below the number
    of samples only the first ones count. As `scipy.signal.periodogram`.

    >>> import cotan as ct
    >>> f, power = ct.signal.periodogram(ct.array([1.0, -1.0, 1.0, -1.0]))
    >>> power.round(4)
    Tensor([0., 0., 4.], dtype=float32)
    """
    rows, place = _rows("periodogram", axis, x)
    n = rows[0].shape[-1]
    if nfft is not None and nfft < n:
        rows, n = [rows[0][..., :nfft]], nfft
    whole = _cotan.moveaxis(rows[0], -1, place)
    return _averaged("periodogram", (whole,), fs, window, n if isinstance(window, (str, tuple, int, float)) else None, 0, nfft, detrend,
                     return_onesided, scaling, axis, "mean")


def segment_times(cut: Layout, count: int, fs: Any) -> Tensor:
    """The middle of each segment."""
    return (_cotan.arange(count) * cut.step + cut.nperseg / 2.0).astype(cut.window.dtype) / fs


@checked
def spectrogram(x: Any, fs: Scalar = 1.0, window: Any = ("tukey", 0.25), nperseg: int | None = None, noverlap: int | None = None,
                nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density",
                axis: int = -1) -> tuple[Tensor, Tensor, Tensor]:
    """Frequencies, times of segments, and the power spectral density of each segment, whose times are the last axis; segments share
    an eighth of their samples if nothing is said. Other parameters are those of `welch`. As `scipy.signal.spectrogram` with the
    mode "psd".

    >>> import cotan as ct
    >>> f, t, power = ct.signal.spectrogram(ct.ones(64), nperseg=16)
    >>> f.shape, t.shape, power.shape
    ((9,), (4,), (9, 4))
    """
    rows, place = _rows("spectrogram", axis, x)
    onesided = return_onesided and rows[0].dtype.kind != "c"
    dtype, n = _real_type(rows[0]), rows[0].shape[-1]
    cut = layout("spectrogram", dtype, n, onesided, window, nperseg, 0, nfft)
    cut = layout("spectrogram", dtype, n, onesided, window, nperseg, cut.nperseg // 8 if noverlap is None else noverlap, nfft)
    powers = _powers("spectrogram", rows, cut, fs, detrend, scaling)
    times = segment_times(cut, powers.shape[-2], fs)
    return cut.frequencies(fs), times, _cotan.moveaxis(_cotan.swapaxes(powers, -1, -2), -2, place)
