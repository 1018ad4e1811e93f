"""Derivatives of functions of real and complex arrays, held against differences."""

import cotan as ct
import numpy as np

RANDOM = np.random.default_rng(1)


def slopes(function, z, h=1e-5):
    """Of a real function, as jax.grad has them: with respect to the real part, less i times the imaginary one."""
    found = np.zeros(z.shape, z.dtype)
    for place in np.ndindex(z.shape):
        step = np.zeros(z.shape)
        step[place] = h
        difference = lambda s: (float(function(z + s)) - float(function(z - s))) / (2 * h)
        found[place] = difference(step) - (1j * difference(1j * step) if z.dtype.kind == "c" else 0)
    return found


class HasSlopes:
    """Beside unittest.TestCase."""

    def check_orders(self, function, *points, orders=2, tolerance=1e-6):
        """First derivatives, reverse and forward, and second ones, of a sum of the elements."""
        def total(z):
            y = ct.ravel(function(z))
            weights = np.cos(np.arange(y.size)) + 1j * np.sin(3.0 * np.arange(y.size))
            return ct.sum(ct.real(y * weights))

        direction = RANDOM.normal(size=points[0].shape)
        if points[0].dtype.kind == "c":
            direction = direction + 1j * RANDOM.normal(size=direction.shape)
        for order in range(orders):
            value, slope, compiled = ct.jit(total), ct.grad(total), ct.jit(ct.grad(total))
            for number, z in enumerate(points):
                wanted = slopes(value, z)
                largest = np.max(np.abs(wanted), initial=0)
                with self.subTest(order=order + 1, point=number):
                    for found in (slope(z), compiled(z)):
                        self.assertEqual((found.shape, found.dtype), (wanted.shape, wanted.dtype))
                        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance * (1 + largest))
                    _, tangent = ct.jvp(value, (z,), (direction,))
                    np.testing.assert_allclose(float(tangent), np.sum(wanted * direction).real, 10 * tolerance, 10 * tolerance)
            total = lambda z, before=total: ct.sum(ct.real(ct.grad(before)(z) * direction))
