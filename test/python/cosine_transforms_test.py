#!/usr/bin/python3
"""ct.fft.dct and its kin beside SciPy's, of all types and norms, and their derivatives."""

import itertools
import unittest

import cotan as ct
import numpy as np
import scipy.fft
from expected import Case

RANDOM = np.random.default_rng(0)
NORMS = (None, "backward", "ortho", "forward")


class CosineTransforms(Case):
    def test_types_norms_and_sizes(self):
        for n, kind, norm in itertools.product((1, 2, 3, 4, 5, 8, 9), (1, 2, 3, 4), NORMS):
            if (n, kind) == (1, 1):
                continue
            x = RANDOM.normal(size=(2, n, 3))
            for name in ("dct", "idct"):
                ours, theirs = getattr(ct.fft, name), getattr(scipy.fft, name)
                with self.subTest(name, n=n, type=kind, norm=norm):
                    self.check(ours(x, kind, axis=1, norm=norm), theirs(x, kind, axis=1, norm=norm), 1e-12)
                    self.check(ours(x[0, :, 0].astype("f"), kind, norm=norm), theirs(x[0, :, 0].astype("f"), kind, norm=norm), 1e-5)
        z = RANDOM.normal(size=(3, 5)) + 1j * RANDOM.normal(size=(3, 5))
        self.check(ct.fft.dct(z, 4), scipy.fft.dct(z, 4), 1e-12)
        self.assertEqual(ct.fft.dct(ct.arange(4)).dtype, np.float32)

    def test_several_axes(self):
        x = RANDOM.normal(size=(3, 4, 5))
        rows = [{}, {"axes": (0, 2)}, {"axes": (-1,)}, {"s": (3, 6)}, {"s": (2, 5), "axes": (0, 1), "norm": "ortho"}, {"type": 3}]
        for name in ("dctn", "idctn"):
            for row in rows:
                with self.subTest(name, **row):
                    self.check(getattr(ct.fft, name)(x, **row), getattr(scipy.fft, name)(x, **row), 1e-11)
        self.check(ct.fft.dct(x, n=7), scipy.fft.dct(x, n=7), 1e-12)
        self.check(ct.fft.idct(x, n=3, axis=0), scipy.fft.idct(x, n=3, axis=0), 1e-12)

    def test_compiled_over_lanes_and_derivatives(self):
        x = RANDOM.normal(size=(3, 6))

        def all_of(x):
            return ct.stack([ct.fft.dct(x, kind, norm="ortho") for kind in (1, 2, 3, 4)])

        expected = np.stack([scipy.fft.dct(x, kind, norm="ortho") for kind in (1, 2, 3, 4)], 1)
        self.check(ct.jit(ct.vmap(all_of))(x), expected, 1e-12)
        matrix = np.concatenate([scipy.fft.dct(np.eye(6), kind, axis=0, norm="ortho") for kind in (1, 2, 3, 4)])
        for jacobian in (ct.jacrev, ct.jacfwd):
            self.check(ct.jit(jacobian(all_of))(x[0]), matrix.reshape(4, 6, 6), 1e-12)

    def test_what_is_refused(self):
        x = ct.ones((2, 3))
        for kind, words, call in [
                (ct.ValueError, ("ct.fft.dct", "'type' must be 1, 2, 3 or 4", "5"), lambda: ct.fft.dct(x, 5)),
                (ct.ValueError, ("ct.fft.idct", "'norm'", "'unit'"), lambda: ct.fft.idct(x, norm="unit")),
                (ct.ValueError, ("ct.fft.dct", "type 1 is of two"), lambda: ct.fft.dct(x[:, :1], 1)),
                (ct.ValueError, ("ct.fft.dct", "elements along the axis"), lambda: ct.fft.dct(x[:, :0])),
                (ct.ValueError, ("ct.fft.dctn", "'axes'"), lambda: ct.fft.dctn(x, s=(1, 2, 3))),
                (ct.ValueError, ("ct.fft.dctn", "0 twice"), lambda: ct.fft.dctn(x, axes=(0, -2)))]:
            with self.refuses(kind, "cosine_transforms_test.py", *words):
                call()


if __name__ == "__main__":
    unittest.main()
