"""Windows: weights of samples. They are known when a function is traced, and computed as float64."""

import math
from typing import Any, Callable

from .. import _cotan
from .._core import Tensor, as_tensor, describe
from .._declared import checked
from .._late import np
from ._arguments import refuse, size

# Weights of cosines, by Harris (1978) and, of "flattop" and "nuttall", Heinzel and others (2002).
_COSINES = {
    "boxcar": (1.0,), "hann": (0.5, 0.5), "hamming": (0.54, 0.46), "blackman": (0.42, 0.5, 0.08),
    "blackmanharris": (0.35875, 0.48829, 0.14128, 0.01168), "nuttall": (0.3635819, 0.4891775, 0.1365995, 0.0106411),
    "flattop": (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
}


def _sum_of_cosines(weights):
    def window(n):
        at = 2.0 * np.pi * np.arange(n) / max(n - 1, 1)
        return sum((-1.0) ** k * weight * np.cos(k * at) for k, weight in enumerate(weights)) * np.ones(n)

    return window


def _from_middle(n):
    return np.arange(n) - (n - 1) / 2.0


def _tukey(n, alpha=0.5):
    edge = alpha * (n - 1) / 2.0
    near = np.minimum(np.arange(n), np.arange(n)[::-1])
    return np.where(near < edge, 0.5 - 0.5 * np.cos(np.pi * near / (edge if edge > 0 else 1.0)), 1.0)


# Of so many points, symmetric; further parameters of a window are those that are given with its name.
_WINDOWS: dict[str, Callable[..., Any]] = {
    **{name: _sum_of_cosines(weights) for name, weights in _COSINES.items()},
    "bartlett": lambda n: 1.0 - abs(_from_middle(n)) / ((n - 1) / 2.0),
    "triang": lambda n: 1.0 - abs(_from_middle(n)) / ((n + n % 2) / 2.0),
    "cosine": lambda n: np.sin(np.pi / n * (np.arange(n) + 0.5)), "tukey": _tukey, "kaiser": np.kaiser,
    "gaussian": lambda n, std: np.exp(-0.5 * (_from_middle(n) / std) ** 2),
    "general_hamming": lambda n, alpha: _sum_of_cosines((alpha, 1.0 - alpha))(n),
    "general_gaussian": lambda n, p, sig: np.exp(-0.5 * abs(_from_middle(n) / sig) ** (2 * p)),
    "exponential": lambda n, tau=1.0: np.exp(-abs(_from_middle(n)) / tau),
}
_NAMES = {"hanning": "hann", "ones": "boxcar", "rectangular": "boxcar"}
_COUNTS = {"kaiser": (1, 1), "gaussian": (1, 1), "general_hamming": (1, 1), "general_gaussian": (2, 2), "tukey": (0, 1), "exponential": (0, 1)}


def weights_of(name: str, window: Any, n: int, periodic: bool = True) -> Any:
    """The weights, float64 of NumPy, that a name, a name with parameters, or a number, Kaiser's beta, means."""
    if isinstance(window, (int, float)) and not isinstance(window, bool):
        window = ("kaiser", window)
    kind, *parameters = window if isinstance(window, tuple) and window else (window,)
    kind = _NAMES.get(kind, kind) if isinstance(kind, str) else kind
    if not isinstance(kind, str) or kind not in _WINDOWS:
        refuse(name, f"there is no window {window!r}; there are {', '.join(sorted(_WINDOWS))}, and those with parameters in a tuple, as "
                     "('kaiser', 8.0)")
    least, most = _COUNTS.get(kind, (0, 0))
    if not least <= len(parameters) <= most or not all(isinstance(p, (int, float)) and math.isfinite(p) for p in parameters):
        refuse(name, f"the window '{kind}' has {least if least == most else f'{least} or {most}'} parameters, numbers, but there are "
                     f"{parameters}")
    with np.errstate(all="ignore"):  # of parameters beyond all that is meant
        return np.ones(n) if n < 2 else _WINDOWS[kind](n + periodic, *parameters)[:n]


@checked
def get_window(window: Any, Nx: int, fftbins: bool = True) -> Tensor:
    """Nx weights, float64: of a name ("hann", "hamming", "blackman", "bartlett", "boxcar", "triang", "cosine", "nuttall",
    "flattop", "blackmanharris", "tukey", "exponential"), a name with parameters (("kaiser", beta), ("gaussian", std),
    ("tukey", alpha), ("general_hamming", alpha), ("general_gaussian", p, sig), ("exponential", tau)), or Kaiser's beta.

    They are periodic, as spectra want them, or symmetric without `fftbins`. As `scipy.signal.get_window`.

    >>> import cotan as ct
    >>> ct.signal.get_window("hann", 4)
    Tensor([0. , 0.5, 1. , 0.5], dtype=float64)
    """
    return _cotan.array(weights_of("get_window", window, size("get_window", "Nx", Nx), fftbins))


def window_of(name: str, window: Any, nperseg: int | None, n: int | None, dtype: Any) -> Tensor:
    """The weights of segments: as many as nperseg says, or 256, but no more than there are samples; or those given."""
    if isinstance(window, (str, tuple, int, float)):
        count = size(name, "nperseg", 256 if nperseg is None else nperseg)
        return _cotan.array(weights_of(name, window, count if n is None else min(count, n)), dtype)
    weights = as_tensor(window, f"ct.signal.{name}")
    if weights.ndim != 1 or weights.shape[0] == 0 or nperseg is not None and nperseg != weights.shape[0]:
        refuse(name, f"'window' must be a name or a vector of 'nperseg' weights, but is {describe(weights)} with nperseg = {nperseg}")
    if n is not None and weights.shape[0] > n:
        refuse(name, f"'window' has {weights.shape[0]} weights, which is more than the {n} samples")
    return weights.astype(dtype)
