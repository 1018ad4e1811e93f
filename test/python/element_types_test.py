#!/usr/bin/python3
"""The element types of results: those of NumPy for every function and every type of its arguments, with floats as JAX
has them. Integers become float32 where NumPy makes float64 of them, and floats keep their type."""

import inspect
import operator
import re
import unittest
import warnings

import cotan as ct
import numpy as np
from calls import calls
from parity import FUNCTIONS
from parity.rows import arrays_in, with_arrays
from sampled import every

# Types for storage only, and what they stand for.
SMALL = {"float8_e4m3": "f", "float8_e5m2": "f", "int4": "i", "uint4": "u"}
# Names of the program's inside, which errors do not show.
INSIDE = re.compile(r"prim\.|composite\.|flow\.|tensor<|f8E|\bu?i4\b|0x[0-9a-f]{6}|operand #|result #|LLVM|MLIR")
TYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64".split()

# Arithmetic of truth values is that of int64, where NumPy stays with bool or takes int8.
TRUTH = set("""polyadd polymul nn.fold nn.cache_update remainder floor_divide fmod divmod square clip polyval convolve correlate clamp ptp associative_scan vander cross power mode""".split())
# Of integers these are floats, as in JAX.
FLOATS = set("reciprocal quantile nanquantile percentile nanpercentile lerp".split())
# Rounding leaves them alone, as in the array API and newer versions of NumPy.
WHOLE = set("floor ceil trunc".split())
# Functions of ct.nn are of floats, but for those that only move numbers, choose or add them.
MOVING = {"nn." + name for name in """adaptive_max_pool adaptive_max_pool_with_indices cache_update channel_shuffle fold
    fractional_max_pool fractional_max_pool_with_indices max_pool_with_indices pixel_shuffle pixel_unshuffle
    unfold""".split()}
# Other references than NumPy's own function: they add as 64 bits, or name their type.
OTHERS = set("""polyfit vecdot cumulative_sum cumulative_prod associative_scan vander bitcast_convert_type ldexp round
    nn.conv_transpose nn.interpolate average unwrap apply_along_axis map linspace logspace geomspace histogram""".split())


def listed(results):
    return list(results) if isinstance(results, (list, tuple)) else [results]


def expected(dtype, found):
    """What NumPy's type is here."""
    if found.kind != "f":
        return found
    return np.dtype(dtype if dtype.startswith("float") else "float32")


class ElementTypes(unittest.TestCase):
    def check(self, name, function, call, dtype):
        arguments = [list(call.args), call.keywords]
        arrays = [np.nan_to_num(x, posinf=3, neginf=-3).astype(dtype) for x in arrays_in(arguments)]

        def apply(of, xs):
            args, keywords = with_arrays(arguments, iter(xs))
            return listed(of(*args, **keywords))

        try:
            wanted = [np.asarray(y).dtype for y in apply(function.reference, arrays)]
            found = [y.dtype for y in ct.eval_shape(lambda xs: apply(operator.attrgetter(name)(ct), xs), arrays)]
        except (TypeError, ValueError, IndexError, ct.Error, np.exceptions.DTypePromotionError if hasattr(np, "exceptions")
                and hasattr(np.exceptions, "DTypePromotionError") else TypeError):
            return 0
        for y, numpy in zip(found, wanted):
            with self.subTest(name, dtype=dtype, args=call.args):
                rule = expected(dtype, numpy)
                if dtype == "bool" and name in TRUTH:
                    rule = np.dtype(np.int64)
                if not dtype.startswith("float") and (name in FLOATS or name.startswith("nn.") and name not in MOVING):
                    rule = np.dtype(np.float32)
                if not dtype.startswith("float") and name in WHOLE:
                    rule = np.dtype(dtype)
                self.assertEqual(y, rule)
        return 1

    def test_every_function_of_every_type(self):
        count = 0
        for name, function in FUNCTIONS.items():
            if name in OTHERS:
                continue
            for i, call in enumerate(function.calls):
                given = [*call.args, *call.keywords.values()]
                types = {x.dtype for x in arrays_in(given)}
                numbers = [x for x in given if isinstance(x, float)]
                if len(types) != 1 or numbers or any(isinstance(x, (str, type, np.dtype)) for x in given):
                    continue
                with np.errstate(all="ignore"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    count += sum(self.check(name, function, call, dtype) for dtype in every(2, TYPES, name, i))
        self.assertGreater(count, 1500)

    def test_every_function_takes_or_refuses_what_is_for_storage_only(self):
        """What is taken has results that NumPy would make of the same numbers; what is not says so, at once or compiled."""
        taken, refused = set(), set()
        for name, function, row in calls():
            if name == "x.devices":
                continue  # gives a set, which compiled functions refuse to return
            arrays = arrays_in(row)
            if name.startswith("x.") and not name.startswith("x.at"):  # of the tensor, too
                arrays, row = [np.array(function.__self__), *arrays], (np.array(function.__self__), *row)
                function = (lambda method: lambda x, *args: getattr(ct.array(x), method)(*args))(name[2:])
            for dtype, kind in SMALL.items():
                given = [ct.array(np.clip(np.nan_to_num(x), -4 if kind != "u" else 0, 4)).astype(dtype)
                         if x.dtype.kind in "fiu" and x.dtype != np.uint32 else x for x in arrays]
                if all(isinstance(x, np.ndarray) for x in given):
                    continue
                args = with_arrays(row, iter(given))
                for call in (lambda: function(*args),
                             lambda: ct.jit(lambda *xs: function(*with_arrays(row, iter(xs))))(*given)):
                    with self.subTest(name, dtype=dtype):
                        try:
                            call()
                            taken.add(name)
                        except (ct.TypeError, ct.ValueError, ct.IndexError, ct.Error) as problem:
                            refused.add(name)
                            self.assertIsNone(INSIDE.search(str(problem)), problem)
                            self.assertRegex(str(problem), r"(element_types_test.py|<string>):\d+: ")
                            if not any(callable(f) for part in row for f in (part if isinstance(part, list) else [part])):  # else it is what the function that is given calls
                                self.assertIn(name.split(".")[-1], str(problem))
        self.assertGreater(len(taken), 90)
        self.assertGreater(len(refused), 200)

    def test_none_is_the_default(self):
        count = 0
        for name, function, row in calls():
            parameters = list(inspect.signature(function).parameters.values())
            places = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
            if "dtype" not in places or parameters[places.index("dtype")].default is inspect.Parameter.empty:
                continue
            with self.subTest(name):
                args = row[:places.index("dtype")]
                self.assertEqual(ct.eval_shape(lambda: function(*args, dtype=None)),
                                 ct.eval_shape(lambda: function(*args)))
                count += 1
        self.assertGreater(count, 25)

    def test_of_two_float64_numbers(self):
        for function in (ct.linspace, ct.logspace, ct.geomspace):
            self.assertEqual(function(np.float64(1), np.float64(2), 3).dtype, np.float64)
            self.assertEqual(function(1, 2, 3).dtype, np.float32)
            self.assertEqual(function(1, 2, 3, dtype="float16").dtype, np.float16)


if __name__ == "__main__":
    unittest.main()
