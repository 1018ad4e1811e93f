#!/usr/bin/python3
"""ct.tree, and where those who know JAX are sent. Types of nests: tree_types_test.py."""

import collections
import functools
import operator
import pickle
import unittest

import cotan as ct
import numpy as np

Pair = collections.namedtuple("Pair", "a b")
NEST = {"w": [1.0, Pair(2.0, (3.0, None))], "b": 4.0}
# Nests, their leaves, the paths to these, and how many nests and leaves they are.
NESTS = (
    (5, [5], [""], 1), (None, [], [], 1), ((), [], [], 1), ([], [], [], 1), ({}, [], [], 1),
    (NEST, [4.0, 1.0, 2.0, 3.0], ["['b']", "['w'][0]", "['w'][1].a", "['w'][1].b[0]"], 9),
    ({2: "x", 1: ["y"]}, ["y", "x"], ["[1][0]", "[2]"], 4),
    (collections.OrderedDict([("b", 1), ("a", {})]), [1], ["['b']"], 3),
    (collections.defaultdict(int, b=1, a=(2,)), [2, 1], ["['a'][0]", "['b']"], 4),
    ([[None], ((7,),)], [7], ["[1][0][0]"], 6),
)


def is_pair(x):
    return isinstance(x, tuple) and len(x) == 2


class Tree(unittest.TestCase):
    def test_taken_apart_and_put_together(self):
        for tree, leaves, paths, count in NESTS:
            with self.subTest(tree=tree):
                found, structure = ct.tree.flatten(tree)
                self.assertEqual(found, leaves)
                self.assertEqual(ct.tree.leaves(tree), leaves)
                self.assertEqual(ct.tree.structure(tree), structure)
                back = ct.tree.unflatten(structure, leaves)
                self.assertEqual(back, tree)
                self.assertIs(type(back), type(tree))
                self.assertEqual(structure.unflatten(iter(leaves)), tree)
                self.assertEqual((structure.num_leaves, structure.num_nodes), (len(leaves), count))
                self.assertEqual([ct.tree.keystr(path) for path, _ in ct.tree.leaves_with_path(tree)], paths)
                self.assertEqual([x for _, x in ct.tree.leaves_with_path(tree)], leaves)
                self.assertEqual(ct.tree.flatten_with_path(tree)[1], structure)
                self.check_paths_told(tree)

    def check_paths_told(self, tree):
        """What is asked with the path of each part says the same as what looks the part up there."""
        asked = {}
        every = ct.tree.leaves_with_path(tree, lambda path, x: asked.setdefault(path, x) is None, is_leaf_takes_path=True)
        self.assertEqual(every, ct.tree.leaves_with_path(tree, lambda x: x is None))
        self.assertIs(asked[()], tree)
        self.assertLessEqual({path for path, _ in every}, asked.keys())
        for chosen in asked:
            found = ct.tree.flatten_with_path(tree, lambda path, x: path == chosen, is_leaf_takes_path=True)[0]
            self.assertIn((chosen, asked[chosen]), found)
            kept = ct.tree.map_with_path(lambda path, x: x, tree, is_leaf=lambda path, x: path == chosen, is_leaf_takes_path=True)
            self.assertEqual(kept, tree)

    def test_more_is_a_leaf_where_one_says_so(self):
        tree = [(1, 2), None, {"a": (3, 4, (5, 6))}]
        leaves, structure = ct.tree.flatten(tree, is_leaf=is_pair)
        self.assertEqual(leaves, [(1, 2), 3, 4, (5, 6)])
        self.assertEqual(structure, ct.tree.structure([0, None, {"a": (0, 0, 0)}]))
        self.assertEqual(structure, ct.tree.structure(tree, is_leaf=is_pair))
        self.assertEqual(ct.tree.unflatten(structure, leaves), tree)
        self.assertEqual(ct.tree.leaves(tree, is_leaf=lambda x: x is None), [1, 2, None, 3, 4, 5, 6])
        self.assertEqual(ct.tree.leaves(tree, is_leaf=lambda x: True), [tree])
        self.assertEqual(ct.tree.map(lambda x: sum(x) if is_pair(x) else -x, tree, is_leaf=is_pair),
                         [3, None, {"a": (-3, -4, 11)}])
        self.assertEqual([ct.tree.keystr(path) for path, _ in ct.tree.leaves_with_path(tree, is_pair)],
                         ["[0]", "[2]['a'][0]", "[2]['a'][1]", "[2]['a'][2]"])
        self.assertTrue(ct.tree.all([(), 1], is_leaf=lambda x: x == 1))
        self.assertFalse(ct.tree.all([(), 1], is_leaf=lambda x: x == ()))
        self.assertEqual(ct.tree.reduce(operator.add, [(1,), (2,)], is_leaf=lambda x: isinstance(x, tuple)), (1, 2))

    def test_what_says_so_may_be_wrong(self):
        with self.assertRaisesRegex(ct.TypeError, r"tree_test.py:\d+: ct.tree.leaves: 'is_leaf' must be a function"):
            ct.tree.leaves([1], is_leaf=True)
        with self.assertRaisesRegex(ct.TypeError, r"tree_test.py:\d+: ct.tree.leaves_with_path: 'is_leaf_takes_path' must be"):
            ct.tree.leaves_with_path([1], is_leaf_takes_path=None)
        with self.assertRaisesRegex(ct.TypeError, r"tree_test.py:\d+: <lambda>: too many positional arguments"):
            ct.tree.leaves_with_path([1], lambda x: True, is_leaf_takes_path=True)
        with self.assertRaises(ZeroDivisionError):
            ct.tree.leaves([1], is_leaf=lambda x: 1 / 0)
        endless = []
        endless.append(endless)
        self.assertIs(ct.tree.leaves(endless, is_leaf=lambda x: x is endless)[0], endless)
        for call in (ct.tree.leaves_with_path, lambda t: ct.tree.leaves(t, is_leaf=lambda x: False)):
            with self.assertRaisesRegex(ct.ValueError, r"tree_test.py:\d+: a nest is too deep"):
                call(endless)

    def test_deep_nests(self):
        deep = 1
        for _ in range(800):
            deep = [deep]
        self.assertEqual(len(ct.tree.leaves_with_path(deep)[0][0]), 800)
        self.assertEqual(ct.tree.structure(deep).num_nodes, 801)
        self.assertEqual(ct.tree.leaves(ct.tree.map(lambda x, y: (x, y), deep, [deep[0]])), [1, 1])

    def test_combined(self):
        self.assertEqual(ct.tree.reduce(lambda s, x: s + x, NEST), 10.0)
        self.assertEqual(ct.tree.reduce(lambda s, x: s + x, [], 5), 5)
        self.assertEqual(ct.tree.reduce(lambda s, x: [*s, x], NEST, initializer=[]), [4.0, 1.0, 2.0, 3.0])
        self.assertTrue(ct.tree.all({"a": True, "b": ()}))
        self.assertFalse(ct.tree.all([True, 0]))
        self.assertEqual(ct.tree.reduce_associative(lambda a, b: a + b, list("abcdefg")), "abcdefg")
        self.assertEqual(ct.tree.reduce_associative(lambda a, b: (a, b), list(range(5))), ((0, 1), (2, (3, 4))))
        self.assertEqual(ct.tree.reduce_associative(max, None, identity=-1), -1)
        self.assertTrue(ct.tree.all_leaves([1, "a", 2.0]))
        self.assertFalse(ct.tree.all_leaves([1, None]))
        self.assertTrue(ct.tree.all_leaves([(1, 2), None], is_leaf=lambda x: x is None or is_pair(x)))
        for call in (lambda: ct.tree.reduce(max, ()), lambda: ct.tree.reduce_associative(max, ())):
            with self.assertRaisesRegex(ct.TypeError, r"tree_test.py:\d+: ct.tree.reduce\w*: the nest has no leaves; give"):
                call()

    def test_in_compiled_functions_and_derivatives(self):
        @ct.jit
        def step(parameters, rate):
            def loss(p):
                return ct.tree.reduce(lambda s, x: s + ct.sum(x * x), p, 0.0)
            return ct.tree.map(lambda p, g: p - rate * g if ct.sum(g) > 0 else p, parameters, ct.grad(loss)(parameters))

        after = step({"a": np.array([1.0, 2.0]), "b": np.array(-3.0)}, 0.25)
        np.testing.assert_array_equal(after["a"], [0.5, 1.0])
        self.assertEqual(float(after["b"]), -3.0)

        @ct.jit
        def weighted(tree):
            return ct.tree.map_with_path(lambda path, x: x * len(path), tree)

        after = weighted({"a": np.ones(2), "b": [3.0, (5.0,)]})
        np.testing.assert_array_equal(after["a"], [1, 1])
        self.assertEqual(ct.tree.map(float, after["b"]), [6.0, (15.0,)])
        lanes = ct.vmap(lambda t: ct.tree.reduce_associative(operator.add, t))([np.arange(3.0), np.arange(3.0)])
        np.testing.assert_array_equal(lanes, [0, 2, 4])


class SeveralNests(unittest.TestCase):
    def test_the_first_is_a_prefix_of_the_others(self):
        doubled = ct.tree.map(lambda x, y: x + y, NEST, NEST)
        self.assertEqual(ct.tree.leaves(doubled), [8.0, 2.0, 4.0, 6.0])
        self.assertIsInstance(doubled["w"][1], Pair)
        self.assertEqual(ct.tree.map(lambda x, y: (x, y), {"a": 1, "b": 2}, {"a": None, "b": [3, {}]}),
                         {"a": (1, None), "b": (2, [3, {}])})
        self.assertEqual(ct.tree.map(lambda *all_: all_, 1, [2], None), (1, [2], None))
        self.assertEqual(ct.tree.map(lambda x, y: y, [None, 1], [5, 6], is_leaf=lambda x: x is None), [5, 6])
        self.assertEqual(ct.tree.map_with_path(lambda path, x, y: (ct.tree.keystr(path), x, y), (1, [2]), (3, [(4, 5)])),
                         (("[0]", 1, 3), [("[1][0]", 2, (4, 5))]))

    def test_nests_that_differ_are_refused_where_they_do(self):
        cases = (
            (NEST, {"b": 1.0}, r"differ: expected {'b': \*, 'w': \*}, but found {'b': \*}$"),
            ({"l": [{"w": 1}, {"w": (1, 2)}]}, {"l": [{"w": 1}, {"w": [1, 2]}]},
             r"differ at \['l'\]\[1\]\['w'\]: expected \(\*, \*\), but found \[\*, \*\]"),
            (Pair(1, [2]), Pair(1, 3), r"differ at \.b: expected \[\*\], but found 3 \(an int\)"),
            (Pair(1, 2), (1, 2), r"differ: expected Pair\(a=\*, b=\*\), but found \(\*, \*\)"),
            ([None], [4], r"differ at \[0\]: expected None, but found 4"),
            ([1, 2], [1, 2, 3], r"differ: expected \[\*, \*\], but found \[\*, \*, \*\]"),
            ({"a": 1}, collections.OrderedDict(a=1), r"differ: expected {'a': \*}, but found OrderedDict\('a': \*\)"),
        )
        for first, second, text in cases:
            with self.assertRaisesRegex(ct.ValueError, rf"tree_test.py:\d+: ct.tree.map: the nests {text}"):
                ct.tree.map(lambda x, y: x, first, second)
        for leaves, text in (([1.0], "fewer"), (range(9), "more")):
            with self.assertRaisesRegex(ct.ValueError, f"tree_test.py:.*there are {text} leaves"):
                ct.tree.unflatten(ct.tree.structure(NEST), leaves)
        with self.assertRaisesRegex(ct.ValueError, r"the nests differ at \['w'\]: expected a leaf, but found \[\*\]"):
            ct.optim.apply_updates({"w": 1.0}, {"w": [1.0]})

    def test_transformations_say_where_nests_differ(self):
        x, rows, rule = {"a": [1.0, 2.0]}, np.ones(3), ct.custom_vjp(lambda x: x["a"][0])
        rule.defvjp(lambda x: (x["a"][0], x), lambda saved, slope: ({"a": slope},))
        for call in (lambda: ct.scan(lambda c, row: ({"a": (1.0, 2.0)}, row), x, rows), lambda: ct.vjp(lambda x: x, x)[1]({"a": 1.0}),
                     lambda: ct.while_loop(lambda c: c["a"][0] > 0, lambda c: {"a": c}, x), lambda: ct.grad(rule)(x),
                     lambda: ct.cond(True, lambda: x, lambda: {"a": (1.0, 2.0)}), lambda: ct.jvp(lambda x: x, (x,), ({"a": None},))):
            with self.assertRaisesRegex(ct.Error, r"tree_test.py:\d+: .*structure.*; they differ at .*\['a'\]$"):
                call()

    def test_broadcast(self):
        for prefix, full, expected in (
                (1, {"a": [5, 6], "b": None}, {"a": [1, 1], "b": None}), ([1, 2], [5, (6, [7])], [1, (2, [2])]),
                ((), (), ()), (1, 5, 1), ({"a": None}, {"a": None}, {"a": None})):
            self.assertEqual(ct.tree.broadcast(prefix, full), expected)
        self.assertEqual(ct.tree.broadcast([0, (1, 2)], [[5, 6], 7], is_leaf=is_pair), [[0, 0], (1, 2)])
        with self.assertRaisesRegex(ct.ValueError, r"ct.tree.broadcast: the nests differ at \[1\]: expected \[\*\], but found 3"):
            ct.tree.broadcast([1, [2]], [1, 3])

    def test_transpose(self):
        outer, inner = ct.tree.structure([0, 0, 0]), ct.tree.structure({"a": 0, "b": (0, None)})
        rows = [{"a": i, "b": (10 + i, None)} for i in range(3)]
        expected = {"a": [0, 1, 2], "b": ([10, 11, 12], None)}
        self.assertEqual(ct.tree.transpose(outer, inner, rows), expected)
        self.assertEqual(ct.tree.transpose(outer, None, rows), expected)
        self.assertEqual(ct.tree.transpose(inner, outer, expected), rows)
        self.assertEqual(ct.tree.transpose(ct.tree.structure([]), inner, []), {"a": [], "b": ([], None)})
        with self.assertRaisesRegex(ct.ValueError, r"ct.tree.transpose: the nests differ at \[1\]: expected {'a': .*, but found {'c'"):
            ct.tree.transpose(outer, inner, [rows[0], {"c": 1}, rows[2]])
        for wrong in ((3, inner), (outer, 3), (ct.tree.structure([]), None)):
            with self.assertRaisesRegex(ct.TypeError, r"ct.tree.transpose: '\w+_treedef' must be what ct.tree.structure returns"):
                ct.tree.transpose(*wrong, [])


class Structures(unittest.TestCase):
    def test_equal_for_nests_of_one_form(self):
        structures = [ct.tree.structure(tree) for tree, *_ in NESTS]
        for i, a in enumerate(structures):
            for j, b in enumerate(structures):
                self.assertEqual(a == b, i == j, (a, b))
        for structure in structures:
            copy = pickle.loads(pickle.dumps(structure))
            self.assertEqual((copy, repr(copy)), (structure, repr(structure)))
        plain = [s for s in structures if "default" not in repr(s)]
        self.assertEqual(len({*plain, *(pickle.loads(pickle.dumps(s)) for s in plain)}), len(plain))
        self.assertNotEqual(structures[0], 3)

    def test_parts(self):
        structure = ct.tree.structure({"b": [1, None], "a": (2, {"c": 3})})
        parts = [ct.tree.structure((2, {"c": 3})), ct.tree.structure([1, None])]
        self.assertEqual(structure.children(), parts)
        self.assertEqual(ct.tree.treedef_children(structure), parts)
        self.assertEqual(ct.tree.treedef_tuple(parts), ct.tree.structure(((2, {"c": 3}), [1, None])))
        self.assertEqual(ct.tree.treedef_tuple([]), ct.tree.structure(()))
        self.assertEqual(parts[1].compose(parts[0]), ct.tree.structure([(2, {"c": 3}), None]))
        for tree, data in (((1,), (tuple, None)), ([], (list, None)), (None, (type(None), None)), (1, None),
                           ({"b": 1, "a": 2}, (dict, ["a", "b"])), (Pair(1, 2), (Pair, None))):
            self.assertEqual(ct.tree.structure(tree).node_data(), data)
        for tree, is_leaf in ((1, True), (None, False), ([], False), ([1], False)):
            self.assertIs(ct.tree.treedef_is_leaf(ct.tree.structure(tree)), is_leaf)
        self.assertEqual(structure.flatten_up_to({"a": ([], {"c": None}), "b": [7, None]}), [[], None, 7])

    def test_what_is_none(self):
        structure = ct.tree.structure([1])
        for call in (lambda: ct.tree.unflatten([1], [1]), lambda: ct.tree.treedef_tuple([structure, 3]),
                     lambda: ct.tree.treedef_children(3), lambda: ct.tree.treedef_is_leaf(None),
                     lambda: structure.compose("x")):
            with self.assertRaisesRegex(ct.TypeError, r"tree_test.py:\d+: ct.tree.*must be what ct.tree.structure returns, but is"):
                call()


class Keys(unittest.TestCase):
    def test_paths(self):
        tree = {"a": [Pair(1, functools.partial(max, 2, key=None))]}
        paths = [path for path, _ in ct.tree.leaves_with_path(tree)]
        start = (ct.tree.DictKey("a"), ct.tree.SequenceKey(0))
        self.assertEqual(paths[0], (*start, ct.tree.GetAttrKey("a")))
        self.assertEqual(paths[2], (*start, *map(ct.tree.GetAttrKey, ("b", "args")), ct.tree.SequenceKey(0)))
        self.assertEqual(len({*paths, *paths}), 3)
        self.assertEqual(repr(start), "(DictKey(key='a'), SequenceKey(idx=0))")

    def test_texts(self):
        path = (ct.tree.DictKey("a"), ct.tree.DictKey(3), ct.tree.SequenceKey(0), ct.tree.GetAttrKey("w"),
                ct.tree.FlattenedIndexKey(2), "own")
        self.assertEqual(ct.tree.keystr(path), "['a'][3][0].w[<flat index 2>]own")
        self.assertEqual(ct.tree.keystr(path, simple=True, separator="/"), "a/3/0/w/2/own")
        self.assertEqual(ct.tree.keystr(()), "")
        for call in (lambda: ct.tree.keystr("a"), lambda: ct.tree.keystr(3), lambda: ct.tree.keystr((), separator=3)):
            with self.assertRaisesRegex(ct.TypeError, r"tree_test.py:\d+: ct.tree.keystr: '\w+' must be"):
                call()


class Elsewhere(unittest.TestCase):
    def test_names_of_jax_say_where_to_look(self):
        for name, where in (("numpy", "ct.sin"), ("tree_util", "ct.tree.map"),
                            ("tree_map", "ct.tree.map"), ("register_pytree_node", "ct.tree.register_node"),
                            ("flatten_util", "ct.tree.ravel"), ("pmap", "ct.vmap")):
            with self.assertRaisesRegex(AttributeError, f"no attribute '{name}'; .*{where}"):
                getattr(ct, name)
        with self.assertRaisesRegex(AttributeError, "no attribute 'sofmax'$"):
            ct.sofmax
        self.assertFalse(hasattr(ct, "jnp"))

    def test_names_of_a_namespace_say_which(self):
        for name, where in (("softmax", "nn"), ("eigh", "linalg"), ("categorical", "random"), ("bessel_jn", "special"),
                            ("minimize", "optimize"), ("solve_ivp", "ode"), ("adam", "optim")):
            with self.assertRaisesRegex(AttributeError, f"no attribute '{name}'; it is ct.{where}.{name}$"):
                getattr(ct, name)
        with self.assertRaisesRegex(AttributeError, "no attribute '__wrapped__'$"):
            ct.__wrapped__

    def test_names_that_begin_with_tree(self):
        for name, where in (("tree_flatten_with_path", "flatten_with_path"), ("tree_transpose", "transpose"),
                            ("register_pytree_with_keys", "register_node, with"), ("ravel_pytree", "ravel")):
            with self.assertRaisesRegex(AttributeError, f"no attribute '{name}'; it is ct.tree.{where}"):
                getattr(ct.tree, name)
        with self.assertRaisesRegex(AttributeError, "no attribute 'tree_foo'$"):
            ct.tree.tree_foo

    def test_only_what_is_for_users_is_listed(self):
        self.assertEqual([name for name in dir(ct.tree) if name[0] == "_" or not hasattr(ct.tree, name)], [])
        self.assertNotIn("Any", dir(ct.tree))


if __name__ == "__main__":
    unittest.main()
