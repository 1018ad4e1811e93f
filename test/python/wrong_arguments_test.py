#!/usr/bin/python3
"""Every transformation and control-flow function with every wrong kind in every place: an error of ours, soon."""

import collections
import time
import types
import unittest

import cotan as ct
import numpy as np
from cotan import _core

X = ct.array([1.0, 2.0, 3.0])


def f(x):
    return ct.sum(ct.square(x))


def g(x):
    return x


def step(carry, x):
    return carry, x


def forward(x):
    return f(x), x


def reverse(x, slope):
    return (2 * x * slope,)


def along(primals, tangents):
    return f(*primals), 2 * ct.dot(*primals, *tangents)


# What may stand in place of anything else.
KINDS = {
    "None": None,
    "truth value": True,
    "integer": 3,
    "negative": -1,
    "huge": 10**30,
    "number": 2.5,
    "complex": 1j,
    "text": "text",
    "bytes": b"bytes",
    "list": [1.0, 2.0],
    "list of texts": ["a"],
    "tuple": (1.0,),
    "empty tuple": (),
    "dict": {"a": 1.0},
    "empty dict": {},
    "set": {1},
    "object": object(),
    "namespace": types.SimpleNamespace(a=1.0),
    "type": int,
    "module": types,
    "function": f,
    "function of nothing": lambda: 1.0,
    "function of many": lambda a, b, c, d: a,
    "function of no tensor": lambda *a: "text",
    "function that fails": lambda *a: {}["missing"],
    "builtin": len,
    "tensor": X,
    "matrix": ct.ones((2, 3)),
    "integers": ct.arange(3),
    "truth values": ct.array([True, False]),
    "half": ct.ones(3, "float16"),
    "bfloat16": ct.ones(3, ct.bfloat16),
    "float8": ct.ones(3, ct.float8_e4m3),
    "int4": ct.ones(3, ct.int4),
    "no elements": ct.zeros((0, 3)),
    "array": np.ones(3),
    "objects": np.array([None, "a"], dtype=object),
    "texts": np.array(["a", "b"]),
    "scalar": np.float32(1.0),
    "ordered": collections.OrderedDict(a=X),
    "dtype": np.dtype("int8"),
    "slice": slice(1, 2),
    "generator": (i for i in range(3)),
    "nest": {"a": [X, (1.0, None)]},
    "structure": ct.tree.structure([1, 2]),
    "type of a tensor": ct.ShapeDtypeStruct((3,), "float32"),
}

# A call that works, as a function and its arguments; each is replaced by each kind.
CALLS = {
    "jit": (lambda fn, x: ct.jit(fn)(x), [f, X]),
    "static_argnums": (lambda n: ct.jit(f, static_argnums=n)(X), [()]),
    "static_argnames": (lambda n: ct.jit(f, static_argnames=n)(X), [()]),
    "dynamic_axes": (lambda axes: ct.jit(f, dynamic_axes=axes)(X), [{"x": 0}]),
    "dynamic_axes, inside": (lambda n: ct.jit(f, dynamic_axes={"x": n})(X), [0]),
    "eval_shape": (ct.eval_shape, [f, X]),
    "grad": (lambda fn, x, n, aux: ct.grad(fn, n, aux)(x), [f, X, 0, False]),
    "value_and_grad": (lambda fn, x, n, aux: ct.value_and_grad(fn, n, aux)(x), [f, X, 0, False]),
    "vjp": (lambda fn, x, g: ct.vjp(fn, x)[1](g), [f, X, 1.0]),
    "vjp of a nest": (lambda g: ct.vjp(lambda x: {"a": x, "b": 1}, X)[1](g), [{"a": X, "b": 0}]),
    "jvp": (ct.jvp, [f, (X,), (X,)]),
    "jvp, inside": (lambda x, t: ct.jvp(f, (x,), (t,)), [X, X]),
    "jet": (ct.jet, [f, (X,), ([X],)]),
    "jet, inside": (lambda x, s: ct.jet(f, (x,), ([s],)), [X, X]),
    "jet, series": (lambda s: ct.jet(f, (X,), (s,)), [[X]]),
    "stop_gradient": (ct.stop_gradient, [X]),
    "jacrev": (lambda fn, x, n: ct.jacrev(fn, n)(x), [f, X, 0]),
    "jacfwd": (lambda fn, x, n: ct.jacfwd(fn, n)(x), [f, X, 0]),
    "hessian": (lambda fn, x, n: ct.hessian(fn, n)(x), [f, X, 0]),
    "vmap": (lambda fn, x, a, b: ct.vmap(fn, a, b)(x), [f, X, 0, 0]),
    "checkpoint": (lambda fn, x: ct.grad(lambda y: ct.checkpoint(fn)(x) * y)(1.0), [f, X]),
    "checkpoint, policy": (lambda p: ct.grad(ct.checkpoint(f, policy=p))(X), [ct.checkpoint_policies.dots_saveable]),
    "save_from_both_policies": (lambda p, q: ct.grad(ct.checkpoint(f, policy=ct.checkpoint_policies.save_from_both_policies(p, q)))(X),
                                2 * [ct.checkpoint_policies.nothing_saveable]),
    "Decomposition": (lambda only: ct.jit(f, decomposition=ct.Decomposition(only=only))(X), [["composite.softmax"]]),
    "sgdr_schedule": (lambda cycle: ct.optim.sgdr_schedule([cycle]), [{"init_value": 0.0, "peak_value": 1.0, "warmup_steps": 1,
                                                                      "decay_steps": 4}]),
    "Tolerance": (ct.lax.Tolerance, [1e-6, 1e-6, 1]),
    "ShapeDtypeStruct": (ct.ShapeDtypeStruct, [(3,), "float32", False]),
    "custom_vjp": (lambda fn, ahead, back, x: ct.grad(rule(fn, ahead, back))(x), [f, forward, reverse, X]),
    "custom_vjp, nondiff_argnums": (lambda n: ct.custom_vjp(f, n), [()]),
    "custom_gradient": (lambda fn, x: ct.grad(ct.custom_gradient(fn))(x), [lambda x: (ct.sum(x), lambda g: g * ct.ones_like(x)), X]),
    "custom_jvp": (lambda fn, r, x: ct.grad(tangent_rule(fn, r))(x), [f, along, X]),
    "custom_jvp, forward": (lambda r, x: ct.jvp(tangent_rule(f, r), (x,), (x,)), [along, X]),
    "custom_jvp, nondiff_argnums": (lambda n: ct.custom_jvp(f, n), [()]),
    "defjvps": (lambda r: ct.custom_jvp(f).defjvps(r), [f]),
    "linearize": (lambda fn, x, t: ct.linearize(fn, x)[1](t), [f, X, X]),
    "linear_transpose": (lambda fn, x, g: ct.linear_transpose(fn, x)(g), [ct.sum, X, 1.0]),
    "closure_convert": (lambda fn, x: ct.closure_convert(fn, x)[0](x), [f, X]),
    "custom_root": (ct.custom_root, [f, X, lambda f, x: x, lambda g, y: y]),
    "custom_root, slope": (lambda s: ct.grad(lambda a: ct.custom_root(
        lambda x: x - a, 1.0, lambda f, x: f(x) * 0, s))(1.0), [lambda g, y: y]),
    "custom_linear_solve": (ct.custom_linear_solve, [g, X, lambda f, b: b, None, False, False]),
    "debug_nans": (lambda on: ct.debug_nans(on).__exit__(), [True]),
    "debug_infs": (lambda on: ct.debug_infs(on).__exit__(), [True]),
    "progress": (ct.progress, [0]),
    "profile": (lambda x: ct.jit(f).profile(x).result, [X]),
    "cond": (ct.cond, [True, g, g, X]),
    "switch": (ct.switch, [0, [g, g], X]),
    "switch, inside": (lambda b: ct.switch(0, [b, g], X), [g]),
    "while_loop": (ct.while_loop, [lambda x: ct.array(False), g, X]),
    "fori_loop": (ct.fori_loop, [0, 3, lambda i, x: x, X]),
    "scan": (ct.scan, [step, X, X, None, False]),
    "scan without rows": (lambda n: ct.scan(step, X, None, n), [3]),
    "scan over nothing": (lambda n: ct.scan(step, X, (), n), [3]),
    "map": (ct.map, [g, X]),
    "associative_scan": (ct.associative_scan, [ct.add, X, False, 0]),
    "vectorize": (lambda fn, x: ct.vectorize(fn)(x), [g, X]),
    "apply_along_axis": (ct.apply_along_axis, [g, 0, X]),
    "apply_over_axes": (ct.apply_over_axes, [ct.sum, X, (0,)]),
    "fromfunction": (ct.fromfunction, [lambda i: i, (3,)]),
    "piecewise": (ct.piecewise, [X, [X > 0], [g]]),
    "frompyfunc": (lambda fn, i, o, x: ct.frompyfunc(fn, i, o)(x), [g, 1, 1, X]),
    "frompyfunc, reduce": (ct.frompyfunc(lambda a, b: a + b, 2, 1).reduce, [X, 0]),
    "frompyfunc, at": (ct.frompyfunc(lambda a, b: a + b, 2, 1).at, [X, [0], X]),
    "frompyfunc, reduceat": (ct.frompyfunc(lambda a, b: a + b, 2, 1).reduceat, [X, [0, 1]]),
    "r_": (lambda a, b: ct.r_[a, b], [X, X]),
    "mgrid": (lambda a, b: ct.mgrid[a, b], [slice(3), slice(3)]),
    "tree.flatten": (ct.tree.flatten, [X]),
    "tree.leaves_with_path": (ct.tree.leaves_with_path, [X, lambda x: False]),
    "tree.map_with_path": (ct.tree.map_with_path, [lambda path, x: x, [X]]),
    "tree.ravel": (ct.tree.ravel, [[X]]),
    "tree.ravel, back": (lambda v: ct.tree.ravel([X])[1](v), [X]),
    "tree.broadcast": (ct.tree.broadcast, [[X], [X]]),
    "tree.transpose": (ct.tree.transpose, [ct.tree.structure([1]), ct.tree.structure((1,)), [(X,)]]),
    "tree.reduce_associative": (ct.tree.reduce_associative, [ct.add, [X, X]]),
    "tree.all_leaves": (ct.tree.all_leaves, [[X]]),
    "tree.keystr": (ct.tree.keystr, [()]),
    "tree.treedef_tuple": (ct.tree.treedef_tuple, [[ct.tree.structure(1)]]),
    "tree.Partial": (ct.tree.Partial, [g]),
    "register_dataclass": (ct.tree.register_dataclass, [None, ["x"], ["y"]]),
    "tree.map": (ct.tree.map, [g, [X]]),
    "tree.map of two": (lambda a, b: ct.tree.map(lambda x, y: x, a, b), [[X], [X]]),
    "tree.reduce": (ct.tree.reduce, [ct.add, [X, X], 0]),
    "tree.unflatten": (ct.tree.unflatten, [ct.tree.structure([1]), [X]]),
    "register_node": (ct.tree.register_node, [None, f, f]),
    "register_static": (ct.tree.register_static, [None]),
    # What functions return, where a tensor of the one or other form is wanted.
    "returned by cond": (lambda r: ct.cond(True, lambda: r, lambda: X), [X]),
    "returned by switch": (lambda r: ct.switch(1, [lambda: r, lambda: X]), [X]),
    "returned by the condition": (lambda r: ct.eval_shape(lambda x: ct.while_loop(lambda y: r, g, x), X), [False]),
    "returned by while_loop": (lambda r: ct.while_loop(lambda x: ct.array(False), lambda x: r, X), [X]),
    "returned by fori_loop": (lambda r: ct.fori_loop(0, 3, lambda i, x: r, X), [X]),
    "returned by scan": (lambda r: ct.scan(lambda c, x: r, X, X), [(X, None)]),
    "carried by scan": (lambda r: ct.scan(lambda c, x: (r, x), X, X), [X]),
    "stacked by scan": (lambda r: ct.scan(lambda c, x: (c, r), X, X), [X]),
    "returned by map": (lambda r: ct.map(lambda x: r, X), [X]),
    "returned by associative_scan": (lambda r: ct.associative_scan(lambda a, b: r, X), [None]),
    "returned by jit": (lambda r: ct.jit(lambda x: r)(X), [X]),
    "returned by grad": (lambda r: ct.grad(lambda x: r)(X), [1.0]),
    "returned with aux": (lambda r: ct.grad(lambda x: r, has_aux=True)(X), [(1.0, 2)]),
    "returned by vjp": (lambda r: ct.vjp(lambda x: r, X), [X]),
    "returned by jvp": (lambda r: ct.jvp(lambda x: r, (X,), (X,)), [X]),
    "returned by jet": (lambda r: ct.jet(lambda x: r, (X,), ([X],)), [X]),
    "returned by vmap": (lambda r: ct.vmap(lambda x: r)(X), [X]),
    "returned by jacrev": (lambda r: ct.jacrev(lambda x: r)(X), [X]),
    "returned by jacfwd": (lambda r: ct.jacfwd(lambda x: r)(X), [X]),
    "returned by forward": (lambda r: ct.grad(rule(f, lambda x: r, reverse))(X), [(1.0, X)]),
    "returned by reverse": (lambda r: ct.grad(rule(f, forward, lambda x, g: r))(X), [(X,)]),
    "returned by a rule": (lambda r: ct.grad(tangent_rule(f, lambda p, t: r))(X), [(1.0, 1.0)]),
    "returned as a tangent": (lambda r: ct.grad(tangent_rule(f, lambda p, t: (f(*p), r)))(X), [1.0]),
    "returned by a solver": (lambda r: ct.custom_root(ct.sin, 1.0, lambda f, x: r, lambda g, y: y), [1.0]),
    "returned by a linear solver": (lambda r: ct.custom_linear_solve(g, X, lambda f, b: r, symmetric=True), [X]),
    "returned for an argument": (lambda r: ct.grad(rule(f, forward, lambda x, g: (r,)))(X), [X]),
}


def rule(function, ahead, back):
    made = ct.custom_vjp(function)
    made.defvjp(ahead, back)
    return made


def tangent_rule(function, of_tangents):
    made = ct.custom_jvp(function)
    made.defjvp(of_tangents)
    return made


# Errors of the functions that are given, and of Python's own calls of functions that take no tensors.
MINE = {"function that fails": KeyError, "type": TypeError}
SECONDS = 5.0  # of the processor, as machines that have more to do may stop a test for as long


class WrongArguments(unittest.TestCase):
    def test_each_kind_in_each_place(self):
        refused = 0
        for name, (call, arguments) in CALLS.items():
            for place in range(len(arguments)):
                for kind, value in KINDS.items():
                    with self.subTest(name, place=place, kind=kind):
                        refused += self.check(call, [*arguments[:place], value, *arguments[place + 1:]], value)
        self.assertGreater(refused, 3500)  # the others are calls that mean something

    def check(self, call, arguments, value):
        """Whether it is refused, which it is as errors of ours are; else it gives something."""
        start = time.process_time()
        try:
            call(*arguments)
        except (ct.TypeError, ct.ValueError, ct.IndexError, ct.Error) as problem:
            self.assertRegex(str(problem), r"wrong_arguments_test.py:\d+: ")
            refused = True
        except Exception as problem:
            mine = [kind for name, kind in MINE.items() if KINDS[name] is value]
            if not mine or not isinstance(problem, mine[0]):
                raise AssertionError(f"{type(problem).__name__}: {problem}") from problem
            refused = False
        else:
            refused = False
        self.assertLess(time.process_time() - start, SECONDS)
        self.assertFalse(_core.is_tracing())  # nothing stays open
        return refused

    def test_too_many_and_too_few(self):
        for name, (call, arguments) in CALLS.items():
            if type(call) is types.FunctionType and call.__name__ != "<lambda>" and name not in ("cond", "switch"):
                for count in {0, len(arguments) + 9}:
                    with self.subTest(name, count=count):
                        with self.assertRaises((TypeError, ct.ValueError)):
                            call(*(arguments * 9)[:count])


if __name__ == "__main__":
    unittest.main()
