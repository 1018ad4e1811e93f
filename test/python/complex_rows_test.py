#!/usr/bin/python3
"""The calls of the parity tables with complex numbers: each function gives what NumPy's gives, or refuses them."""

import functools
import unittest
import warnings

import cotan as ct
import numpy as np
from parity import FUNCTIONS
from parity.rows import arrays_in, with_arrays

# They have a meaning for real numbers alone, or NumPy's order of complex numbers, which is that of words.
REFUSED = set("""bitcast_convert_type fma ldexp histogram histogram_bin_edges histogram2d cbrt erf erfc erfinv lgamma digamma deg2rad rad2deg
    lerp astype top_k interp quantile nanquantile percentile nanpercentile i0 special.gamma special.gammasgn
    special.loggamma special.factorial special.ndtr special.log_ndtr special.ndtri special.entr special.erfcx special.i1
    special.i0e special.i1e special.expi special.spence special.zeta special.exp1 special.xlogy special.xlog1py
    special.rel_entr special.kl_div special.boxcox special.boxcox1p special.beta special.betaln special.poch special.comb
    special.polygamma special.expn special.multigammaln""".split())
# Where the reference of the table, made for real numbers, says something else.
OTHERWISE = {
    "sign": "x / |x|, as NumPy 2 has it; the one here gives the sign of the real part",
    "vecdot": "the first vector is conjugated, as the array API standard says",
    "isclose": "equal infinities are close, as in JAX and NumPy 2",
    "logsumexp": "the imaginary part is the angle of the sum, as in JAX; the SciPy here adds turns",
    "special.logsumexp": "the same",
    "polyfit": "a covariance is Hermitian; NumPy forgets to conjugate",
}


def named(name):
    return functools.reduce(getattr, name.split("."), ct)


def as_complex(x):
    return (x + 0.5j * np.flip(x)).astype(np.complex128) if x.dtype.kind == "f" else x


def listed(results):
    return list(results) if isinstance(results, (list, tuple)) else [results]


class ComplexRows(unittest.TestCase):
    def expected(self, function, args, keywords):
        """What NumPy says; None if it refuses, too."""
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                warnings.simplefilter("error", np.ComplexWarning)
                return listed(function.reference(*args, **keywords))
        except Exception:  # pylint: disable=broad-exception-caught  # references refuse in many ways
            return None

    def check(self, name, args, keywords, expected):
        try:
            found = listed(named(name)(*args, **keywords))
        except ct.TypeError as refusal:
            self.assertRegex(str(refusal), "complex", name)
            self.assertTrue(name in REFUSED or name.startswith("nn.") or "dtype" in keywords, str(refusal))
            return 0
        for y, reference in zip(found, expected, strict=True):
            y, reference = np.asarray(y), np.asarray(reference)
            self.assertEqual(y.shape, reference.shape)
            np.testing.assert_allclose(y.astype(complex), reference.astype(complex), rtol=1e-6, atol=1e-8)
        return 1

    def test_all_rows(self):
        compared = {}
        for name, function in FUNCTIONS.items():
            for call in function.calls:
                given = [list(call.args), call.keywords]
                arrays = arrays_in(given)
                floats = [x for x in arrays if x.dtype.kind == "f"]
                if name in OTHERWISE or not floats or not (name == "nan_to_num" or all(np.isfinite(x).all() for x in floats)):
                    continue
                args, keywords = with_arrays(given, iter([as_complex(x) for x in arrays]))
                expected = self.expected(function, args, keywords)
                if expected is not None:
                    with self.subTest(name, args=args, keywords=keywords):
                        compared[name] = compared.get(name, 0) + self.check(name, args, keywords, expected)
        self.assertGreater(sum(count > 0 for count in compared.values()), 100, compared)


if __name__ == "__main__":
    unittest.main()
