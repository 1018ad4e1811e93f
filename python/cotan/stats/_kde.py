"""Densities estimated from samples by sums of normal distributions."""

import math
from typing import Any, Final

from .. import _cotan, tree
from .._core import Tensor, as_tensor, describe, here
from .._floats import floats
from .._named import with_checked_calls
from .._signatures import found
from .._traced import applied


@with_checked_calls("ct.stats.gaussian_kde")
class gaussian_kde:
    """The density of a distribution that `dataset` is drawn from: a mean of normal distributions about its points, as
    `scipy.stats.gaussian_kde`.

    `dataset` is (n,), or (d, n) of n points in d dimensions; `weights`, (n,), say how much each counts. The covariance of each
    is that of the points times the square of a factor, which `bw_method` says: "scott" (or None), "silverman", a number, or a
    function of the estimate. It is a nest, and its functions have derivatives with respect to all of it.

    Densities at m points take O(m n d) operations, and memory for m n numbers.

    >>> import cotan as ct
    >>> density = ct.stats.gaussian_kde(ct.array([-1.0, 0.0, 0.5, 2.0]))
    >>> density(ct.array([0.0, 3.0])).round(3)
    Tensor([0.269, 0.064], dtype=float32)
    """

    dataset: Tensor
    weights: Tensor
    covariance: Tensor
    neff: Tensor

    def __init__(self, dataset: Any, bw_method: Any = None, weights: Any = None):
        x, = floats("ct.stats.gaussian_kde", dataset)
        x = _cotan.atleast_2d(x)
        if x.ndim != 2 or x.shape[1] < 2:
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde: 'dataset' must be (n,) or (d, n) of two points or more, but is "
                                    f"{describe(x)}")
        w = _cotan.ones((x.shape[1],), dtype=x.dtype) if weights is None else floats("ct.stats.gaussian_kde", weights)[0].astype(x.dtype)
        if w.shape != (x.shape[1],):
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde: 'weights' must have a number for each of {x.shape[1]} points, but is "
                                    f"{describe(w)}")
        self.dataset, self.weights = x, w / _cotan.sum(w)
        self.neff = 1.0 / _cotan.sum(self.weights ** 2)
        mean = _cotan.sum(x * self.weights, axis=1, keepdims=True)
        spread = (x - mean) * self.weights @ (x - mean).T / (1.0 - 1.0 / self.neff)
        self.covariance = spread * self._factor(bw_method) ** 2

    def _factor(self, method):
        if callable(method):
            return as_tensor(applied(method, self), "ct.stats.gaussian_kde")
        d = self.d
        if method is None or isinstance(method, str) and method == "scott":
            return self.neff ** (-1.0 / (d + 4))
        if isinstance(method, str) and method == "silverman":
            return (self.neff * (d + 2) / 4.0) ** (-1.0 / (d + 4))
        if isinstance(method, str) or as_tensor(method, "ct.stats.gaussian_kde").ndim:
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde: 'bw_method' must be 'scott', 'silverman', a number or a function, "
                                    f"but is {found(method)}")
        return floats("ct.stats.gaussian_kde", method, self.dataset)[0].astype(self.dataset.dtype)

    @property
    def d(self) -> int:
        """How many dimensions there are.

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([[0.0, 1.0, 2.0], [1.0, 0.0, 5.0]])).d
        2
        """
        return self.dataset.shape[0]

    @property
    def n(self) -> int:
        """How many points there are.

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([0.0, 1.0, 2.0])).n
        3
        """
        return self.dataset.shape[1]

    def _points(self, name, points):
        x = _cotan.atleast_2d(floats(f"ct.stats.gaussian_kde.{name}", points, self.dataset)[0].astype(self.dataset.dtype))
        if x.ndim == 2 and x.shape[0] == 1 and x.shape[1] == self.d != 1:
            x = x.T
        if x.ndim != 2 or x.shape[0] != self.d:
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde.{name}: points must be ({self.d}, m), but are {describe(x)}")
        return x

    def evaluate(self, points: Any) -> Tensor:
        """The density at points, (m,) or (d, m): m numbers.

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([-1.0, 1.0])).evaluate(0.0).round(3)
        Tensor([0.233], dtype=float32)
        """
        return _cotan.exp(_log_mixture(self._points("evaluate", points), self.dataset, self.weights, self.covariance))

    pdf: Final = evaluate
    __call__ = evaluate

    def logpdf(self, x: Any) -> Tensor:
        """The logarithm of the density at points, also where that is 0 in its element type.

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([-1.0, 1.0])).logpdf(100.0).round(0)
        Tensor([-3235.], dtype=float32)
        """
        return _log_mixture(self._points("logpdf", x), self.dataset, self.weights, self.covariance)

    def integrate_gaussian(self, mean: Any, cov: Any) -> Tensor:
        """The integral of the density times that of a normal distribution, with a mean, (d,), and a covariance, (d, d).

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([-1.0, 1.0])).integrate_gaussian(0.0, 1.0).round(4)
        Tensor(0.2062, dtype=float32)
        """
        mean, cov, _ = floats("ct.stats.gaussian_kde.integrate_gaussian", mean, cov, self.dataset)
        mean, cov = _cotan.atleast_1d(mean), _cotan.atleast_2d(cov)
        if mean.shape != (self.d,) or cov.shape != (self.d, self.d):
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde.integrate_gaussian: 'mean' and 'cov' must be ({self.d},) and "
                                    f"({self.d}, {self.d}), but are {describe(mean)} and {describe(cov)}")
        return _cotan.exp(_log_mixture(mean.reshape(-1, 1), self.dataset, self.weights, self.covariance + cov))[0]

    def integrate_box_1d(self, low: Any, high: Any) -> Tensor:
        """The integral of a density in one dimension between two limits.

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([-1.0, 1.0])).integrate_box_1d(0.0, ct.inf)
        Tensor(0.5, dtype=float32)
        """
        if self.d != 1:
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde.integrate_box_1d: there must be one dimension, but are {self.d}")
        width = _cotan.sqrt(self.covariance[0, 0])
        high, low = (_cotan.special.ndtr((x - self.dataset[0]) / width)
                     for x in floats("ct.stats.gaussian_kde.integrate_box_1d", high, low, self.dataset)[:2])
        return _cotan.sum(self.weights * (high - low))

    def integrate_kde(self, other: "gaussian_kde") -> Tensor:
        """The integral of the product with another such density.

        >>> import cotan as ct
        >>> density = ct.stats.gaussian_kde(ct.array([-1.0, 1.0]))
        >>> density.integrate_kde(density).round(4)
        Tensor(0.1738, dtype=float32)
        """
        if not isinstance(other, gaussian_kde) or other.d != self.d:
            raise _cotan.ValueError(f"{here()}ct.stats.gaussian_kde.integrate_kde: 'other' must be a gaussian_kde of {self.d} dimensions")
        logs = _log_mixture(other.dataset, self.dataset, self.weights, self.covariance + other.covariance)
        return _cotan.sum(other.weights * _cotan.exp(logs))

    def resample(self, key: Any, shape: Any = ()) -> Tensor:
        """Points that are drawn from the density: (d, *shape).

        >>> import cotan as ct
        >>> ct.stats.gaussian_kde(ct.array([-1.0, 1.0])).resample(ct.random.key(0), (5,)).shape
        (1, 5)
        """
        which, around = _cotan.random.split(key)
        places = _cotan.random.choice(which, self.n, shape=shape, p=self.weights)
        moved = _cotan.random.normal(around, (self.d, *places.shape), dtype=self.dataset.dtype)
        lower = _cotan.linalg.cholesky(self.covariance)
        return _cotan.take(self.dataset, places, axis=1) + _cotan.tensordot(lower, moved, 1)


def _log_mixture(x, points, weights, cov):
    """The logarithm of the sum of normal densities about points, at each of x."""
    lower, d = _cotan.linalg.cholesky(cov), x.shape[0]
    x, points = (_cotan.linalg.solve_triangular(lower, t, lower=True) for t in (x, points))
    apart = _cotan.expand_dims(x, 2) - _cotan.expand_dims(points, 1)
    logs = _cotan.log(weights) - 0.5 * _cotan.sum(apart * apart, axis=0)
    volume = 0.5 * d * math.log(2.0 * math.pi) + _cotan.sum(_cotan.log(_cotan.diagonal(lower)))
    return _cotan.nn.logsumexp(logs, axis=1) - volume


def _parts(density: gaussian_kde) -> tuple[Any, None]:
    return (density.dataset, density.weights, density.covariance, density.neff), None


def _of_parts(_: None, parts: Any) -> gaussian_kde:
    density = object.__new__(gaussian_kde)
    density.dataset, density.weights, density.covariance, density.neff = parts
    return density


tree.register_node(gaussian_kde, _parts, _of_parts)
