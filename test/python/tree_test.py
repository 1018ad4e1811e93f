#!/usr/bin/python3
"""ct.tree, and where those who know JAX are sent."""

import collections
import unittest

import cotan as ct
import numpy as np

Pair = collections.namedtuple("Pair", "a b")
NEST = {"w": [1.0, Pair(2.0, (3.0, None))], "b": 4.0}


class Tree(unittest.TestCase):
    def test_taken_apart_and_put_together(self):
        leaves, structure = ct.tree.flatten(NEST)
        self.assertEqual(leaves, [4.0, 1.0, 2.0, 3.0])
        self.assertEqual(leaves, ct.tree.leaves(NEST))
        self.assertEqual(structure, ct.tree.structure(NEST))
        self.assertEqual(ct.tree.unflatten(structure, leaves), NEST)
        self.assertEqual(ct.tree.leaves(None), [])

    def test_of_several_nests(self):
        doubled = ct.tree.map(lambda x, y: x + y, NEST, NEST)
        self.assertEqual(ct.tree.leaves(doubled), [8.0, 2.0, 4.0, 6.0])
        self.assertIsInstance(doubled["w"][1], Pair)
        with self.assertRaisesRegex(ct.ValueError, "tree_test.py:.*the nests differ: .* and "):
            ct.tree.map(lambda x, y: x, NEST, {"b": 1.0})
        for leaves, text in (([1.0], "fewer"), (range(9), "more")):
            with self.assertRaisesRegex(ct.ValueError, f"tree_test.py:.*there are {text} leaves"):
                ct.tree.unflatten(ct.tree.structure(NEST), leaves)

    def test_combined(self):
        self.assertEqual(ct.tree.reduce(lambda s, x: s + x, NEST), 10.0)
        self.assertEqual(ct.tree.reduce(lambda s, x: s + x, [], 5), 5)
        self.assertTrue(ct.tree.all({"a": True, "b": ()}))
        self.assertFalse(ct.tree.all([True, 0]))

    def test_in_compiled_functions_and_derivatives(self):
        @ct.jit
        def step(parameters, rate):
            def loss(p):
                return ct.tree.reduce(lambda s, x: s + ct.sum(x * x), p, 0.0)
            return ct.tree.map(lambda p, g: p - rate * g if ct.sum(g) > 0 else p, parameters, ct.grad(loss)(parameters))

        after = step({"a": np.array([1.0, 2.0]), "b": np.array(-3.0)}, 0.25)
        np.testing.assert_array_equal(after["a"], [0.5, 1.0])
        self.assertEqual(float(after["b"]), -3.0)


class Elsewhere(unittest.TestCase):
    def test_names_of_jax_say_where_to_look(self):
        for name, where in (("lax", "ct.while_loop"), ("numpy", "ct.sin"), ("tree_util", "ct.tree.map"),
                            ("device_put", "ct.array"), ("remat", "ct.checkpoint")):
            with self.assertRaisesRegex(AttributeError, f"no attribute '{name}'; .*{where}"):
                getattr(ct, name)
        with self.assertRaisesRegex(AttributeError, "no attribute 'sofmax'$"):
            ct.sofmax
        self.assertFalse(hasattr(ct, "lax"))


if __name__ == "__main__":
    unittest.main()
