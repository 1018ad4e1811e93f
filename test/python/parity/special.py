"""ct.special beside scipy.special. Its accuracy, poles and ends are in special_test.py."""

import numpy as np
import scipy.special as sp

from .rows import (CUBE, DOUBLES, FIRST_FLOATS, FLOATS, INTS, MASK, NOTHING, NUMBER, POSITIVE, UNIT, WHOLE, X, Y, call, table)

FUNCTIONS, of = table()
HALF = POSITIVE.astype(np.float16)
CHANCES = np.float32([[0.05, 0.3, 0.5], [0.9, 0.99, 0.2]])
EDGES = np.float32([-np.inf, -1.5, 0, 0.25, 3, np.inf, np.nan])


def unary(name, x, *more, reference=None, **options):
    reference = reference or getattr(sp, name)
    of(f"special.{name}", lambda x: reference(np.asarray(x, np.float64)), call(x), call(x.astype(np.float64)), call(x[0].astype(np.float16), grad="float64 stands for it"),
       call(NUMBER), call(0.75), call(NOTHING), *more, dtype=FLOATS, **options)


def binary(name, x, y, *more, reference=None, **options):
    reference = reference or getattr(sp, name)
    of(f"special.{name}", lambda x, y: reference(np.asarray(x, np.float64), np.asarray(y, np.float64)), call(x, y), call(x.astype(np.float64), y), call(x[:, :1], y[0]), call(x, 0.5), call(x[0, 0], y.astype(np.float16), grad="float64 stands for it", vmap="the other shapes are negative"),
       call(NOTHING, NUMBER), *more, dtype=FLOATS, **options)


unary("gamma", POSITIVE, call(WHOLE), call(-np.abs(UNIT)), call(MASK))
unary("gammasgn", X, call(WHOLE))
unary("loggamma", POSITIVE, call(X, grad="NaN below 0"), call(WHOLE))
unary("factorial", POSITIVE, call(INTS), call(X))
unary("ndtr", X, call(EDGES), call(INTS))
unary("log_ndtr", 5 * X, call(EDGES), call(INTS))
unary("ndtri", CHANCES, call(np.float32([0, 1, -1, np.nan])))
unary("entr", POSITIVE, call(EDGES), call(WHOLE), call(MASK))
unary("erfcx", X, call(EDGES), call(INTS))
unary("i1", X, call(EDGES[1:-2]), call(INTS))
unary("i0e", X, call(EDGES), call(INTS))
unary("i1e", X, call(EDGES), call(INTS))
unary("expi", POSITIVE, call(-POSITIVE), call(EDGES[1:-2], grad="infinite at 0"), call(INTS))
unary("spence", POSITIVE, call(EDGES[:-2]), call(WHOLE))
binary("zeta", POSITIVE + 1, POSITIVE[::-1], call(WHOLE, 2))
unary("exp1", POSITIVE, call(EDGES), call(WHOLE))
of("i0", lambda x: sp.i0(np.asarray(x, np.float64)), call(X), call(DOUBLES), call(INTS), call(EDGES[1:-2]), call(NUMBER), call(0.75), call(NOTHING), dtype=FLOATS)
binary("xlogy", X, POSITIVE, call(WHOLE, 2), call(np.zeros(3, np.float32), EDGES[:3]))
binary("xlog1py", X, POSITIVE, call(WHOLE, 2), call(np.zeros(3, np.float32), EDGES[:3]))
binary("rel_entr", POSITIVE, POSITIVE[::-1], call(WHOLE, 2), call(EDGES[:, None], EDGES))
binary("kl_div", POSITIVE, POSITIVE[::-1], call(WHOLE, 2), call(EDGES[:, None], EDGES))
binary("boxcox", POSITIVE, X, call(WHOLE, 2), call(POSITIVE, 0.0))
binary("boxcox1p", POSITIVE, X, call(WHOLE, 2), call(POSITIVE, 0.0))
binary("beta", POSITIVE, POSITIVE[::-1], call(WHOLE, 2), call(X, UNIT))
binary("betaln", POSITIVE, POSITIVE[::-1] * 20, call(WHOLE, 2), call(X, UNIT))
binary("poch", POSITIVE, Y, call(WHOLE, 2))
binary("comb", POSITIVE + 3, POSITIVE, call(WHOLE, 2), call(WHOLE, WHOLE[::-1]), reference=sp.comb)
for name in "polygamma", "expn":
    reference = getattr(sp, name)
    of(f"special.{name}", lambda n, x, reference=reference: reference(n, np.asarray(x, np.float64)), call(1, POSITIVE), call(2, POSITIVE.astype(np.float64)), call(3, POSITIVE), call(1, WHOLE),
       call(2, HALF, grad="float64 stands for it"), call(4, NOTHING), dtype=lambda n, x: FLOATS(x))
of("special.multigammaln", lambda a, d: np.asarray(sp.multigammaln(np.asarray(a, np.float64), d)), call(POSITIVE + 2, 3), call(POSITIVE.astype(np.float64), 1), call(WHOLE + 1, 2), call(HALF + np.float16(2), 2, grad="float64 stands for it"), dtype=lambda a, d: FLOATS(a))
for name in "softmax", "log_softmax":
    of(f"special.{name}", lambda x, reference=getattr(sp, name), **options: reference(np.asarray(x, np.float64), **options), call(X), call(DOUBLES, axis=1), call(INTS, axis=(0, 1)), call(X.astype(np.float16), axis=-2, grad="float64 stands for it"),
       call(NUMBER), dtype=FIRST_FLOATS)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    b = np.ones(np.shape(a)) if b is None else b
    b = b if where is None else np.where(where, b, 0.0)
    return sp.logsumexp(a, axis, b, keepdims, return_sign)


of("special.logsumexp", logsumexp, call(X), call(DOUBLES, axis=1), call(INTS, axis=(0, 1)), call(NUMBER), call(CUBE, (0, 2), keepdims=True),
   call(X.astype(np.float16), axis=-2, grad="float64 stands for it"), call(X, 0, POSITIVE), call(X, 1, Y, return_sign=True),
   call(X + 1000, 1, where=MASK), call(DOUBLES, None, UNIT, True, True, MASK), call(X, 0, where=UNIT[:, :1] > -2), dtype=FIRST_FLOATS)
of("special.bernoulli", sp.bernoulli, call(2), call(9), dtype=lambda n: np.dtype(np.float32))
of("kaiser", np.kaiser, call(1, 3.0), call(12, 0.0), call(51, 14.0), call(0, 2.0), dtype=lambda *args: np.dtype(np.float32))
