#!/usr/bin/python3
"""`x.at[key].max(values)` and its like: where several values go to one place, each of them counts, at once,
compiled, with indices known only at run time, over lanes, and in derivatives."""

import unittest

import numpy as np

import cotan as ct

CHANGES = {"set": lambda old, new: new, "add": np.add, "subtract": np.subtract, "multiply": np.multiply,
           "divide": np.divide, "power": np.power, "max": np.maximum, "min": np.minimum}
RANDOM = np.random.default_rng(5)
X, WEIGHTS = RANDOM.uniform(0.5, 2, (5, 4)), RANDOM.normal(size=(5, 4))
KEYS = [
    (np.array([1, 1, 3]),), (np.array([4, 1]),), (np.array([-1, 4]),), (np.array([[0, 0], [0, 2]]),), (np.array([], int),),
    (np.array([1, 1, 2]), np.array([2, 2, 0])), (slice(None), np.array([3, 3])), (np.array([2, 2]), slice(0, 3)),
    (np.array([0, 2, 0]), None, slice(None)), (slice(1, 3),), (2,), (2, -1), (X > 1,), (X[:, 0] > 1,)]
STEP = 1e-6


def one_by_one(x, key, values, change):
    x, places = x.copy(), np.arange(x.size).reshape(x.shape)[key]
    for place, value in zip(places.ravel(), np.broadcast_to(values, places.shape).ravel()):
        x.flat[place] = change(x.flat[place], value)
    return x


def is_array(part):
    return isinstance(part, np.ndarray) and part.dtype != bool


def by_key(name, key):
    """The change as a function of the tensor, the values and those indices that are arrays."""
    def changed(x, values, *arrays):
        given = iter(arrays)
        parts = tuple(next(given) if is_array(part) else part for part in key)
        return getattr(x.at[parts if len(parts) > 1 else parts[0]], name)(values)

    return changed, [part for part in key if is_array(part)]


class Changes(unittest.TestCase):
    def each(self):
        for name, change in CHANGES.items():
            for key in KEYS:
                values = RANDOM.uniform(0.5, 2, X[key].shape)
                with self.subTest(name, key=key):
                    yield key, values, change, *by_key(name, key)

    def test_each_value_counts(self):
        for key, values, change, changed, arrays in self.each():
            right = one_by_one(X, key, values, change)
            known = ct.jit(lambda x, values: changed(x, values, *arrays))
            for found in (changed(ct.array(X), values, *arrays), known(X, values), ct.jit(changed)(X, values, *arrays)):
                np.testing.assert_allclose(found.numpy(), right, rtol=1e-12)

    def test_over_lanes(self):
        for key, values, change, changed, arrays in self.each():
            lanes = [np.stack([part, np.flip(part)]) for part in arrays]
            found = ct.jit(ct.vmap(changed, in_axes=(None, 0, *(0 for _ in lanes))))(X, np.stack([values, values * 1.5]), *lanes)
            for i, scale in enumerate((1, 1.5)):
                given = iter(part[i] for part in lanes)
                place = tuple(next(given) if is_array(part) else part for part in key)
                np.testing.assert_allclose(found[i].numpy(), one_by_one(X, place, scale * values, change), rtol=1e-12)

    def test_derivatives(self):
        for key, values, change, changed, arrays in self.each():
            along = RANDOM.normal(size=X.shape), RANDOM.normal(size=values.shape)
            gradient = ct.jit(ct.grad(lambda x, values, *given: ct.sum(changed(x, values, *given) * WEIGHTS), argnums=(0, 1)))
            found = sum(np.sum(g.numpy() * d) for g, d in zip(gradient(X, values, *arrays), along))
            ahead, behind = (one_by_one(X + step * along[0], key, values + step * along[1], change) for step in (STEP, -STEP))
            np.testing.assert_allclose(found, np.sum((ahead - behind) * WEIGHTS) / (2 * STEP), rtol=1e-5, atol=1e-6)

    def test_places_that_are_none(self):
        for name, expected in (("multiply", 3.0), ("max", 3.0), ("add", 4.0), ("set", 3.0)):
            for index in ([7, 7, 1], ct.array([7, 1, -9])):
                np.testing.assert_array_equal(getattr(ct.ones(3).at[index], name)(3.0).numpy(), [1, expected, 1])


if __name__ == "__main__":
    unittest.main()
