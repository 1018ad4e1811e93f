#!/usr/bin/python3
"""Element types are promoted as JAX's documentation says ("Type promotion semantics")."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

NAMES = {"b1": "bool", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64", "i1": "int8", "i2": "int16",
         "i4": "int32", "i8": "int64", "bf": "bfloat16", "f2": "float16", "f4": "float32", "f8": "float64",
         "e4": "float8_e4m3", "e5": "float8_e5m2", "n4": "int4", "m4": "uint4", "i*": int, "f*": float}
# Types for storage only meet themselves, truth values and numbers; "--" is an error.
TABLE = """
   b1 u1 u2 u4 u8 i1 i2 i4 i8 bf f2 f4 f8 i* f* e4 e5 n4 m4
b1 b1 u1 u2 u4 u8 i1 i2 i4 i8 bf f2 f4 f8 i* f* e4 e5 n4 m4
u1 u1 u1 u2 u4 u8 i2 i2 i4 i8 bf f2 f4 f8 u1 f* -- -- -- --
u2 u2 u2 u2 u4 u8 i4 i4 i4 i8 bf f2 f4 f8 u2 f* -- -- -- --
u4 u4 u4 u4 u4 u8 i8 i8 i8 i8 bf f2 f4 f8 u4 f* -- -- -- --
u8 u8 u8 u8 u8 u8 f* f* f* f* bf f2 f4 f8 u8 f* -- -- -- --
i1 i1 i2 i4 i8 f* i1 i2 i4 i8 bf f2 f4 f8 i1 f* -- -- -- --
i2 i2 i2 i4 i8 f* i2 i2 i4 i8 bf f2 f4 f8 i2 f* -- -- -- --
i4 i4 i4 i4 i8 f* i4 i4 i4 i8 bf f2 f4 f8 i4 f* -- -- -- --
i8 i8 i8 i8 i8 f* i8 i8 i8 i8 bf f2 f4 f8 i8 f* -- -- -- --
bf bf bf bf bf bf bf bf bf bf bf f4 f4 f8 bf bf -- -- -- --
f2 f2 f2 f2 f2 f2 f2 f2 f2 f2 f4 f2 f4 f8 f2 f2 -- -- -- --
f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f4 f8 f4 f4 -- -- -- --
f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 f8 -- -- -- --
i* i* u1 u2 u4 u8 i1 i2 i4 i8 bf f2 f4 f8 i* f* e4 e5 n4 m4
f* f* f* f* f* f* f* f* f* f* bf f2 f4 f8 f* f* e4 e5 -- --
e4 e4 -- -- -- -- -- -- -- -- -- -- -- -- e4 e4 e4 -- -- --
e5 e5 -- -- -- -- -- -- -- -- -- -- -- -- e5 e5 -- e5 -- --
n4 n4 -- -- -- -- -- -- -- -- -- -- -- -- n4 -- -- -- n4 --
m4 m4 -- -- -- -- -- -- -- -- -- -- -- -- m4 -- -- -- -- m4
"""


def one(name):
    """A tensor of this type; of a type that gives way, a number in a tensor."""
    kind = NAMES[name]
    return ct.array(kind(1)) if isinstance(kind, type) else ct.array([1], kind)


class Promotion(Case):
    def test_whole_table(self):
        header, *lines = (line.split() for line in TABLE.strip().splitlines())
        for row, *entries in lines:
            for column, expected in zip(header, entries):
                with self.subTest(row=row, column=column):
                    if expected == "--":
                        with self.refuses(ct.TypeError, "no type in common", "astype"):
                            ct.where(ct.array([True]), one(row), one(column))
                        continue
                    found = ct.where(ct.array([True]), one(row), one(column))
                    kind = NAMES[expected]
                    wanted = {int: "int64", float: "float32"}.get(kind, kind)
                    self.assertEqual(found.dtype.name, wanted)
                    self.assertEqual(found.weak_type, isinstance(kind, type))

    def test_elements_of_lists(self):
        """Numbers and arrays of NumPy have their types in lists, too; Python's give way to them."""
        def element(name):
            kind = NAMES[name]
            return kind(1) if isinstance(kind, type) else np.dtype(kind).type(1)
        header, *lines = (line.split() for line in TABLE.strip().splitlines())
        known = [name for name in header if name[0] not in "enm" and name != "bf"]  # to NumPy
        for row, *entries in lines:
            for column, expected in zip(header, entries):
                if row not in known or column not in known:
                    continue
                wanted = {"i*": "int64", "f*": "float32"}.get(expected) or NAMES[expected]
                x, y = element(row), element(column)
                for given in [x, y], ((x,), [y]), [[[x, y]]], [np.array([x]), [y]]:
                    if type(x) in (int, float) and isinstance(given[0], np.ndarray):
                        continue  # the array has a type of its own
                    with self.subTest(given=given, row=row, column=column):
                        found = ct.array(given)
                        self.assertEqual(found.dtype.name, wanted)
                        self.assertEqual(found.tolist(), np.ones(found.shape).tolist())
        with self.refuses(ct.OverflowError, "300 does not fit in int8"):
            ct.array([np.int8(1), 300])
        self.assertEqual(ct.array([np.float64(0.1), 2]).tolist(), [0.1, 2.0])

    def check_meetings(self, ways):
        """Of all pairs of types: what is one or the other by `ways` has the type of both, or is refused where
        one that does not give way would have to."""
        def scalar(name):
            kind = NAMES[name]
            return kind(1) if isinstance(kind, type) else ct.array(1, kind)

        header, *lines = (line.split() for line in TABLE.strip().splitlines())
        for row, *entries in lines:
            for column, expected in zip(header, entries):
                x, y = scalar(row), scalar(column)
                fits = all(name.endswith("*") or name == expected for name in (row, column))
                for way in ways:
                    with self.subTest(way.__name__, row=row, column=column):
                        if not fits:
                            self.assertRaises(ct.TypeError, way, x, y)
                            continue
                        found = way(x, y)
                        self.assertEqual(found.weak_type, isinstance(NAMES[expected], type))
                        self.assertEqual(found.dtype, one(expected).dtype)

    def test_branches_agree_where_no_type_would_have_to_give_way(self):
        def conditional(x, y):
            return ct.jit(lambda c: x if c else y)(ct.array(True))

        def cond(x, y):
            return ct.jit(lambda c: ct.cond(c, lambda: x, lambda: y))(ct.array(True))

        self.check_meetings([conditional, cond])

    def test_variables_of_loops_keep_their_types_where_they_do_not_give_way(self):
        @ct.jit
        def statement(x, y, n):
            while n < 2:
                x, n = y, n + 1
            return x

        def while_statement(x, y):
            return statement(x, y, ct.array(0))

        def while_loop(x, y):
            return ct.while_loop(lambda c: c[1] < 2, lambda c: (y, c[1] + 1), (x, 0))[0]

        def fori_loop(x, y):
            return ct.fori_loop(0, 2, lambda i, c: y, x)

        def scan(x, y):
            return ct.scan(lambda c, row: (y, row), x, ct.arange(2))[0]

        self.check_meetings([while_statement, while_loop, fori_loop, scan])

    def test_promote_types(self):
        self.assertEqual(ct.promote_types("uint8", np.int8), np.int16)
        self.assertEqual(ct.promote_types(ct.float16, ct.bfloat16), np.float32)

    def test_numbers_give_way(self):
        x = np.ones(2, np.float16)
        for found in (ct.array(x) * 2.5, 2.5 * ct.array(x), ct.array(x) + 1, ct.array(x) * ct.array(2.5)):
            self.assertEqual(found.dtype, np.float16)
        number = ct.sin(0.5)
        for like in (ct.zeros_like, ct.ones_like, lambda x: ct.full_like(x, 2)):
            self.assertEqual((ct.array(x) * like(number)).dtype, np.float16)
        self.assertEqual((ct.array(x) * ct.zeros_like(number, dtype="float32")).dtype, np.float32)
        self.assertEqual((ct.array(x) * np.float64(2)).dtype, np.float64)
        self.assertEqual((ct.arange(3) * 2.5).dtype, np.float32)
        self.assertEqual((ct.arange(3) / 2).dtype, np.float32)

    def test_functions_of_floats_take_integers(self):
        self.check(ct.sin(np.arange(3)), np.sin(np.arange(3.0)), dtype=False)
        self.assertEqual(ct.sin(np.arange(3)).dtype, np.float32)

    def test_numbers_keep_their_precision(self):
        self.check(ct.array(np.ones(1)) * 0.1, [0.1], 1e-17)


if __name__ == "__main__":
    unittest.main()
