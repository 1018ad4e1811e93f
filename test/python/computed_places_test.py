"""Places that are computed: diagonals, where to insert and what to delete. NumPy is the reference, at every place."""

import itertools
import unittest

import cotan as ct
import numpy as np
from expected import Case

CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
AXES = (None, 0, 1, 2, -1)


def size_along(axis):
    return CUBE.size if axis is None else CUBE.shape[axis]


class Diagonals(Case):
    def test_of_matrices_that_are_made(self):
        for k, rows, columns in itertools.product((-5, -2, -1, 0, 1, 2, 5), (0, 2, 3, 4), (2, 3)):
            with self.subTest(k=k, rows=rows, columns=columns):
                eye = ct.jit(lambda k: ct.eye(rows, columns, k=k))(k)
                np.testing.assert_array_equal(eye, np.eye(rows, columns, k=k))
                tri = ct.jit(lambda k: ct.tri(rows, columns, k=k))(np.int8(k))
                np.testing.assert_array_equal(tri, np.tri(rows, columns, k=k))

    def test_of_triangles(self):
        for k, name in itertools.product(range(-4, 6), ("tril", "triu")):
            ours, theirs = getattr(ct, name), getattr(np, name)(CUBE, k)
            with self.subTest(k=k, name=name):
                np.testing.assert_array_equal(ct.jit(ours)(CUBE, k), theirs)
                gradient = ct.grad(lambda x: ct.sum(ct.jit(ours)(x, k)))(ct.array(CUBE))
                np.testing.assert_array_equal(gradient, getattr(np, name)(np.ones_like(CUBE), k))
        lanes = ct.vmap(lambda k: ct.tril(CUBE[0], k))(ct.arange(3))
        np.testing.assert_array_equal(lanes, np.stack([np.tril(CUBE[0], k) for k in range(3)]))

    def test_others_are_refused(self):
        makers = (lambda k: ct.eye(3, k=k), lambda k: ct.tri(3, k=k), lambda k: ct.tril(CUBE, k), lambda k: ct.triu(CUBE, k))
        for make in makers:
            for k, found in (1.5, "float32"), (True, "bool"), (np.array([1, 2]), "int64"), (1j, "complex"):
                with self.refuses(TypeError, "'k'", found):
                    make(k)
                with self.refuses(TypeError, "'k'", found):
                    ct.jit(make)(k)


class Rows(Case):
    def check(self, function, theirs, *arguments):
        np.testing.assert_array_equal(ct.jit(function)(*arguments), theirs)

    def test_insert_at_every_place(self):
        for axis in AXES:
            for place in range(-size_along(axis), size_along(axis) + 1):
                with self.subTest(axis=axis, place=place):
                    self.check(lambda p: ct.insert(CUBE, p, 9.0, axis), np.insert(CUBE, place, 9.0, axis), place)

    def test_insert_at_several(self):
        several = np.array([7, 8], np.float32)
        for axis, places in itertools.product(AXES, itertools.product(range(-2, 2), repeat=2)):
            values = 3.0 if axis in (0, 1) else several
            with self.subTest(axis=axis, places=places):
                theirs = np.insert(CUBE, list(places), values, axis)
                self.check(lambda p: ct.insert(CUBE, p, values, axis), theirs, np.array(places))

    def test_insert_several_at_one(self):
        line, grid = CUBE[0, 0], CUBE[0]
        for place in range(-3, 4):
            self.check(lambda p: ct.insert(line, p, np.array([5, 6])), np.insert(line, place, [5, 6]), place)
            self.check(lambda p: ct.insert(grid, p, grid[:, 0], 1), np.insert(grid, place, grid[:, 0], 1), place)

    def test_delete_at_every_place(self):
        for axis in AXES:
            for place in range(-size_along(axis), size_along(axis)):
                with self.subTest(axis=axis, place=place):
                    self.check(lambda p: ct.delete(CUBE, p, axis), np.delete(CUBE, place, axis), place)

    def test_delete_several(self):
        for axis, places in itertools.product((None, 1, 2), itertools.permutations(range(-1, 2), 2)):
            with self.subTest(axis=axis, places=places):
                theirs = np.delete(CUBE, list(places), axis)
                self.check(lambda p: ct.delete(CUBE, p, axis, assume_unique_indices=True), theirs, np.array(places))

    def test_out_of_range_is_the_nearest(self):
        line = CUBE[0, 0]
        for place, at, without in (9, 4, 3), (-9, 0, 0), (np.iinfo(np.int64).max, 4, 3), (np.iinfo(np.int64).min, 0, 0):
            self.check(lambda p: ct.insert(line, p, 5.0), np.insert(line, at, 5.0), place)
            self.check(lambda p: ct.delete(line, p), np.delete(line, without), place)

    def test_none(self):
        nothing = np.zeros(0, np.int64)
        self.check(lambda p: ct.insert(CUBE, p, np.zeros(0)), CUBE.ravel(), nothing)
        self.check(lambda p: ct.delete(CUBE, p, 1), CUBE, nothing)
        self.check(lambda p: ct.insert(np.zeros(0), p, 5.0), np.array([5]), 0)

    def test_derivatives_and_lanes(self):
        line = ct.array(CUBE[0, 0])
        weights = np.array([1, 2, 3, 4, 5], np.float32)
        for place in range(-4, 5):
            weighed = lambda x, v: ct.sum(weights * ct.jit(ct.insert)(x, place, v))
            whole, part = ct.grad(weighed, argnums=(0, 1))(line, ct.array(1.0))
            np.testing.assert_array_equal(part, weights[place if place >= 0 else place - 1])
            np.testing.assert_array_equal(whole, np.delete(weights, place if place >= 0 else place - 1))
        lanes = ct.vmap(lambda p: ct.insert(line, p, 9.0))(ct.arange(5))
        np.testing.assert_array_equal(lanes, np.stack([np.insert(CUBE[0, 0], p, 9.0) for p in range(5)]))

    def test_others_are_refused(self):
        with self.refuses(TypeError, "assume_unique_indices=True"):
            ct.jit(lambda p: ct.delete(CUBE, p))(np.array([1, 2]))
        for function in lambda p: ct.insert(CUBE, p, 1.0), lambda p: ct.delete(CUBE, p):
            for places, found in (1.5, "float32"), (np.ones(3, bool), "bool"):
                with self.refuses(TypeError, "positions", found):
                    ct.jit(function)(places)
        with self.refuses(IndexError, "3 positions", "size 2"):
            ct.jit(lambda p: ct.delete(CUBE, p, 0, assume_unique_indices=True))(np.arange(3))


class Like(Case):
    def test_types_stand_for_tensors(self):
        for shape, dtype in ((2, 3), "int16"), ((), "bfloat16"), ((0, 4), "complex64"), ((1 << 20,), "bool"):
            struct = ct.ShapeDtypeStruct(shape, dtype)
            for make in ct.zeros_like, ct.ones_like, ct.empty_like, lambda x: ct.full_like(x, 1):
                self.assertEqual((make(struct).shape, make(struct).dtype), (shape, struct.dtype))
            self.assertEqual(ct.zeros_like(struct, dtype="float64", shape=(3,)).shape, (3,))
        self.assertTrue(ct.zeros_like(ct.ShapeDtypeStruct((), "float32", weak_type=True)).weak_type)
        zeros = ct.tree.map(ct.zeros_like, ct.eval_shape(lambda x: {"a": 2 * x, "b": x.sum()}, CUBE))
        self.assertEqual((zeros["a"].shape, zeros["b"].shape), (CUBE.shape, ()))

    def test_open_sizes_are_refused(self):
        with self.refuses(TypeError, "'a'", "ShapeDtypeStruct"):
            ct.zeros_like(ct.ShapeDtypeStruct((None, 2), "float32"))


class Items(Case):
    def test_at_every_place(self):
        tensor = ct.array(CUBE)
        for i in range(-CUBE.size, CUBE.size):
            self.assertEqual(tensor.item(i), CUBE.item(i))
        for place in np.ndindex(CUBE.shape):
            self.assertEqual(tensor.item(*place), CUBE.item(*place))
            self.assertEqual(tensor.item(place), CUBE.item(place))

    def test_others_are_refused(self):
        tensor = ct.array(CUBE)
        with self.refuses(IndexError, "24"):
            tensor.item(24)
        with self.refuses(ValueError, "2 integers", "3 axes"):
            tensor.item(1, 2)
        with self.refuses(TypeError, "float"):
            tensor.item(1.5)


if __name__ == "__main__":
    unittest.main()
