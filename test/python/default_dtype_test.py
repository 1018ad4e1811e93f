#!/usr/bin/python3
"""ct.default_dtype: what floats become that say nothing else, of every function; and that all else stays as it is."""

import threading
import unittest

import cotan as ct
import numpy as np
from calls import calls
from expected import Case

# Results of these have a type of their own, whatever is given; computing of 16 bits is in float32.
OWN_TYPES = set("""ct.nn.scaled_matmul ct.nn.scaled_dot_general ct.nn.get_scaled_dot_general_config ct.view
    x.view ct.lax.bitcast_convert_type ct.lax.batch_matmul ct.lax.dot_algorithm ct.frexp""".split())
NARROW = {np.dtype("float32"), np.dtype("complex64")}


def as_type(nest, dtype):
    if isinstance(nest, (list, tuple)) and not hasattr(nest, "_fields"):
        return type(nest)(as_type(x, dtype) for x in nest)
    if isinstance(nest, str) and nest == "float32":
        return None  # as if it had not been said
    if isinstance(nest, np.ndarray) and nest.dtype.kind in "fc":
        return nest.astype(dtype if nest.dtype.kind == "f" else np.result_type(dtype, np.complex64))
    return nest


def types_of(function, args):
    """The types of the results, which are not computed; None where there are none so."""
    try:
        found = ct.eval_shape(lambda: function(*args))
    except (TypeError, ValueError, IndexError, AttributeError, ct.Error):
        return None
    return [x.dtype for x in ct.tree.leaves(found) if hasattr(x, "dtype")]


class DefaultDType(Case):
    def test_every_function(self):
        """Of integers and numbers of 64 bits nothing has 32; what has 32 bits stays so where it is the only float."""
        checked = 0
        for name, function, row in calls():
            if name in OWN_TYPES:
                continue
            wide, narrow = as_type(row, "float64"), as_type(row, "float32")
            usual = types_of(function, narrow)
            with ct.default_dtype("float64"):
                found, same = types_of(function, wide), types_of(function, narrow)
            if usual is None or found is None:
                continue
            checked += 1
            with self.subTest(name):
                if name.startswith("x."):
                    if getattr(function.__self__, "dtype", "float32") == "float32" and name not in ("x.item", "x.tolist"):
                        self.assertEqual(same, usual)
                else:
                    self.assertFalse(NARROW & set(found), found)
        self.assertGreater(checked, 600)
        self.assertEqual(ct.default_dtype(), "float32")

    def test_numbers(self):
        with ct.default_dtype("float64"):
            self.assertEqual([ct.asarray(x).dtype.name for x in (1, 1.0, 1j, [1.0], [1j], True, np.float32(1))],
                             ["int64", "float64", "complex128", "float64", "complex128", "bool", "float32"])
            self.assertEqual([ct.zeros(1, x).dtype.name for x in (float, complex, int)], ["float64", "complex128", "int64"])
            self.assertEqual((ct.array([1, 2]) / 3).tolist(), [1 / 3, 2 / 3])
            self.assertEqual(ct.sqrt(2).item(), 2**0.5)
            for dtype in ("float16", "bfloat16", "float32"):
                self.assertEqual((ct.ones(2, dtype) * 0.1).dtype.name, dtype)
            self.assertEqual(ct.result_type(1, 0.5), np.float64)
            self.assertEqual(ct.random.normal(ct.random.key(1), (3,)).tolist(),
                             ct.random.normal(ct.random.key(1), (3,), "float64").tolist())
            self.assertEqual(ct.__array_namespace_info__().default_dtypes()["real floating"], np.float64)
        self.assertEqual(ct.sqrt(2).dtype, np.float32)

    def test_functions_are_compiled_for_it(self):
        traces = []

        @ct.jit
        def f(x):
            traces.append(ct.default_dtype().name)
            y = x * 0.5 + ct.zeros(2)
            while ct.sum(y) < 3.0:
                y = y + ct.sin(1)
            return y

        for name in ("float32", "float64", "float32", "float64"):
            with ct.default_dtype(name):
                self.assertEqual(f(1).dtype, name)
                self.assertEqual(ct.jit(lambda x: f(x) + 1)(1).dtype, name)
                self.assertEqual(ct.vmap(ct.grad(lambda x: x**2 * 0.1))(ct.arange(3.0)).dtype, name)
                self.assertEqual(ct.jacfwd(ct.jit(lambda x: x * 0.1))(1.0).dtype, name)
                total, rows = ct.scan(lambda c, x: (c + x, c), 0.0, ct.linspace(0, 1, 3))
                self.assertEqual((total.dtype, rows.dtype), (name, name))
        self.assertEqual(sorted(traces), ["float32", "float32", "float64", "float64"])  # alone, and within another

    def test_it_holds_in_all_threads_until_it_is_set_back(self):
        found = []
        try:
            ct.default_dtype(np.float64)
            thread = threading.Thread(target=lambda: found.append(ct.zeros(1).dtype))
            thread.start()
            thread.join()
        finally:
            ct.default_dtype("float32")
        self.assertEqual(found, [np.float64])
        with ct.default_dtype("float64"), ct.default_dtype("float32"):
            self.assertEqual(ct.zeros(1).dtype, np.float32)

    def test_tensors_keep_their_types(self):
        x, weak = ct.ones(2), ct.asarray(0.1)
        with ct.default_dtype("float64"):
            self.assertEqual((x.dtype, (x + 1.0).dtype, ct.jit(ct.exp)(x).dtype, weak.dtype), (np.float32,) * 4)
            self.assertEqual((ct.ones(2) * weak).tolist(), [0.1, 0.1])
            self.assertEqual(ct.jit(lambda y: ct.ones(2) * y)(weak).tolist(), [0.1, 0.1])

    def test_optimizers_and_solvers(self):
        with ct.default_dtype("float64"):
            for make in (ct.optim.adam, ct.optim.sgd, ct.optim.lion, ct.optim.adamw):
                optimizer, p = make(0.1), {"w": ct.ones(3)}
                updates, state = optimizer.update({"w": ct.ones(3)}, optimizer.init(p), p)
                self.assertFalse(NARROW & {x.dtype for x in ct.tree.leaves((updates, state))})
            found = ct.ode.solve_ivp(lambda t, y: -y, (0, 1), ct.array([1]))
            self.assertEqual(found.y.dtype, np.float64)
            self.assertAlmostEqual(ct.optimize.root_scalar(lambda x: x**2 - 2, bracket=(0, 2)).root.item(), 2**0.5, places=11)

    def test_wrong_types(self):
        for wrong in ("float16", "int64", np.complex64, 3, "F", ct.bfloat16):
            with self.refuses((ct.ValueError, ct.TypeError), "default_dtype"):
                ct.default_dtype(wrong)
        self.assertEqual(ct.default_dtype(), "float32")


if __name__ == "__main__":
    unittest.main()
