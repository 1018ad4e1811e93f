"""Segments of signals that overlap, and their Fourier transforms (Welch 1967)."""

from typing import Any, Callable, NamedTuple

from .. import _cotan
from .._core import Tensor
from .._traced import applied
from ._arguments import choice, refuse, size
from ._detrend import without_line
from ._windows import window_of


class Layout(NamedTuple):
    """How signals are cut: the window, how many samples segments share, and of how many they are transformed."""

    window: Tensor
    noverlap: int
    nfft: int
    onesided: bool

    @property
    def nperseg(self) -> int:
        return self.window.shape[0]

    @property
    def step(self) -> int:
        return self.nperseg - self.noverlap

    def frequencies(self, fs: Any) -> Tensor:
        of = _cotan.fft.rfftfreq if self.onesided else _cotan.fft.fftfreq
        return of(self.nfft, dtype=self.window.dtype.name) * fs


def layout(name: str, dtype: Any, n: int | None, onesided: bool, window: Any, nperseg: Any, noverlap: Any, nfft: Any) -> Layout:
    """What the parameters say of n samples."""
    weights = window_of(name, window, nperseg, n, dtype)
    count = weights.shape[0]
    shared = count // 2 if noverlap is None else size(name, "noverlap", noverlap, 0)
    if shared >= count:
        refuse(name, f"'noverlap' must be less than the {count} samples of a segment, but is {shared}")
    points = count if nfft is None else size(name, "nfft", nfft)
    if points < count:
        refuse(name, f"'nfft' must be at least the {count} samples of a segment, but is {points}")
    return Layout(weights, shared, points, onesided)


def segments(x: Tensor, cut: Layout) -> Tensor:
    """(..., number, nperseg) of (..., n)."""
    starts = _cotan.arange(0, x.shape[-1] - cut.nperseg + 1, cut.step)
    return _cotan.take(x, _cotan.expand_dims(starts, 1) + _cotan.arange(cut.nperseg), axis=-1)


def trend_taken(name: str, detrend: Any) -> Callable[[Tensor], Tensor]:
    """What is done to each segment."""
    if detrend is False:
        return lambda x: x
    if callable(detrend):
        return lambda x: applied(detrend, x)
    if choice(name, "detrend", detrend, "constant", "linear") == "linear":
        return without_line
    return lambda x: x - _cotan.mean(x, axis=-1, keepdims=True)


def transformed(name: str, x: Tensor, cut: Layout, detrend: Any) -> Tensor:
    """The Fourier transforms of the segments, (..., number, frequencies)."""
    parts = trend_taken(name, detrend)(segments(x, cut)) * cut.window
    return (_cotan.fft.rfft if cut.onesided else _cotan.fft.fft)(parts, n=cut.nfft)


def scale_of(name: str, cut: Layout, fs: Any, scaling: Any) -> Any:
    """What squares of transforms are multiplied by."""
    if choice(name, "scaling", scaling, "density", "spectrum") == "density":
        return 1.0 / (fs * _cotan.sum(cut.window * cut.window))
    return 1.0 / _cotan.sum(cut.window) ** 2
