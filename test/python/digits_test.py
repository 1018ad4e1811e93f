#!/usr/bin/python3
"""Numbers of Python keep all their digits until they meet an element type: in the place of each argument that can be
a number, 0.1 does what a number of the other arguments' type does, and an integer what an integer of it does."""

import inspect
import unittest

import cotan as ct
import numpy as np
from calls import calls
from sampled import every

# What a number is beside arrays of this type, and the number of that type that it stands for.
TYPES = {"float64": 0.1, "float32": 0.1, "float16": 0.1, "bfloat16": 0.1, "int64": 2**53 + 1, "int32": 2**31 - 3}
# Not varied: a number there is no number beside a tensor, or says how many there are.
OTHER = {"from_dlpack", "astype", "key", "ndim", "shape", "size", "finfo", "iinfo", "bitcast_convert_type", "permutation",
         "choice", "arange", "histogram", "histogram2d", "histogramdd", "histogram_bin_edges", "repeat",
         "binomial", "multinomial",  # their parameters are float64, whatever the type of the results
         "ball"}  # a tenth of an order takes roots that are ten times as inexact

# How many results there are is known only when they run.
UNKNOWN = {"ct.unique", "ct.compress", "ct.extract", "ct.nonzero", "ct.flatnonzero", "ct.argwhere", "ct.bincount",
           "ct.choose", "x.compress", "x.nonzero", "x.choose"}

# Their orders of a norm, and its like, are numbers for themselves: one that is rounded to eight bits gives another root.
ORDERS = {"ct.nn.lp_pool", "ct.nn.normalize", "ct.nn.cdist", "ct.nn.pdist", "ct.nn.pairwise_distance", "ct.nn.adadelta_update",
          "ct.linalg.norm", "ct.linalg.vector_norm"}


def as_type(nest, dtype):
    """A call's arguments, with their floats, or their integers, of this type."""
    if isinstance(nest, (list, tuple)):
        return type(nest)(as_type(x, dtype) for x in nest)
    if isinstance(nest, np.ndarray) and nest.dtype.kind in "fi" and (nest.dtype.kind == "f" or "int" in dtype):
        return ct.array(nest, dtype)
    return dtype if isinstance(nest, str) and nest == "float32" else nest


def shown(results):
    return [ct.array(y, "float64").numpy() if y.dtype == ct.bfloat16 else y.numpy() for y in ct.tree.leaves(results)
            if isinstance(y, ct.Tensor)]


def has(nest, dtype):
    return any(isinstance(x, ct.Tensor) and x.dtype == dtype for x in ct.tree.leaves(nest))


def places(function, row):
    """Where a number may be: by position, or by name."""
    parameters = list(inspect.signature(function).parameters.values())
    for place, parameter in enumerate(parameters):
        hint = str(parameter.annotation)
        if "TensorLike" not in hint and not hint.startswith("float"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY or place > len(row):
            yield parameter.name, None
        elif "Sequence[TensorLike]" in hint and place < len(row) and isinstance(row[place], (list, tuple)):
            yield from ((place, i) for i in range(len(row[place])))
        else:
            yield place, None


def put(row, place, i, value):
    args = list(row)
    if isinstance(place, str):
        return args, {place: value}
    if i is not None:
        value = [value if k == i else x for k, x in enumerate(args[place])]
    args[place:place + 1] = [value]
    return args, {}


class Digits(unittest.TestCase):
    def check(self, name, function, row, place, i, dtype):
        number = TYPES[dtype]
        strong = ct.array([number], dtype)[0]
        args = as_type(list(row), dtype)
        given = put(args, place, i, strong)
        try:
            expected = function(*given[0], **given[1])
        except (TypeError, ValueError, IndexError, ct.Error):
            return 0
        args, keywords = put(args, place, i, number)
        if not has(args, strong.dtype) and not any(x is dtype for x in args) or not has(expected, strong.dtype):
            return 0  # it meets no type, or is not in the result
        ways = [("at once", lambda: function(*args, **keywords))]
        if dtype == "float64" and name not in UNKNOWN:
            ways.append(("compiled", ct.jit(lambda: function(*args, **keywords))))
        for how, call in ways:
            with self.subTest(name, place=place, number=i, dtype=dtype, how=how):
                for y, wanted in zip(shown(call()), shown(expected)):
                    rounding = 4 * np.finfo(wanted.dtype).eps if wanted.dtype.kind == "f" else 0
                    np.testing.assert_allclose(y.astype(wanted.dtype), wanted, rtol=rounding)
        return 1

    def test_numbers_beside_tensors(self):
        count = 0
        for name, function, row in calls():
            if name.split(".")[-1] in OTHER:
                continue
            for place, i in places(function, row):
                for dtype in every(2, TYPES, name, place, i):
                    if name in ORDERS and dtype == "bfloat16":
                        continue
                    count += self.check(name, function, row, place, i, dtype)
        self.assertGreater(count, 500)


if __name__ == "__main__":
    unittest.main()
