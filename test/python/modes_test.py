#!/usr/bin/python3
"""`x.at[key].get(mode=...)` and its like: what indices out of range mean, at once, compiled, with indices known only at run
time, over lanes, and in derivatives; beside NumPy with the indices that they mean."""

import unittest

import cotan as ct
import numpy as np
from changes_test import CHANGES, one_by_one
from expected import Case

RANDOM = np.random.default_rng(7)
X = RANDOM.uniform(0.5, 2, (5, 4))
# Indices of the rows, some of which are out of range, and an index of columns or none.
ROWS = [np.array([1, 7, -2, -9, 4]), np.array([[5, 0], [-6, -1]]), np.array(6), np.array(-6), np.array(2), np.array([2, 2, 8])]
KEYS = [(rows, *rest) for rows in ROWS for rest in [(), (np.array(1),), (slice(1, 3),)]]
MODES = ["clip", "wrap", "drop"]


def meant(key, mode):
    """The key with rows within the range, and which of them are."""
    rows, *rest = key
    front = np.where(rows < 0, rows + 5, rows)
    inside = (front >= 0) & (front < 5)
    within = {"clip": np.clip(front, 0, 4), "wrap": rows % 5, "drop": np.clip(front, 0, 4)}[mode]
    return (within, *rest), inside | (mode != "drop")


def spread(inside, like):
    """For each row an answer, for each of its elements."""
    return np.broadcast_to(inside.reshape(inside.shape + (1,) * (like.ndim - inside.ndim)), like.shape)


def got(key, mode, fill=np.nan):
    within, inside = meant(key, mode)
    part = X[within]
    return np.where(spread(inside, part), part, fill)


def changed(key, mode, values, change):
    """In NumPy, a row more takes what is dropped."""
    (rows, *rest), inside = meant(key, mode)
    more = np.concatenate([X, np.ones((1, 4))])
    return one_by_one(more, (np.where(inside, rows, 5), *rest), values, change)[:5]


def given(key):
    """Rows as numbers of Python's where they are one."""
    return tuple(int(part) if isinstance(part, np.ndarray) and part.ndim == 0 else part for part in key)


class Modes(Case):
    def both(self, function, *args):
        return [function(*args), ct.jit(function)(*args)]

    def test_reading(self):
        for mode in MODES:
            def read(x, keys, mode=mode):
                return [x.at[key].get(mode=mode) for key in keys]

            expected = [got(key, mode) for key in KEYS]
            known = ct.jit(lambda x, mode=mode: read(x, map(given, KEYS)))
            traced = ct.jit(lambda x, rows, mode=mode: read(x, [(r, *key[1:]) for r, key in zip(rows, KEYS)]))
            lanes = ct.jit(ct.vmap(lambda x, mode=mode: read(x, KEYS)))(np.stack([X, X[::-1]]))
            at_once = read(ct.array(X), map(given, KEYS))
            for i, want in enumerate(expected):
                for found in (at_once[i], known(X)[i], traced(X, [key[0] for key in KEYS])[i], lanes[i][0]):
                    with self.subTest(mode, key=KEYS[i]):
                        np.testing.assert_array_equal(found.numpy(), want)

    def test_changes(self):
        for name, change in CHANGES.items():
            values = [RANDOM.uniform(0.5, 2, got(key, "clip").shape) for key in KEYS]
            for mode in MODES:
                def write(x, values, keys, name=name, mode=mode):
                    return [getattr(x.at[key], name)(v, mode=mode) for key, v in zip(keys, values)]

                found = [write(ct.array(X), values, map(given, KEYS))]
                if name in ("set", "add", "max"):  # the others differ from max in their formula alone
                    found.append(ct.jit(lambda x, values, rows: write(x, values, [(r, *key[1:]) for r, key in zip(rows, KEYS)]))(
                        X, values, [key[0] for key in KEYS]))
                for results in found:
                    for key, v, y in zip(KEYS, values, results):
                        with self.subTest(name, mode=mode, key=key):
                            self.check(y, changed(key, mode, v, change), 1e-12)

    def test_apply(self):
        for mode in MODES:
            for key in KEYS:
                with self.subTest(mode, key=key):
                    expected = changed(key, mode, 0.0, lambda old, _: old * old + 1)
                    self.check(ct.array(X).at[given(key)].apply(lambda x: x * x + 1, mode=mode), expected, 1e-12)
        key = (np.array([1, 1, 7]),)

        def applied(x, rows):
                return x.at[rows].apply(lambda x: ct.sin(x) * x if ct.all(x > 0) else x, mode="drop")

        expected = changed(key, "drop", 0.0, lambda old, _: np.sin(old) * old)
        self.check(ct.jit(applied)(X, *key), expected, 1e-12)
        self.check_gradient(lambda x: applied(ct.array(x), key[0]), X)

    def test_derivatives(self):
        key = np.array([1, 7, -9, 1])
        for mode in MODES:
            with self.subTest(mode):
                self.check_gradient(lambda x: ct.array(x).at[key].get(mode=mode, fill_value=0), X)
                self.check_gradient(lambda x, v: ct.array(x).at[key[1:]].set(v, mode=mode) * ct.sin(x), X, X[1:4] + 1)
                self.check_gradient(lambda x, v: ct.array(x).at[key].multiply(v, mode=mode), X, X[:4] + 1)
        slope = ct.grad(lambda x: ct.sum(x.at[key].get(mode="fill", fill_value=0) ** 2))(X)
        self.assertTrue(np.isfinite(slope.numpy()).all())

    def test_open_sizes(self):
        """One program for all sizes says what each size says."""
        for mode in MODES:
            def all_of(x, rows, mode=mode):
                return [x.at[rows].get(mode=mode), x.at[7].get(mode=mode), x.at[-4].get(mode=mode), x.at[rows].add(1.0, mode=mode),
                        x.at[7].set(5.0, mode=mode)]

            compiled = ct.jit(all_of, dynamic_axes={"x": 0})
            for n in (3, 9):
                for found, expected in zip(compiled(np.arange(float(n)), ROWS[0]), all_of(ct.arange(n, dtype="float64"), ROWS[0])):
                    np.testing.assert_array_equal(found.numpy(), expected.numpy())
            self.assertEqual(len(compiled._programs), 1)

    def test_fill_values(self):
        least = {"int8": -128, "int64": -2**63, "uint8": 255, "uint64": 2**64 - 1, "bool": True, "float16": np.nan, "complex64": np.nan}
        for dtype, expected in least.items():
            found = ct.ones(3, dtype).at[ct.array([0, 3])].get(mode="fill")
            self.assertEqual(found.dtype, np.dtype(dtype))
            np.testing.assert_array_equal(found[1].numpy(), np.array(expected, dtype))
        self.check(ct.arange(3).at[9].get(mode="fill", fill_value=7), np.int64(7))
        self.check(ct.zeros((0, 2)).at[ct.array([0])].get(mode="fill", fill_value=1), np.ones((1, 2)))

    def test_negative_indices_that_do_not_count_from_the_end(self):
        x, last = ct.arange(3.0), ct.array([-1, 1])
        self.check(x.at[last].get(mode="fill", wrap_negative_indices=False, fill_value=5), [5.0, 1.0])
        self.check(x.at[last].get(wrap_negative_indices=False), [0.0, 1.0])
        self.check(x.at[last].set(9, wrap_negative_indices=False), [0.0, 9.0, 2.0])
        self.check(x.at[-1].set(9, wrap_negative_indices=False, mode="clip"), [9.0, 1.0, 2.0])

    def test_promises_change_nothing(self):
        x, key = ct.arange(4.0), ct.array([1, 3])
        for options in ({"indices_are_sorted": True}, {"unique_indices": True}, {"mode": "promise_in_bounds"},
                        {"mode": ct.lax.GatherScatterMode.PROMISE_IN_BOUNDS}):
            self.check(x.at[key].mul(2.0, **options), [0.0, 2.0, 2.0, 6.0])
            self.check(x.at[key].get(**options), [1.0, 3.0])

    def test_what_is_refused(self):
        x = ct.arange(4.0)
        with self.refuses(ct.ValueError, "modes_test.py", "x.set", "no mode 'near'", "'clip'"):
            x.at[0].set(1.0, mode="near")
        with self.refuses(ct.ValueError, "modes_test.py", "apply", "sum", "keep the shape"):
            x.at[1:].apply(ct.sum)
        with self.refuses(ct.TypeError, "apply", "'func' must be a function"):
            x.at[1:].apply(2.0)
        with self.refuses(ct.IndexError, "index 7 is out of range"):
            x.at[7].get(mode="promise_in_bounds")


if __name__ == "__main__":
    unittest.main()
