"""Elementary and special functions of one tensor."""

import numpy as np
import scipy.special

from .rows import (DOUBLES, FIRST_FLOATS, FLOATS, INTS, MASK, NOTHING, NUMBER, POSITIVE, SPECIAL, UNIT, WHOLE,
                   X, call, each, table)

FUNCTIONS, of = table()


def unary(name, reference, x, *more, special=True, number=NUMBER, **options):
    def of_doubles(x):  # NumPy takes truth values as float16
        return reference(np.asarray(x, np.float64))

    of(name, of_doubles, call(x), call(np.float64(x)), call(np.float16(x[0]), grad="float64 stands for it"),
       call(number), call(NOTHING),
       *([call(SPECIAL)] if special else []), *more, dtype=FLOATS, **options)


for name in "sin cos tan tanh sinh cosh arctan arcsinh exp exp2 expm1 cbrt".split():
    unary(name, getattr(np, name), X, call(INTS), call(MASK), tolerance=4)
for name in "sqrt log log2 log10 log1p".split():
    unary(name, getattr(np, name), POSITIVE, call(WHOLE), tolerance=4)
for name in "arcsin", "arccos", "arctanh":
    unary(name, getattr(np, name), UNIT, call(MASK), tolerance=4)
unary("arccosh", np.arccosh, POSITIVE + 1, special=False, number=1 + NUMBER, tolerance=4)
unary("rsqrt", lambda x: 1 / np.sqrt(x), POSITIVE, call(WHOLE))
unary("erf", scipy.special.erf, X)
unary("erfc", scipy.special.erfc, X)
unary("erfinv", scipy.special.erfinv, UNIT, special=False, tolerance=8)
unary("lgamma", scipy.special.gammaln, POSITIVE, special=False, tolerance=8)
unary("digamma", scipy.special.digamma, POSITIVE, special=False, tolerance=8)
unary("sinc", np.sinc, X, call(INTS), call(np.linspace(-1, 1, 9)), tolerance=4)
unary("deg2rad", np.deg2rad, X, call(INTS))
unary("rad2deg", np.rad2deg, X, call(INTS))
of("unwrap", np.unwrap, call(NOTHING), call(5 * X), call(DOUBLES * 5, axis=0), call(X, discont=4.0),
   call(X, period=1.0), call(INTS), dtype=FIRST_FLOATS,
   grad="it has steps")
UNIT = np.float32([[0.05, 0.3, 0.5], [0.9, 0.99, 0.2]])
of("betainc", scipy.special.betainc, call(1 + UNIT, 3 * UNIT, UNIT[::-1]), call(2.0, 3.0, UNIT.astype(np.float64)),
   call(np.float64([0.3, 40.0]), np.float64([2.5, 60.0]), np.float64([0.7, 0.4])), call(WHOLE + 1, 2.0, UNIT[0, 0], vmap="the other shapes are negative"),
   call(UNIT.astype(np.float16), 0.5, 0.25), call(NOTHING, NUMBER, 0.5), dtype=FLOATS, tolerance=8)
for name, reference in ("igamma", scipy.special.gammainc), ("igammac", scipy.special.gammaincc):
    of(name, reference, call(POSITIVE, POSITIVE[::-1]), call(np.abs(DOUBLES), POSITIVE), call(WHOLE, POSITIVE[:1]),
       call(WHOLE + 30, 30.0, vmap="the other shapes are negative"), call(np.abs(SPECIAL), 1.5, grad="at its ends"),
       call(POSITIVE.astype(np.float16), 0.5), call(NOTHING, NUMBER), dtype=FLOATS, tolerance=4)
