#!/usr/bin/python3
"""What is indexed rather than called: r_, c_, s_, index_exp, mgrid, ogrid; and ix_."""

import unittest

import cotan as ct
import numpy as np
from expected import Case

A, B = np.array([1, 2, 3]), np.arange(6).reshape(2, 3)


class IndexTricks(Case):
    def same(self, found, expected):
        """Equal in shape and numbers; floats may be of another size."""
        self.assertEqual(found.shape, expected.shape)
        self.assertEqual(found.dtype.kind, expected.dtype.kind)
        np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-6)

    def test_rows_and_columns(self):
        for key in (np.s_[1:4], np.s_[1:10:3, 0, A], np.s_[A, 4, 5.5], np.s_[0:1:5j], np.s_[:3, -1:1:3j], np.s_[5:0:-2],
                    np.s_[B, B], np.s_["0", A, A], np.s_["-1", B, B], np.s_["1", B, B], np.s_["0,2", A, A], np.s_["1,2", A, A],
                    np.s_["0,2,0", A, A], np.s_["1,2,0", A, 0:3], np.s_["0,3,1", A, A], np.s_["0,3", B, B], np.s_["2,3,0", B, B],
                    np.s_["0,2", A, B], np.s_["0,2", 5, 6], np.s_[True, False], np.s_[[1, 2], 3:5], 7, np.s_[2:2, 1],
                    np.s_["r", A, A], np.s_["c", A, 0:2], np.s_["r", B, B], np.s_["c", B, B], np.s_["r", 5, 6]):
            with self.subTest(key=key):
                self.same(ct.r_[key], np.asarray(np.r_[key]))
        for key in (np.s_[A, A], np.s_[1:4, 4:7], np.s_[B, B], np.s_[B, B[:, :1]], np.s_[1, 2], (A,), np.s_[[1, 2], [3.5, 4]],
                    np.s_["r", A, A], np.s_["c", A, A], np.s_["c", B, B]):
            with self.subTest(key=key):
                self.same(ct.c_[key], np.asarray(np.c_[key]))
        self.assertEqual(ct.r_[np.float32(1), 2.0].dtype, np.float32)
        self.assertEqual((len(ct.r_), len(ct.c_)), (0, 0))

    def test_indices_for_later(self):
        for key in (np.s_[1], np.s_[1:2], np.s_[..., None, ::2], ()):
            self.assertEqual(ct.s_[key], np.s_[key])
            self.assertEqual(ct.index_exp[key], np.index_exp[key])
        self.same(ct.array(B)[ct.s_[1:, ::2]], B[1:, ::2])

    def test_grids(self):
        for key in (np.s_[0:3], np.s_[0:3, 1:7:2], np.s_[0:1:3j], np.s_[0:1:.25, 0:2], np.s_[-1:1:3j, 0:2, 5:4:-1], np.s_[0:0, 0:2],
                    (slice(3),)):
            with self.subTest(key=key):
                self.same(ct.mgrid[key], np.mgrid[key])
                found, expected = ct.ogrid[key], np.ogrid[key]
                if isinstance(key, slice):
                    self.same(found, expected)
                    continue
                self.assertEqual(len(found), len(expected))
                for one, other in zip(found, expected):
                    self.same(one, other)

    def test_ix(self):
        for args in (([0, 2], [1, 3]), ([True, False, True], [2]), ([], [1]), ([1],), (), (np.array([0, 1]), [3], [0])):
            found, expected = ct.ix_(*args), np.ix_(*args)
            self.assertEqual(len(found), len(expected))
            for one, other in zip(found, expected):
                self.same(one, other)
        x = np.arange(12).reshape(3, 4)
        self.same(ct.array(x)[ct.ix_([0, 2], [True, False, True, False])], x[np.ix_([0, 2], [True, False, True, False])])

    def test_traced_mapped_and_differentiated(self):
        x = np.array([1.0, 2.0, 3.0])
        self.same(ct.jit(lambda x: ct.r_[x, 0:2, x.sum()])(x), np.r_[x, 0:2, x.sum()])
        self.same(ct.jit(lambda x: ct.c_[x, x * 2])(x), np.c_[x, x * 2])
        self.same(ct.vmap(lambda a: ct.r_[a, 5.0])(x), np.stack([x, np.full(3, 5.0)], 1))
        self.same(ct.grad(lambda x: (ct.r_[x, x * 2] ** 2).sum())(x), 10 * x)
        self.same(ct.jit(lambda x, i: x[ct.ix_(i, [0])])(B, np.array([1, 0])), B[np.ix_([1, 0], [0])])
        self.same(ct.jit(lambda x: x * ct.mgrid[0:2, 0:3])(2.0), 2.0 * np.mgrid[0:2, 0:3])

    def test_mistakes(self):
        for call, kind, text in (
                (lambda: ct.r_[1:], ct.ValueError, r"ct\.r_: found 1:, which has no end; write one, as 0:5"),
                (lambda: ct.mgrid[:, 0:2], ct.ValueError, r"ct\.mgrid: found :, which has no end"),
                (lambda: ct.r_["q", A], ct.ValueError, r"ct\.r_: found 'q', but a text is an axis"),
                (lambda: ct.r_["0,1,2,3", A], ct.ValueError, r"ct\.r_: found '0,1,2,3'"),
                (lambda: ct.r_[A, "0"], ct.ValueError, r"ct\.r_: found '0'; a text stands in front"),
                (lambda: ct.r_[()], ct.ValueError, r"ct\.r_: there is nothing in the brackets"),
                (lambda: ct.c_["0"], ct.ValueError, r"ct\.c_: there is nothing"),
                (lambda: ct.r_[{}], ct.TypeError, r"ct\.r_: a dict cannot be a tensor"),
                (lambda: ct.r_[A, B], ct.ValueError, r"differ elsewhere than in axis 0"),
                (lambda: ct.mgrid[3], ct.TypeError, r"ct\.mgrid: found 3 \(an int\), but all in the brackets must be slices"),
                (lambda: ct.ogrid[0:2, "a"], ct.TypeError, r"ct\.ogrid: found 'a' \(a str\)"),
                (lambda: ct.ogrid[()], ct.ValueError, r"ct\.ogrid: there is nothing"),
                (lambda: ct.ix_([[1]]), ct.ValueError, r"ct\.ix_: argument 0 must have one axis, but has 2"),
                (lambda: ct.ix_([0], 3), ct.ValueError, r"ct\.ix_: argument 1 must have one axis, but has 0"),
                (lambda: ct.r_[0:10:0], ct.ValueError, r"step")):
            with self.assertRaisesRegex(kind, rf"index_tricks_test.py:\d+: .*{text}"):
                call()


if __name__ == "__main__":
    unittest.main()
