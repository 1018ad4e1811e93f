"""Signals: convolutions, spectra, short-time Fourier transforms and windows, as in jax.scipy.signal, with derivatives.

>>> import cotan as ct
>>> ct.signal.detrend(ct.array([1.0, 3.0, 5.0, 7.0])).round(4) + 0.0
Tensor([0., 0., 0., 0.], dtype=float32)
"""

# The words "as" say that these are the package's own, to those who read the type hints.
from .._named import check_calls as _check_calls
from ._convolution import (
    convolve as convolve, convolve2d as convolve2d, correlate as correlate, correlate2d as correlate2d, fftconvolve as fftconvolve)
from ._detrend import detrend as detrend
from ._short_time import istft as istft, stft as stft
from ._spectra import csd as csd, periodogram as periodogram, spectrogram as spectrogram, welch as welch
from ._windows import get_window as get_window

_check_calls(globals(), "ct.signal.")


def __dir__() -> list[str]:
    return [name for name in globals() if name[0] != "_"]
