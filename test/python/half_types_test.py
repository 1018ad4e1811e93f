#!/usr/bin/python3
"""Every function of floats, of every element type of floats, through every transformation: float16 and bfloat16 have
no holes. The reference is the same in float64, so that only the type differs."""

import unittest

import cotan as ct
import numpy as np
from calls import calls
from parity.rows import arrays_in, with_arrays
from sampled import one_of

# How near a number of so few bits is, after a dozen operations; and that which is near a border is not compared.
NEAR = {"float16": 4e-2, "bfloat16": 3e-1}
WEIGHT = 0.3
# The examples of these say nothing of types of few bits.
WITHOUT = {"ct.bitcast_convert_type",  # it takes the bits of one type
           "ct.ldexp",  # 2^100
           "ct.spacing",  # it says how few they are
           "ct.nn.scaled_dot_general",  # it rounds, and has a rule for reverse mode alone
           "ct.nn.cosine_embedding_loss",  # a target that is nearly 1 is 1
           "ct.special.betaln",  # 1e6
           "ct.special.entr",  # infinities of negative numbers
           "ct.special.zeta",  # beside a pole
           "ct.std"}  # of numbers that become one, where it bends


def is_float(x):
    return np.dtype(x.dtype).kind == "f"


def tensors_in(result):
    return [y for y in ct.tree.leaves(result) if isinstance(y, ct.Tensor)]


def floats_of(function, row):
    """The function's results that are floats."""
    return lambda *arrays: [y for y in tensors_in(function(*with_arrays(row, iter(arrays)))) if y.dtype.kind == "f" or y.dtype == ct.bfloat16]


def of_type(arrays, dtype):
    return [ct.array(x).astype(dtype) if is_float(x) else ct.array(x) for x in arrays]


def every_transformation(call, arrays):
    """The results by name, in one program: value, reverse, forward, second order, Taylor, lanes."""
    wrt = tuple(i for i, x in enumerate(arrays) if is_float(x))

    def total(*xs):
        return sum((WEIGHT * ct.sum(y) for y in call(*xs)), ct.zeros((), xs[wrt[0]].dtype))

    def of_floats(*floats, among):
        xs = list(among)
        for i, x in zip(wrt, floats):
            xs[i] = x
        return call(*xs)

    def all_of(*xs):
        floats = [xs[i] for i in wrt]
        ways = [WEIGHT * ct.ones_like(x) for x in floats]
        alone = lambda *ys: of_floats(*ys, among=xs)  # noqa: E731
        slope = lambda *ys: ct.grad(lambda *zs: total(*_among(xs, wrt, zs)), argnums=tuple(range(len(wrt))))(*ys)  # noqa: E731
        second = ct.grad(lambda *ys: sum(WEIGHT * ct.sum(s) for s in slope(*ys)))(*floats)
        return {"value": call(*xs), "reverse": slope(*floats), "forward": ct.jvp(alone, floats, ways)[1],
                "second order": second, "Taylor": ct.jet(alone, floats, [[w] for w in ways])[1],
                "lanes": ct.vmap(call)(*(ct.stack([x, x]) for x in xs))}

    return all_of


def _among(xs, places, others):
    result = list(xs)
    for i, x in zip(places, others):
        result[i] = x
    return result


def compared(found, wanted):
    """How far a result of few bits is from the one of float64, beside the largest number."""
    x, y = (np.asarray(z.astype("float64")) for z in (found, wanted))
    with np.errstate(all="ignore"):
        apart = np.where(x == y, 0, np.abs(x - y))  # also of infinities
        return np.max(apart / (1 + np.abs(y[np.isfinite(y)]).max(initial=0)), initial=0)


class HalfTypes(unittest.TestCase):
    def check(self, name, function, row, arrays):
        call = floats_of(function, row)
        types = one_of(NEAR, name)
        found = {dtype: ct.jit(every_transformation(call, arrays))(*of_type(arrays, dtype)) for dtype in ("float64", *types)}
        for dtype in types:
            for how, results in found[dtype].items():
                for x, y in zip(tensors_in(results), tensors_in(found["float64"][how])):
                    with self.subTest(dtype=dtype, how=how):
                        self.assertEqual(x.shape, y.shape)
                        self.assertLessEqual(compared(x, y), NEAR[dtype])

    def test_every_function(self):
        count = 0
        for name, function, row in calls():
            arrays = arrays_in(row)
            if name in WITHOUT or not any(map(is_float, arrays)):
                continue
            random = np.random.default_rng(7)  # away from where functions bend
            arrays = [np.float64(x) + 0.01 * random.random(x.shape) if is_float(x) else x for x in arrays]
            with self.subTest(name):
                if floats_of(function, row)(*arrays):
                    self.check(name, function, row, arrays)
                    count += 1
        self.assertGreater(count, 230)


if __name__ == "__main__":
    unittest.main()
