#!/usr/bin/python3
"""float8_e4m3, float8_e5m2, int4 and uint4: their numbers, told from the bits alone; what moves them; how they are
converted, saved, shown and refused."""

import itertools
import math
import os
import tempfile
import unittest

import cotan as ct
import numpy as np
from expected import Case

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

FLOATS = {"float8_e4m3": (4, 3), "float8_e5m2": (5, 2)}  # bits of exponent and mantissa
INTEGERS = {"int4": range(-8, 8), "uint4": range(16)}
SMALL = [*FLOATS, *INTEGERS]
ML_NAMES = {"float8_e4m3": "float8_e4m3fn"}
BYTES = np.arange(256, dtype=np.uint8)


def decoded(code, dtype):
    """The number of a code, by what the standard (OCP, "8-bit floating point") says of its fields."""
    exponent_bits, mantissa_bits = FLOATS[dtype]
    bias = 2 ** (exponent_bits - 1) - 1
    sign, exponent, mantissa = code >> 7, code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
    if dtype == "float8_e4m3":
        special = math.nan if exponent == 15 and mantissa == 7 else None
    else:
        special = None if exponent < 31 else math.nan if mantissa else math.inf
    if special is None:
        fraction = mantissa / 2**mantissa_bits
        special = (1 + fraction) * 2.0 ** (exponent - bias) if exponent else fraction * 2.0 ** (1 - bias)
    return math.copysign(special, -1 if sign else 1)


def rounded(x, dtype):
    """The nearest numbers; of two that are equally near, those whose code is even."""
    x = np.float64(x)
    finite = [decoded(code, dtype) for code in range(128)]
    finite = np.array([y for y in finite if math.isfinite(y)])
    finite = np.append(finite, 2 * finite[-1] - finite[-2])  # would be the next
    magnitude = np.minimum(np.abs(x), finite[-1])
    above = np.minimum(np.searchsorted(finite, magnitude), len(finite) - 1)  # NaN is behind all
    below = np.maximum(above - 1, 0)
    nearer = (finite[above] - magnitude) - (magnitude - finite[below])
    code = np.where((nearer > 0) | ((nearer == 0) & (below % 2 == 0)), below, above)
    found = np.append(finite[:-1], math.nan if dtype == "float8_e4m3" else math.inf)[code]
    return np.copysign(np.where(np.isnan(x), math.nan, found), x)


def same(x, y):
    """Equal, zeros with their signs, NaN as NaN."""
    x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
    return np.array_equal(x, y, equal_nan=True) and np.array_equal(np.signbit(x)[~np.isnan(x)], np.signbit(y)[~np.isnan(x)])


def codes(dtype):
    """A tensor of every number, and its bits."""
    if dtype in FLOATS:
        return ct.bitcast_convert_type(ct.array(BYTES), dtype)
    return ct.array(list(INTEGERS[dtype]), dtype)


def bits(x):
    return ct.bitcast_convert_type(x, "uint8").numpy() if x.dtype.kind == "f" else x.numpy()


def numbers(dtype):
    return np.array([decoded(c, dtype) for c in range(256)]) if dtype in FLOATS else np.array(INTEGERS[dtype])


def both(function, *args):
    """At once and compiled."""
    args = [ct.array(x) if isinstance(x, np.ndarray) else x for x in args]
    return [function(*args), ct.jit(function)(*args)]


HALVES = np.arange(65536, dtype=np.uint16).view(np.float16)


class Numbers(Case):
    def test_every_code_is_read_exactly(self):
        for dtype in SMALL:
            for wide in ("float64", "float32", "float16", "bfloat16"):
                for found in both(lambda x: x.astype(wide), codes(dtype)):
                    self.assertTrue(same(found.astype("float64").numpy(), numbers(dtype)), (dtype, wide))

    def test_every_half_and_what_lies_between_is_rounded_to_nearest_even(self):
        finite = np.sort(np.float64(HALVES[np.isfinite(HALVES)]))
        between = [np.nextafter(finite, np.inf), np.nextafter(finite, -np.inf), (finite[1:] + finite[:-1]) / 2]
        for dtype in FLOATS:
            self.check_codes(dtype, np.concatenate([finite, *between, [np.inf, -np.inf]]), "float64")
            for wide in ("float16", "float32"):
                self.check_codes(dtype, HALVES, wide)
            singles = np.concatenate([np.nextafter(np.float32(finite), np.float32(a)) for a in (np.inf, -np.inf)])
            self.check_codes(dtype, singles[::7], "float32")
            self.check_codes(dtype, (np.arange(0, 65536, 3, dtype=np.uint32) << 16).view(np.float32), "bfloat16")

    def check_codes(self, dtype, x, wide):
        x = np.float64(x)
        expected = rounded(x, dtype)
        for found in both(lambda x: x.astype(wide).astype(dtype), x):
            found = np.array([decoded(int(code), dtype) for code in bits(found)])
            wrong = ~((found == expected) | (np.isnan(found) & np.isnan(expected)))
            self.assertFalse(wrong.any(), (dtype, wide, x[wrong][:5], found[wrong][:5], expected[wrong][:5]))
            self.assertTrue(same(found, expected))

    def test_what_is_no_number_or_too_large(self):
        x = np.array([np.nan, np.inf, -np.inf, 1e300, -465.0, 464.0, 61440.0, 61439.0])
        for found in both(lambda x: x.astype("float8_e4m3"), x):
            self.assertTrue(same(found.numpy(), [np.nan] * 5 + [448.0] + [np.nan] * 2))
        for found in both(lambda x: x.astype("float8_e5m2"), x):
            self.assertTrue(same(found.numpy(), [np.nan, np.inf, -np.inf, np.inf, -448, 448, np.inf, 57344]))

    def test_integers_and_truth_values(self):
        x = np.arange(-300, 300)
        for dtype in FLOATS:
            for found in both(lambda x: x.astype(dtype), x):
                self.assertTrue(same(found.numpy(), rounded(x, dtype)))
            for found in both(lambda x: x.astype("bool"), codes(dtype)):
                self.assertTrue((found.numpy() == (numbers(dtype) != 0)).all())
            for whole in ("int8", "uint8", "int32", "uint64"):
                for found in both(lambda x: x.astype(whole), codes(dtype)):
                    self.assertTrue((found.numpy() == ct.array(numbers(dtype)).astype(whole).numpy()).all())
            self.assertTrue(same(ct.array([True, False]).astype(dtype).numpy(), [1, 0]))

    def test_four_bits_wrap_around_and_saturate_as_more_bits_do(self):
        for dtype, range_ in INTEGERS.items():
            for wide in ("int8", "uint8", "int16", "int64", "uint64"):
                x = np.arange(256).astype(wide)
                wrapped = [(int(i) - range_[0]) % 16 + range_[0] for i in x]
                for found in both(lambda x: x.astype(dtype), x):
                    self.assertEqual(found.numpy().tolist(), wrapped)
                for found in both(lambda x: x.astype(wide), codes(dtype)):
                    self.assertEqual(found.numpy().tolist(), np.array(range_).astype(wide).tolist())
            floats = np.array([-1e9, -8.9, -1.5, -0.2, 0.99, 7.5, 15.9, 16, 1e9, np.inf, -np.inf, np.nan])
            limited = np.nan_to_num(np.clip(np.trunc(floats), range_[0], range_[-1]))
            for kind in ("float64", "float32", "bfloat16"):
                for found in both(lambda x: x.astype(kind).astype(dtype), floats):
                    self.assertEqual(found.numpy().tolist(), limited.tolist() if kind != "bfloat16" else
                                     np.clip(np.trunc(np.nan_to_num(ct.array(floats).astype(kind).numpy(), posinf=99, neginf=-99)), range_[0], range_[-1]).tolist())
        for found in both(lambda x: x.astype("int4").astype("uint4").astype("int4"), codes("int4")):
            self.assertEqual(found.numpy().tolist(), list(INTEGERS["int4"]))

    def test_all_pairs(self):
        every = "bool int8 uint8 int64 float16 bfloat16 float32 float64 complex64 complex128".split() + SMALL
        for source, target in itertools.product(every, SMALL):
            with self.subTest(source, target=target):
                x = ct.array([0, 1, 2, 3, 7]).astype(source)
                if source.startswith("complex"):
                    self.assertRaises(ct.TypeError, x.astype, target)
                    continue
                for found in both(lambda x: x.astype(target), x):
                    self.assertEqual(found.dtype, getattr(ct, target))
                    self.assertEqual(found.numpy().tolist(), [0, 1, 1, 1, 1] if source == "bool" else [0, 1, 2, 3, 7])
                for found in both(lambda x: x.astype(source), x.astype(target)):
                    self.assertEqual(found.dtype, x.dtype)
        for small in SMALL:
            self.assertEqual(ct.array([1, 0, 3]).astype(small).astype("complex64").numpy().tolist(), [1, 0, 3])

    @unittest.skipUnless(ml_dtypes, "ml_dtypes is not there")
    def test_as_ml_dtypes(self):
        for dtype in FLOATS:
            theirs = getattr(ml_dtypes, ML_NAMES.get(dtype, dtype))
            x = np.concatenate([HALVES.astype(np.float64), np.random.default_rng(0).standard_normal(100000) * 300])
            with np.errstate(all="ignore"):
                wanted = x.astype(theirs)
            self.assertTrue(same(ct.array(x).astype(dtype).numpy(), wanted.astype(np.float64)))
            self.assertTrue(same(codes(dtype).numpy(), BYTES.view(theirs).astype(np.float64)))
            self.assertEqual(ct.zeros(2, theirs).dtype, getattr(ct, dtype))
            for name in ("eps", "max", "min", "tiny", "smallest_subnormal", "bits", "resolution"):
                self.assertEqual(float(getattr(ct.finfo(dtype), name)), float(getattr(ml_dtypes.finfo(theirs), name)), name)


X = "x"
# What moves numbers: of a matrix of four rows and columns.
MOVES = {
    "reshape": lambda x: ct.reshape(x, (2, 8)),
    "transpose": lambda x: x.T,
    "slice": lambda x: x[1:3, ::-1],
    "picked": lambda x: x[np.array([3, 0, 3])],
    "one row": lambda x: x[ct.array(2)],
    "mask": lambda x: x[:, np.array([True, False, True, True])],
    "take": lambda x: ct.take(x, np.array([1, 1, 2]), axis=1),
    "take_along_axis": lambda x: ct.take_along_axis(x, np.array([[1, 2, 0, 3]]), 0),
    "dynamic_slice": lambda x: ct.dynamic_slice(x, (1, 0), (2, 4)),
    "concatenate": lambda x: ct.concatenate([x, x[:2]]),
    "stack": lambda x: ct.stack([x, x.T], 1),
    "split": lambda x: ct.split(x, 2)[1],
    "broadcast_to": lambda x: ct.broadcast_to(x, (2, 4, 4)),
    "tile": lambda x: ct.tile(x, (2, 1)),
    "repeat": lambda x: ct.repeat(x, 3, axis=1),
    "where": lambda x: ct.where(np.arange(4) > 1, x, x.T),
    "where zero": lambda x: ct.where(np.arange(4) > 1, x, 0),
    "pad": lambda x: ct.pad(x, 1),
    "flip": lambda x: ct.flip(x, 0),
    "roll": lambda x: ct.roll(x, 1, 0),
    "rot90": ct.rot90,
    "diagonal": ct.diagonal,
    "triu": ct.triu,
    "set": lambda x: x.at[1].set(x[0]),
    "set_places": lambda x: x.at[np.array([0, 2]), 1].set(x[0, :2]),
    "squeeze": lambda x: ct.squeeze(x[:1], 0),
    "expand_dims": lambda x: ct.expand_dims(x, 1),
    "moveaxis": lambda x: ct.moveaxis(x[None], 0, 2),
    "zeros_like": ct.zeros_like,
    "full_like": lambda x: ct.full_like(x, 1),
    "astype": lambda x: x.astype(x.dtype),
    "cond": lambda x: ct.cond(ct.array(True), lambda y: y, lambda y: y.T, x),
    "fori_loop": lambda x: ct.fori_loop(0, 3, lambda i, y: y.T, x),
    "while_loop": lambda x: ct.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, ct.roll(s[1], 1)), (0, x))[1],
    "scan": lambda x: ct.scan(lambda c, row: (row, c), x[0], x)[1],
    "scan carry": lambda x: ct.scan(lambda c, row: (row, c), x[0], x)[0],
    "map": lambda x: ct.map(lambda row: row[::-1], x),
    "vmap": lambda x: ct.vmap(lambda row: row[::-1])(x),
    "vmap picks": lambda x: ct.vmap(lambda row, i: row[i])(x, np.array([3, 2, 1, 0])),
    "checkpoint": lambda x: ct.checkpoint(lambda y: y.T)(x),
    "jit": lambda x: ct.jit(lambda y: y)(x),
    "stop_gradient": ct.stop_gradient,
}


def looped(x):
    n = 0
    while n < 3:
        x = x.T if n < 2 else x[::-1]
        n = n + 1
    return x


MOVES["while"] = lambda x: ct.jit(looped)(x)


def matrix(dtype):
    """Numbers with all kinds of bits among them."""
    raw = np.arange(0, 256, 16, dtype=np.uint8).reshape(4, 4) + 15 if dtype in FLOATS else np.arange(16).reshape(4, 4)
    return ct.bitcast_convert_type(ct.array(raw), dtype) if dtype in FLOATS else ct.array(raw).astype(dtype)


class Moves(Case):
    def test_every_move_keeps_the_bits(self):
        for dtype in SMALL:
            x = matrix(dtype)
            raw = ct.array(bits(x))
            for name, move in MOVES.items():
                with self.subTest(name, dtype=dtype):
                    if name == "full_like":
                        wanted = bits(ct.full((4, 4), 1, dtype))
                    else:
                        wanted = move(raw).numpy()
                    for found in both(move, x):
                        self.assertEqual(found.dtype, x.dtype)
                        np.testing.assert_array_equal(bits(found), wanted)

    def test_moves_of_lanes(self):
        for dtype in SMALL:
            x = matrix(dtype)
            for name in ("take", "pad", "where zero", "roll", "triu", "set", "scan", "fori_loop", "take_along_axis"):
                with self.subTest(name, dtype=dtype):
                    found = ct.vmap(MOVES[name])(ct.stack([x, x.T]))
                    for lane, y in enumerate((x, x.T)):
                        np.testing.assert_array_equal(bits(found[lane]), bits(MOVES[name](y)))

    def test_equality(self):
        for dtype in SMALL:
            x, n = codes(dtype), numbers(dtype)
            for found in both(lambda x: x == x[::-1], x):
                np.testing.assert_array_equal(found.numpy(), n == n[::-1])
            for found in both(lambda x: x != 1, x):
                np.testing.assert_array_equal(found.numpy(), n != 1)


class Derivatives(Case):
    def test_of_conversions_there_and_back(self):
        x, w = np.float32([1.03, -2.9, 0.2]), np.float32([1.0, 2.3, 0.5])
        for dtype in FLOATS:
            def f(x):
                return ct.sum(x.astype(dtype).astype("float32") * w)
            for found in both(ct.grad(f), x):
                self.assertEqual(found.dtype, np.float32)
                np.testing.assert_array_equal(found.numpy(), ct.array(w).astype(dtype).numpy())
            tangent = ct.jvp(lambda x: x.astype(dtype).astype("float32"), (x,), (w,))[1]
            np.testing.assert_array_equal(tangent.numpy(), ct.array(w).astype(dtype).numpy())

    def test_by_numbers_of_the_type(self):
        for dtype in FLOATS:
            x = ct.array([1.0, 2.0, -0.5], dtype)
            for found in both(ct.grad(lambda x: ct.sum(x.astype("float32") ** 2)), x):
                self.assertEqual(found.dtype, x.dtype)
                self.assertEqual(found.numpy().tolist(), [2, 4, -1])

    def test_sums_of_cotangents_are_made_in_float32(self):
        for dtype in FLOATS:
            x = ct.array([1.0, 2.0, -0.5], dtype)
            times = {
                "used twice": (lambda x: (x, x), 2), "used thrice": (lambda x: (x, x, x), 3),
                "broadcast": (lambda x: ct.broadcast_to(x, (40, 3)), 40),
                "picked": (lambda x: x[np.array([0, 1, 2] * 24)], 24),
                "taken along": (lambda x: ct.take_along_axis(x, np.array([0, 1, 2] * 20), 0), 20),
                "tiled": (lambda x: ct.tile(x, 4), 4),
                "at places": (lambda x: x[None][np.array([0, 0]), np.array([[0], [1], [2]])], 2),
                "loop": (lambda x: ct.scan(lambda c, _: (c, c), x, None, 6)[1], 6),
                "padded": (lambda x: ct.pad(x, 2), 1),
            }
            for name, (spread, n) in times.items():
                with self.subTest(name, dtype=dtype):
                    def f(x):
                        parts = spread(x)
                        return sum(ct.sum(p.astype("float32")) for p in (parts if isinstance(parts, tuple) else (parts,)))
                    for found in both(ct.grad(f), x):
                        self.assertEqual(found.dtype, x.dtype)
                        self.assertEqual(found.numpy().tolist(), [n] * 3)

    def test_vmap_of_gradients(self):
        for dtype in FLOATS:
            x = ct.array([[1.0, 2.0], [3.0, 0.5]], dtype)
            found = ct.vmap(ct.grad(lambda row: ct.sum(row[np.array([0, 0, 1])].astype("float32"))))(x)
            self.assertEqual(found.numpy().tolist(), [[2, 1], [2, 1]])
            y = ct.vmap(lambda s: ct.grad(lambda z: ct.sum(z.astype("float32") * s))(x[0]))(ct.array([1.0, 2.0]))
            self.assertEqual(y.numpy().tolist(), [[1, 1], [2, 2]])
            padding = ct.grad(lambda v: ct.sum(ct.pad(x, 1, constant_values=v).astype("float32")))(ct.array(1.0, dtype))
            self.assertEqual(padding.item(), 12)

    def test_integers_have_none(self):
        self.assertRaises(ct.TypeError, ct.grad(lambda x: x.astype("float32")), ct.array(1, "int4"))


class InAndOut(Case):
    def test_creation_names_and_limits(self):
        for dtype in SMALL:
            own = getattr(ct, dtype)
            for made in (ct.zeros(3, dtype), ct.ones((2,), own), ct.full((2,), 1, dtype), ct.array([1, 2], dtype),
                         ct.array([1, 2]).astype(own), ct.array(np.float32([1, 2]), dtype), ct.array(1, dtype),
                         ct.empty(2, dtype), ct.eye(2, dtype=dtype)):
                self.assertEqual((made.dtype, made.dtype.name, made.dtype.itemsize), (own, dtype, 1))
            self.assertEqual(own.kind, "f" if dtype in FLOATS else dtype[0])
            self.assertEqual(ct.ones(2, dtype).numpy().tolist(), [1, 1])
        self.assertEqual(ct.zeros(1, "float8_e4m3fn").dtype, ct.float8_e4m3)
        self.assertIs(ct.float8_e4m3fn, ct.float8_e4m3)
        for dtype in FLOATS:
            limits, finite = ct.finfo(dtype), numbers(dtype)[np.isfinite(numbers(dtype))]
            self.assertEqual((limits.max, limits.min, limits.smallest_subnormal, limits.bits),
                             (finite.max(), finite.min(), finite[finite > 0].min(), 8))
            self.assertEqual(limits.eps, finite[finite > 1].min() - 1)
            self.assertEqual(limits.tiny, 2.0 ** (2 - 2 ** (FLOATS[dtype][0] - 1)))
        for dtype, range_ in INTEGERS.items():
            self.assertEqual((ct.iinfo(dtype).min, ct.iinfo(getattr(ct, dtype)).max, ct.iinfo(dtype).bits), (range_[0], range_[-1], 4))
            self.assertRaises(ct.ValueError, ct.finfo, dtype)
        self.assertRaises(ct.ValueError, ct.iinfo, "float8_e5m2")
        self.assertTrue(ct.isdtype("float8_e5m2", "real floating") and ct.isdtype("int4", "signed integer"))
        self.assertFalse(ct.can_cast("float8_e5m2", "float32") or ct.can_cast("int4", "int8"))

    def test_numbers_that_do_not_fit(self):
        for dtype, number in (("int4", 8), ("int4", -9), ("uint4", 16), ("uint4", -1)):
            for given in (number, [number], [[0, number]]):
                with self.refuses(ct.ValueError, "does not fit in " + dtype):
                    ct.array(given, dtype)

    def test_text(self):
        self.assertEqual(repr(ct.array([1.5, -0.1, np.nan], "float8_e4m3")), "Tensor([ 1.5      , -0.1015625,        nan], dtype=float8_e4m3)")
        for dtype in FLOATS:
            for x, n in zip(codes(dtype), numbers(dtype)):
                text = str(x.item()) if math.isnan(n) else repr(x).split("(")[1].split(",")[0].strip()
                self.assertTrue(math.isnan(n) or rounded(float(text), dtype) == n, (text, n))
                self.assertLessEqual(len(text), 16)
        self.assertEqual(repr(ct.array([-8, 7], "int4")), "Tensor([-8,  7], dtype=int4)")
        self.assertEqual(repr(ct.array([15], "uint4")), "Tensor([15], dtype=uint4)")

    def test_out_and_back(self):
        for dtype in SMALL:
            x, n = codes(dtype), numbers(dtype)
            self.assertEqual(x.numpy().dtype, np.float32 if dtype in FLOATS else dtype.replace("4", "8"))
            self.assertTrue(same(x.numpy(), n))
            self.assertTrue(same(x.tolist(), n))
            self.assertTrue(same([y.item() for y in x], n))
            self.assertIs(type(x[3].item()), float if dtype in FLOATS else int)
            self.assertTrue(same(ct.array(x.numpy(), dtype).numpy(), n))
            with self.refuses(ct.TypeError, "DLPack", dtype, "astype"):
                ct.from_dlpack(x)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.safetensors")
            for dtype in FLOATS:
                ct.save(path, {"x": codes(dtype), "empty": ct.zeros((0, 2), dtype)})
                with open(path, "rb") as file:
                    content = file.read()
                self.assertIn(b'"dtype": "F8_' + dtype[-4:].upper().encode() + b'"', content)
                self.assertTrue(content.endswith(BYTES.tobytes()))
                found = ct.load(path)
                self.assertEqual((found["x"].dtype, found["empty"].shape), (getattr(ct, dtype), (0, 2)))
                np.testing.assert_array_equal(bits(found["x"]), BYTES)
            for dtype in INTEGERS:
                with self.refuses(ct.TypeError, "ct.save", dtype, "astype"):
                    ct.save(path, {"x": ct.zeros(2, dtype)})

    def test_programs(self):
        for dtype in SMALL:
            x = matrix(dtype)
            shape = ct.eval_shape(lambda x: x.T, ct.ShapeDtypeStruct((4, 2), dtype))
            self.assertEqual((shape.shape, shape.dtype), ((2, 4), x.dtype))
            held = ct.jit(lambda i: x[i])  # a constant of the program
            np.testing.assert_array_equal(bits(held(2)), bits(x)[2])
            text = ct.jit(lambda i: x[i]).lower(2).as_text()
            self.assertIn({"float8_e4m3": "f8E4M3FN", "float8_e5m2": "f8E5M2", "int4": "xi4", "uint4": "xui4"}[dtype], text)


class Refusals(Case):
    def test_arithmetic_says_what_to_do(self):
        for dtype in SMALL:
            x = ct.ones((2, 2), dtype)
            for name, call in {
                    "ct.add": lambda: x + x, "ct.multiply": lambda: x * 2, "ct.negative": lambda: -x, "ct.sin": lambda: ct.sin(x),
                    "ct.less": lambda: x < x, "ct.matmul": lambda: x @ x, "ct.sum": lambda: ct.sum(x), "ct.mean": lambda: ct.mean(x),
                    "ct.max": lambda: ct.max(x), "ct.sort": lambda: ct.sort(x), "ct.cumsum": lambda: ct.cumsum(x),
                    "ct.floor": lambda: ct.floor(x), "ct.nn.relu": lambda: ct.nn.relu(x), "ct.linalg.inv": lambda: ct.linalg.inv(x)}.items():
                for run in (call, lambda: ct.jit(lambda y: call())(0)):
                    with self.subTest(name, dtype=dtype), self.refuses(ct.TypeError, name, dtype, "astype"):
                        run()

    def test_meeting_other_types(self):
        others = "int8 uint64 float16 bfloat16 float32 float64 complex64".split()
        for dtype in SMALL:
            x = ct.ones(2, dtype)
            for other in [*others, *SMALL]:
                if other != dtype:
                    y = ct.ones(2, other)
                    for call in (lambda: ct.concatenate([x, y]), lambda: ct.where(ct.array(True), y, x), lambda: x == y):
                        with self.subTest(dtype, other=other), self.refuses(ct.TypeError, dtype, other, "astype"):
                            call()
            self.assertEqual(ct.where(ct.array([True, False]), x, 1).dtype, x.dtype)
            self.assertEqual(ct.concatenate([x, ct.array([True])]).dtype, x.dtype)


if __name__ == "__main__":
    unittest.main()
