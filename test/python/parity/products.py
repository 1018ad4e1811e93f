"""Products of vectors and matrices."""

import numpy as np

from .rows import CUBE, DOUBLES, INTS, MASK, NOTHING, NUMBER, NUMBERS, SHORTS, SUMMED, VECTOR, X, Y, call, table

FUNCTIONS, of = table()
STACK = np.swapaxes(CUBE, 1, 2)
SMALL = CUBE[..., :3]


def product(name, reference, *calls, dtype=NUMBERS):
    of(name, reference, *calls, dtype=dtype, tolerance=8)


product("matmul", np.matmul, call(X, Y.T), call(X, Y[0]), call(X[0], Y.T), call(X[0], Y[0]), call(CUBE, STACK),
        call(CUBE, STACK[0]),
        call(INTS, SHORTS.T), call(X, DOUBLES.T), call(X[:, :0], Y.T[:0]))
product("convolve", np.convolve, call(VECTOR, VECTOR[:2]), call(VECTOR[:2], VECTOR), call(VECTOR, VECTOR[:3], "same"),
        call(VECTOR, VECTOR[:2], "same"), call(VECTOR[:2], VECTOR, "valid"), call(VECTOR, VECTOR), call(X[0], Y[1], "valid"),
        call(INTS[0], SHORTS[1]))
product("correlate", np.correlate, call(VECTOR, VECTOR[:2]), call(VECTOR[:2], VECTOR), call(VECTOR, VECTOR[:3], "same"),
        call(VECTOR, VECTOR[:2], "same"), call(VECTOR[:2], VECTOR, "full"), call(VECTOR[:2], VECTOR, "same"),
        call(VECTOR, VECTOR, "full"), call(INTS[0], SHORTS[1]))
product("dot", np.dot, call(X, Y.T), call(X, Y[0]), call(X, STACK), call(X, 2.0), call(INTS, INTS.T))
product("vdot", np.vdot, call(X, Y), call(INTS, SHORTS))
product("inner", np.inner, call(X, Y), call(CUBE, X), call(X, 3.0))
product("outer", np.outer, call(X, VECTOR), call(INTS, SHORTS))
product("tensordot", np.tensordot, call(X, Y), call(X, Y.T, 1), call(CUBE, Y, ((1, 2), (0, 1))),
        call(X, Y, (0, 0)))


def dot_general(x, y, numbers):
    (left, right), (lhs_batching, rhs_batching) = numbers
    letters_x = [f"x{i}" for i in range(np.ndim(x))]
    letters_y = [f"y{i}" for i in range(np.ndim(y))]
    for i, j in [*zip(left, right), *zip(lhs_batching, rhs_batching)]:
        letters_y[j] = letters_x[i]
    batching = [letters_x[i] for i in lhs_batching]
    summed = [letters_x[i] for i in left]
    rest = [name for name in letters_x + letters_y if name not in batching + summed]
    numbered = {name: i for i, name in enumerate(letters_x + letters_y)}
    return np.einsum(x, [numbered[name] for name in letters_x], y, [numbered[name] for name in letters_y],
                     [numbered[name] for name in batching + rest])


product("dot_general", dot_general, call(X, Y, (((1,), (1,)), ((), ()))), call(X, Y, (((0, 1), (0, 1)), ((), ()))),
        call(CUBE, CUBE, (((2,), (2,)), ((0,), (0,)))), call(CUBE, Y, (((-1,), (1,)), ((1,), (0,)))),
        call(INTS, SHORTS, (((), ()), ((), ()))))
product("einsum", np.einsum, call("ij,kj->ik", X, Y), call("ij->ji", X), call("ij->", INTS),
        call("bij,kj->bik", CUBE, Y), call("ii->i", X[:, :3]),
        call("...j,kj->...k", CUBE, Y))
product("trace", np.trace, call(X), call(X, 1), call(CUBE, 0, 1, 2), call(CUBE, -1, axis1=2, axis2=0), call(INTS),
        call(MASK), dtype=SUMMED)
product("kron", np.kron, call(X, Y), call(VECTOR, X), call(INTS, SHORTS), call(CUBE, VECTOR), call(NUMBER, X),
        call(NOTHING, X[0]))
product("cross", np.cross, call(X[:, :3], Y[:, :3]), call(SMALL, X[0, :3]), call(X[:, :2], Y[:, :3]),
        call(X[:, :2], Y[:, :2]),
        call(X, Y, axis=0), call(INTS[:, :3], SHORTS[:, :3]), call(SMALL, SMALL, axisa=1, axisb=1, axisc=0),
        call(X[:, :3], Y[:, :2]))
product("vecdot", lambda x, y, axis=-1: (x * y).sum(axis), call(X, Y), call(CUBE, X), call(X, Y, axis=0),
        call(SHORTS, SHORTS))
product("matvec", lambda x, y: np.matmul(x, y[..., None])[..., 0], call(X, Y[0]), call(CUBE, Y[:2]),
        call(INTS, SHORTS[0]))
product("vecmat", lambda x, y: np.matmul((np.conj(x) if x.dtype.kind == "c" else x)[..., None, :], y)[..., 0, :], call(X[:, 0], Y), call(CUBE[:, :, 0], CUBE),
        call(INTS[:, 0], SHORTS))
