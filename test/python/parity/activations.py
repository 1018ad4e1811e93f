"""Activations, by their definitions."""

import numpy as np
import scipy.special

from .rows import CUBE, DOUBLES, FLOATS, INTS, MASK, NOTHING, NUMBER, POSITIVE, SPECIAL, X, Y, call, table

FUNCTIONS, of = table()
sigmoid, ndtr = scipy.special.expit, scipy.special.ndtr


def activation(name, reference, *more, x=X, special=True, **options):
    def of_doubles(x, *rest, **keywords):  # NumPy takes truth values as float16
        return reference(np.asarray(x, np.float64), *rest, **keywords)

    of("nn." + name, of_doubles, call(x), call(np.float64(x)), call(np.float16(x[0]), grad="float64 stands for it"),
       call(NUMBER), call(NOTHING), *([call(SPECIAL), call(INTS), call(MASK)] if special else []), *more, dtype=FLOATS,
       **options)


def elu(x, alpha=1.0):
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


def halves(x, axis=-1):
    return np.split(x, 2, axis)


def gated(gate):
    return lambda x, axis=-1: halves(x, axis)[0] * gate(halves(x, axis)[1])


def softshrink(x, lambd=0.5):
    return np.where(x > lambd, x - lambd, np.where(x < -lambd, x + lambd, 0 * x))


activation("relu", lambda x: np.maximum(x, 0))
activation("relu6", lambda x: np.minimum(np.maximum(x, 0), 6))
activation("squared_relu", lambda x: np.maximum(x, 0) ** 2)
activation("leaky_relu", lambda x, negative_slope=0.01: np.where(x >= 0, x, negative_slope * x), call(X, 0.5))
activation("elu", elu, call(X, 0.5), call(X, alpha=2))
activation("celu", lambda x, alpha=1.0: elu(x / alpha, 1) * alpha, call(X, 0.5), call(X, alpha=np.abs(Y)), tolerance=2)
activation("selu", lambda x: 1.0507009873554805 * elu(x, 1.6732632423543772))
of("nn.threshold", lambda x, threshold, value: np.where(x > threshold, x, value), call(X, 0.5, -2.0), call(INTS, 1, 0),
   call(SPECIAL, threshold=0.0, value=1.0), call(NOTHING, 0.0, 1.0), dtype=lambda x, *rest: FLOATS(x))
of("nn.prelu", lambda x, weight: np.where(x >= 0, x, weight * x), call(X, Y), call(X, Y[0]), call(CUBE, Y[:, :1]),
   call(INTS, 0.5), call(X, NUMBER), dtype=FLOATS)
of("nn.rrelu", lambda x, key=None, lower=1 / 8, upper=1 / 3: np.where(x >= 0, x, (lower + upper) / 2 * x), call(X),
   call(INTS), call(X, None, 0.25, 0.75), call(X, np.array([0, 7], np.uint32), 0.5, 0.5, vmap="keys differ"),
   dtype=lambda x, *rest: FLOATS(x))
activation("hard_tanh", lambda x: np.minimum(np.maximum(x, -1), 1))
activation("hard_sigmoid", lambda x: np.minimum(np.maximum(x + 3, 0), 6) / 6)
activation("hard_silu", lambda x: x * (np.minimum(np.maximum(x + 3, 0), 6) / 6))
activation("soft_sign", lambda x: x / (1 + np.abs(x)))
activation("squareplus", lambda x, b=4.0: (x + np.sqrt(x * x + b)) / 2, call(X, 1), call(X, POSITIVE), call(DOUBLES, b=2.0),
           special=False, tolerance=4)
activation("sparse_plus", lambda x: np.where(x <= -1, 0, np.where(x >= 1, x, (x + 1) ** 2 / 4)))
activation("sparse_sigmoid", lambda x: np.minimum(np.maximum(x + 1, 0), 2) / 2)
activation("sigmoid", sigmoid, tolerance=4)
activation("log_sigmoid", scipy.special.log_expit, tolerance=4)
activation("softplus", lambda x: np.logaddexp(x, 0), tolerance=4)
activation("silu", lambda x: x * sigmoid(x), tolerance=4)
activation("mish", lambda x: x * np.tanh(np.logaddexp(x, 0)), tolerance=4)
activation("quick_gelu", lambda x: x * sigmoid(1.702 * x), tolerance=4)
activation("softshrink", softshrink, call(X, 0.25))
activation("hardshrink", lambda x, lambd=0.5: np.where(np.abs(x) <= lambd, 0, x), call(X, lambd=0.25))
activation("tanhshrink", lambda x: x - np.tanh(x), tolerance=4)
activation("logit", scipy.special.logit, x=0.9 * POSITIVE / 3, special=False, tolerance=8)
activation("log1mexp", lambda x: np.log(-np.expm1(-x)), x=POSITIVE, special=False, tolerance=8)
for name, gate in {"glu": sigmoid, "reglu": lambda x: np.maximum(x, 0), "geglu": lambda x: x * ndtr(x),
                   "swiglu": lambda x: x * sigmoid(x)}.items():
    of("nn." + name, gated(gate), call(X), call(CUBE, 0), call(DOUBLES, axis=-1), call(INTS), call(X[:, :0]), dtype=FLOATS,
       tolerance=4)
of("nn.maxout", lambda x, groups, axis=-1: np.moveaxis(np.moveaxis(x, axis, -1).reshape(
    *np.moveaxis(x, axis, -1).shape[:-1], -1, groups).max(-1), -1, axis),
   call(X, 2), call(X, 3, 0), call(DOUBLES, groups=4), call(INTS, 2), dtype=lambda x, *rest: FLOATS(x))
for name, reference in {"softmax": scipy.special.softmax, "log_softmax": scipy.special.log_softmax,
                        "softmin": lambda x, axis: scipy.special.softmax(-x, axis)}.items():
    of("nn." + name, lambda x, axis=-1, reference=reference: reference(x, axis), call(X), call(CUBE, 1), call(DOUBLES, axis=0),
       call(INTS, -2), call(NOTHING), dtype=lambda x, *rest: FLOATS(x), tolerance=4)
