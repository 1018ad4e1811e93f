#!/usr/bin/python3
"""Indexing and `.at[...]` do what NumPy's indexing and assignment do, at once and compiled."""

import itertools
import timeit
import unittest

import cotan as ct
import numpy as np
from expected import Case, measures

X = np.arange(60).reshape(3, 4, 5)
ROWS, COLUMNS = np.array([2, 0, -1]), np.array([1, 3, 1])

KEYS = [0, -1, (1, 2), (1, 2, 3), slice(1, None), slice(None, None, -1), slice(5, 0, -2), slice(2, 1), (slice(None), 1),
        Ellipsis, (Ellipsis, 0), (0, Ellipsis, slice(1, 3)), None, (None, 1, None, slice(None), 2), (slice(None), None),
        ROWS, (ROWS, COLUMNS), (slice(None), ROWS), (ROWS, slice(None), COLUMNS), (Ellipsis, ROWS), (1, slice(None), ROWS),
        (ROWS[:, None], COLUMNS), (slice(0, 2), ROWS, COLUMNS), (ROWS, COLUMNS, slice(1, 4, 2)), np.int64(1), [0, 2]]
MASKS = [X > 30, X[:, :, 0] % 3 == 0, (slice(None), X[0] > 7), np.array([True, False, True])]


class Indexing(Case):
    def test_reading(self):
        for key in KEYS + MASKS:
            with self.subTest(key):
                self.check(ct.array(X)[key], X[key])

    def test_reading_in_compiled_functions(self):
        for key in KEYS:
            with self.subTest(key):
                self.check(ct.jit(lambda x: x[key])(X), X[key])

    def test_writing(self):
        for key in KEYS + MASKS:
            with self.subTest(key):
                expected = X.copy()
                expected[key] = -7
                self.check(ct.array(X).at[key].set(-7), expected)
                values = np.arange(X[key].size).reshape(X[key].shape)
                expected = X.copy()
                np.add.at(expected, key, values)
                self.check(ct.array(X).at[key].add(values), expected)

    def test_other_updates(self):
        x = ct.array(X)
        self.check(x.at[1].multiply(2)[1], X[1] * 2)
        self.check(x.at[..., 0].max(30)[..., 0], np.maximum(X[..., 0], 30))
        self.check(x.at[0].get(), X[0])

    def test_traced_index(self):
        self.check(ct.jit(lambda x, i: x[i])(X, 2), X[2])
        self.check(ct.jit(lambda x, i: x[:, i])(X, -1), X[:, -1])
        self.check(ct.jit(lambda x, m: x.at[m].set(0))(X, X > 30), np.where(X > 30, 0, X))

    def test_slices_of_all_kinds(self):
        random = np.random.default_rng(3)
        for _ in range(300):
            key = tuple(slice(*(None if random.random() < 0.3 else int(random.integers(-6, 7)) or 1 for _ in range(3)))
                        if random.random() < 0.7 else int(random.integers(-3, 3)) for _ in range(random.integers(0, 4)))
            with self.subTest(key):
                part, values = X[key], np.arange(5)[:np.shape(X[key])[-1] if np.ndim(X[key]) else 1]
                values = values if np.ndim(part) else 7
                self.check(ct.array(X)[key], part)
                set_, added = X.copy(), X.copy()
                set_[key] = values
                added[key] += values
                self.check(ct.array(X).at[key].set(values), set_)
                self.check(ct.array(X).at[key].add(values), added)

    def random_key(self, random, shape):
        """Of every kind of index, for some of the axes."""
        key, axis, places = [], 0, 2 + int(random.integers(2))
        ellipsis_at = int(random.integers(5))
        while axis < len(shape) and random.random() < 0.8 or len(key) < 2 and random.random() < 0.3:
            if len(key) == ellipsis_at:
                key.append(Ellipsis)
                axis += int(random.integers(len(shape) - axis + 1))
            size = shape[axis] if axis < len(shape) else 0
            kind = random.choice(["int", "nothing", "slice", "new", "row", "grid", "list", "mask", "mask2", "truth", "number"])
            if kind in ("new", "truth"):
                key.append(None if kind == "new" else [True, False, np.bool_(True), np.array(False)][random.integers(4)])
                continue
            if axis >= len(shape):
                continue
            if kind == "mask2" and axis + 1 < len(shape):
                mask = np.zeros(shape[axis:axis + 2], bool)
                mask.flat[random.permutation(mask.size)[:places]] = True
                key.append(mask)
                axis += 2
                continue
            mask = np.zeros(size, bool)
            mask[random.permutation(size)[:places]] = True
            key.append({"int": int(random.integers(-size, size)), "slice": slice(1, None, 2), "grid": random.integers(-size, size, (2, places)),
                        "list": [[], mask.tolist(), [0] * places][random.integers(3)], "mask": mask, "nothing": np.zeros(0, bool),
                        "number": np.int32(size - 1)}.get(kind, random.integers(-size, size, places)))
            axis += 1
        return tuple(key)

    def test_every_kind_of_index_beside_every_other(self):
        random = np.random.default_rng(5)
        for _ in range(1500):
            x = np.array(np.arange(360).reshape(3, 4, 5, 6)[(0,) * int(random.integers(5))])
            key = self.random_key(random, x.shape)
            with self.subTest(key=key, shape=x.shape):
                try:
                    part = x[key]
                except IndexError:
                    with self.assertRaises((ct.IndexError, ct.ValueError)):
                        ct.array(x)[key]
                    continue
                self.check(ct.array(x)[key], np.array(part))
                expected = x.copy()
                np.add.at(expected, key, 7)
                self.check(ct.array(x).at[key].add(7), expected)
                if random.random() < 0.1:
                    self.check(ct.jit(lambda x: x[key])(x), np.array(part))

    def test_slices_with_the_largest_numbers(self):
        most = 2**63 - 1
        bounds, steps = [None, -most - 1, -5, -1, 0, 1, 3, most], [None, 1, -2, 3, most, -most, -most - 1]
        keys = [slice(*key) for key in itertools.product(bounds, bounds, steps)]
        of_open_size = ct.jit(lambda x: [x[key] for key in keys[::5]], dynamic_axes={"x": 0})
        for x in [np.arange(float(size)) for size in (0, 1, 4)]:
            for key, part in zip(keys[::5], of_open_size(x)):
                with self.subTest(f"{x} {key}, of open size"):
                    self.check(part, x[key])
            compiled = ct.jit(lambda x: [x[key] for key in keys])(x)
            for key, part in zip(keys, compiled):
                with self.subTest(f"{x} {key}"):
                    self.check(part, x[key])
                    self.check(ct.array(x)[key], x[key])
                    self.check(ct.delete(x, key), np.delete(x, key))
                    self.check(ct.insert(x, key, 9.0), np.insert(x, key, 9.0))

    def test_empty_slices(self):
        x = np.arange(4.0)
        for key in [slice(1, 3, -1), slice(3, 3, -1), slice(0, 3, -1), slice(3, 1), slice(4, None), slice(2, 2, 2)]:
            with self.subTest(str(key)):
                update = ct.jit(lambda v: (v.at[key].set(7.0), v.at[key].add(7.0)))
                for updated in [*update(x), ct.array(x).at[key].set(7.0), ct.array(x).at[key].multiply(7.0)]:
                    self.check(updated, x)
                self.check(ct.grad(lambda v: ct.sum(v[key]) + v[1])(x), [0.0, 1.0, 0.0, 0.0])
                rows = np.stack([x, x])
                self.check(ct.vmap(lambda v: v[key])(rows), rows[:, key])
                self.check(ct.jit(lambda m: m[:, key])(rows), rows[:, key])
                self.check(ct.jit(lambda m: m[[1, 0, 1], key])(rows), rows[[1, 0, 1], key])

    @measures
    def test_each_place_takes_microseconds(self):
        x = ct.arange(1000)

        def time(function):
            return min(timeit.repeat(lambda: [function(i) for i in range(1000)], number=1, repeat=3)) / 1000

        self.assertLess(time(lambda i: x[i]), 50e-6)  # 1 on a quiet machine
        self.assertLess(time(lambda i: x.at[i].set(i)), 50e-6)  # 4
        self.assertLess(min(timeit.repeat(lambda: list(x), number=1, repeat=3)), 50e-3)

    def test_gradient(self):
        slope = ct.grad(lambda x: ct.sum(x[::2] * 3) + x[1])(np.arange(4.0))
        self.check(slope, [3.0, 1.0, 3.0, 0.0])

    def test_picking_functions(self):
        self.check(ct.take(X, ROWS, 1), np.take(X, ROWS, 1))
        order = np.argsort(-X, 1)
        self.check(ct.take_along_axis(X, order, 1), np.take_along_axis(X, order, 1))
        self.check(ct.dynamic_slice(X, (0, 2, 9), (1, 2, 2)), X[0:1, 2:4, 3:5])
        self.check(ct.dynamic_update_slice(X[0], np.array([[0, 0]]), (1, 1))[1], [5, 0, 0, 8, 9])

    def test_errors(self):
        x = ct.array(X)
        with self.refuses(IndexError, "index 3", "axis 0", "size 3"):
            x[3]
        with self.refuses(IndexError, "4 indices", "too many"):
            x[0, 0, 0, 0]
        with self.refuses(IndexError, "integers", "float"):
            x[ct.array([0.5])]
        with self.refuses(IndexError, "mask"):
            x[np.array([True, False])]
        with self.refuses(TypeError, "at"):
            x[0] = 1
        with self.refuses(TypeError, "traced mask", "where"):
            ct.jit(lambda x: x[x > 3])(X)


if __name__ == "__main__":
    unittest.main()
