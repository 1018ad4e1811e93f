#!/usr/bin/python3
"""Every array function gives what NumPy or SciPy gives, at once, compiled and for many calls together, and its
derivative is that of finite differences. The rows are in the folder parity."""

import functools
import unittest
import warnings

import cotan as ct
import numpy as np
from parity import FUNCTIONS
from parity.rows import arrays_in, with_arrays

# Public names that are not in the tables.
ELSEWHERE = {
    "transform_test": "grad jit jvp stop_gradient value_and_grad vjp jet hessian jacfwd jacrev",
    "jacobians_test": "jacobian",
    "progress_test": "progress",
    "custom_gradient_test": "custom_gradient",
    "linear_test": "closure_convert custom_linear_solve custom_root linear_transpose linearize",
    "vmap_test": "vmap",
    "checkpoint_test": "checkpoint checkpoint_name remat",
    "control_flow_test": "cond fori_loop scan switch while_loop",
    "tensor_test": "from_dlpack load save finfo iinfo ndim shape size",
    "promotion_test": "promote_types",
    "default_dtype_test": "default_dtype",
    "functions_test": "broadcast_shapes nn.one_hot",
    "vectorize_test": "vectorize",
    "polynomials_test": "roots",
    "blocks_test": "block mask_indices histogramdd",
    "convolution_test": "conv_general_dilated nn.conv nn.max_pool nn.avg_pool",
    "nest_test": "eval_shape",
    "index_tricks_test": "ix_",
    "of_functions_test": "einsum_path fromfunction frompyfunc",
    "numpy_names_test": "block_until_ready array_repr array_str device_get device_put devices frombuffer fromfile fromiter fromstring "
                        "get_printoptions isscalar issubdtype iterable printoptions savez set_printoptions",
    "standard_test": "can_cast isdtype result_type",
    "operator_rules_test": "call_decomp call_vjp",
    "complex_test": "angle complex conj conjugate imag iscomplex iscomplexobj isreal isrealobj real sort_complex",
    "nn_test": "nn.standardize nn.identity nn.gelu nn.layer_norm nn.rms_norm nn.batch_norm nn.batch_norm_inference "
               "nn.dropout nn.dot_product_attention nn.cross_entropy nn.nll_loss",
    "special_integrals_test": "special.bessel_jn special.dawsn special.fresnel special.hyp1f1 special.hyp2f1 special.owens_t "
                              "special.sici special.sph_harm_y special.wofz",
    "scaled_products_test": "nn.get_scaled_dot_general_config nn.scaled_dot_general nn.scaled_matmul",
    "layers_test": "nn.gumbel_softmax nn.dropout1d nn.dropout2d nn.dropout3d nn.alpha_dropout "
                   "nn.feature_alpha_dropout",
}
STEP = 1e-5  # of finite differences


def named(name):
    """ "nn.relu" is ct.nn.relu."""
    return functools.reduce(getattr, name.split("."), ct)


def listed(results):
    return list(results) if isinstance(results, (list, tuple)) else [results]


def as_doubles(nest):
    return with_arrays(nest, iter([x.astype(np.float64) if x.dtype.kind == "f" else x for x in arrays_in(nest)]))


class Row:
    """One call of a function, as functions of its arrays."""

    def __init__(self, name, function, call):
        self.function, self.apply, self.call = function, named(name), call
        self.arguments = [list(call.args), call.keywords]
        self.arrays = arrays_in(self.arguments)

    def __call__(self, *arrays):
        args, keywords = with_arrays(self.arguments, iter(arrays))
        return listed(self.apply(*args, **keywords))

    def expected(self, arrays):
        args, keywords = with_arrays(self.arguments, iter(arrays))
        if not self.function.exact:
            args, keywords = as_doubles(args), as_doubles(keywords)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a mean of nothing
            return [np.asarray(y) for y in listed(self.function.reference(*args, **keywords))]

    def dtypes(self, count):
        found = self.function.dtype(*self.call.args, *self.call.keywords.values())
        return found if isinstance(found, list) else [found] * count

    def lanes(self):
        """The arrays, and those of another call: the last one is the other way around."""
        return self.arrays, [*self.arrays[:-1], np.flip(self.arrays[-1])]

    def is_smooth(self):
        return not self.call.grad and not self.call.jit and any(x.dtype.kind == "f" for x in self.arrays) and all(
            x.size and np.isfinite(x).all() for x in self.arrays)

    def weighted(self, arrays):
        """One number of all results that are floats, with weights that tell them apart."""
        total = ct.array(np.float64(0))
        for y in self(*arrays):
            if y.dtype.kind == "f" and y.size:
                total = total + ct.sum(ct.astype(y, np.float64) * np.cos(np.arange(y.size)).reshape(y.shape))
        return total


class Parity(unittest.TestCase):
    def compare(self, row, found, arrays):
        expected = row.expected(arrays)
        self.assertEqual(len(found), len(expected))
        for y, reference, dtype in zip(found, expected, row.dtypes(len(expected))):
            self.assertIsInstance(y, ct.Tensor)
            self.assertEqual(y.shape, reference.shape)
            self.assertEqual(y.dtype, dtype)
            rounding = np.finfo(dtype).eps if dtype.kind == "f" else 0
            tolerance = 40 * row.function.tolerance * max(rounding, 2e-14 if dtype.kind == "f" else 0)
            np.testing.assert_allclose(np.asarray(y).astype(np.float64), reference.astype(np.float64), rtol=tolerance,
                                       atol=tolerance)

    def rows(self, name):
        return [Row(name, FUNCTIONS[name], call) for call in FUNCTIONS[name].calls]

    def check_values(self, rows):
        compiled = [row for row in rows if not row.call.jit]
        together = ct.jit(lambda all_: [row(*arrays) for row, arrays in zip(compiled, all_)])
        results = together([row.arrays for row in compiled]) if compiled else []
        for row in rows:
            with self.subTest(how="at once", args=row.arguments):
                self.compare(row, row(*row.arrays), row.arrays)
        for row, found in zip(compiled, results):
            with self.subTest(how="compiled", args=row.arguments):
                self.compare(row, found, row.arrays)

    def check_lanes(self, rows):
        many = [row for row in rows if row.arrays and row.arrays[-1].size and not row.call.jit and not row.call.vmap]
        if not many:
            return
        stacked = [[np.stack(lanes) for lanes in zip(*row.lanes())] for row in many]
        together = ct.jit(ct.vmap(lambda all_: [row(*arrays) for row, arrays in zip(many, all_)]))
        for row, found in zip(many, together(stacked)):
            for i, arrays in enumerate(row.lanes()):
                with self.subTest(how="vmap", args=row.arguments, lane=i):
                    self.compare(row, [y[i] for y in found], arrays)

    def check_gradients(self, rows):
        smooth = [row for row in rows if row.is_smooth()]
        if not smooth:
            return
        inputs = [as_doubles(row.arrays) for row in smooth]
        random = np.random.default_rng(1)
        directions = [[random.normal(size=x.shape) if x.dtype.kind == "f" else None for x in xs] for xs in inputs]

        def moved(step):
            return [[x if u is None else x + step * u for x, u in zip(xs, us)] for xs, us in zip(inputs, directions)]

        @ct.jit
        def slopes(all_):
            values, back = ct.vjp(lambda a: [row.weighted(arrays) for row, arrays in zip(smooth, a)], all_)
            return values, back([ct.array(np.float64(1)) for _ in values])[0]

        _, gradients = slopes(inputs)
        above, below = slopes(moved(STEP))[0], slopes(moved(-STEP))[0]
        for row, us, found, high, low in zip(smooth, directions, gradients, above, below):
            with self.subTest(how="gradient", args=row.arguments):
                slope = sum(float(np.sum(np.asarray(g) * u)) for g, u in zip(found, us) if u is not None)
                difference = (float(high) - float(low)) / (2 * STEP)
                self.assertAlmostEqual(slope, difference, delta=1e-5 * (1 + abs(difference)))

    def test_every_function_has_rows(self):
        elsewhere = {name for names in ELSEWHERE.values() for name in names.split()}
        known = {id(named(name)) for name in [*FUNCTIONS, *elsewhere]}
        functions = {prefix + name for prefix, module in (("", ct), ("nn.", ct.nn), ("special.", ct.special)) for name, f in vars(module).items()
                     if callable(f) and not isinstance(f, type) and not name.startswith("_")}
        missing = sorted(name for name in functions if id(named(name)) not in known)
        self.assertEqual(missing, [], "add rows for these to a table in test/python/parity")
        self.assertEqual(sorted(elsewhere - functions), [], "these are no functions of ct")
        self.assertEqual(sorted(elsewhere & set(FUNCTIONS)), [], "these have rows")


def _test_of(name):
    def test(self):
        rows = self.rows(name)
        self.assertTrue(rows, "no rows")
        self.check_values(rows)
        self.check_lanes(rows)
        self.check_gradients(rows)

    return test


for _name in FUNCTIONS:
    setattr(Parity, "test_" + _name.replace(".", "_"), _test_of(_name))

if __name__ == "__main__":
    unittest.main()
