"""The form of the tables, the arguments they share, and the element types of results."""

import functools

import cotan as ct
import numpy as np

_RANDOM = np.random.default_rng(7)


def _numbers(*shape):
    """Normally distributed, but none near 0, where many functions are steep."""
    x = _RANDOM.normal(size=shape)
    return x + np.copysign(0.1, x)


X, Y = _numbers(3, 4).astype(np.float32), _numbers(3, 4).astype(np.float32)
DOUBLES, HALVES = _numbers(3, 4), _numbers(3, 4).astype(np.float16)
CUBE = _numbers(2, 3, 4).astype(np.float32)
UNIT = _RANDOM.uniform(-0.9, 0.9, size=(3, 4)).astype(np.float32)
POSITIVE = _RANDOM.uniform(0.1, 3, size=(3, 4)).astype(np.float32)
VECTOR = _numbers(5).astype(np.float32)
INTS = _RANDOM.integers(-9, 9, size=(3, 4))
WHOLE = _RANDOM.integers(1, 9, size=(3, 4))
SHORTS = _RANDOM.integers(-9, 9, size=(3, 4)).astype(np.int16)
BYTES = _RANDOM.integers(0, 9, size=(3, 4)).astype(np.uint8)
MASK = X > 0
NOTHING = np.zeros((0, 3), np.float32)
NUMBER = np.float32(0.75)
SPECIAL = np.array([[-np.inf, -2.5, -0.0, 0.0], [1.5, np.inf, np.nan, 2.0], [0.5, -0.5, 7.0, -7.0]], np.float32)
GAPS = np.where(MASK, Y, np.float32(np.nan))


class Call:
    """Arguments of one call. `grad`, `jit`, `vmap`: why that is not checked."""

    def __init__(self, args, keywords, grad, jit, vmap):
        self.args, self.keywords = args, keywords
        self.grad, self.jit, self.vmap = grad, jit, vmap


def call(*args, grad=None, jit=None, vmap=None, **keywords):
    return Call(args, keywords, grad, jit, vmap)


class Function:
    """What a function should give. `grad`, `jit`, `vmap` are said of all its rows."""

    def __init__(self, reference, calls, dtype, tolerance, exact):
        self.reference, self.calls, self.dtype = reference, calls, dtype
        self.tolerance, self.exact = tolerance, exact


def table():
    """An empty table, and the function that adds to it."""
    functions = {}

    def of(name, reference, *calls, dtype, grad=None, jit=None, vmap=None, tolerance=1, exact=False):
        """`dtype`: of the results, from the arguments. `tolerance`: times what rounding suggests. `exact`: NumPy is
        given floats as they are, not as float64."""
        for one in calls:
            one.grad, one.jit, one.vmap = one.grad or grad, one.jit or jit, one.vmap or vmap
        functions[name] = Function(reference, calls, dtype, tolerance, exact)

    return functions, of


def arrays_in(nest):
    """NumPy's arrays and scalars, which functions get as tensors. All else is known when they are traced."""
    if isinstance(nest, (np.ndarray, np.generic)):
        return [nest]
    if isinstance(nest, (list, tuple)):
        return [x for part in nest for x in arrays_in(part)]
    if isinstance(nest, dict):
        return [x for part in nest.values() for x in arrays_in(part)]
    return []


def with_arrays(nest, arrays):
    """The nest with these in the places of its arrays; `arrays` is an iterator."""
    if isinstance(nest, (np.ndarray, np.generic)):
        return next(arrays)
    if isinstance(nest, (list, tuple)):
        parts = [with_arrays(part, arrays) for part in nest]
        return type(nest)(*parts) if hasattr(nest, "_fields") else type(nest)(parts)
    if isinstance(nest, dict):
        return {key: with_arrays(part, arrays) for key, part in nest.items()}
    return nest


# Element types of results, as docs/spec/types.md has them.

def _promoted(args):
    """Of all arguments together; Python's numbers give way."""
    numbers = [x for x in args if isinstance(x, (int, float)) and not isinstance(x, bool)]
    dtypes = [x.dtype for x in arrays_in(list(args))]
    if not dtypes:
        return np.dtype(np.float32 if any(isinstance(x, float) for x in numbers) else np.int64)
    dtype = functools.reduce(ct.promote_types, dtypes)
    if any(isinstance(x, float) for x in numbers) and np.dtype(dtype).kind != "f":
        return np.dtype(np.float32)
    return np.dtype(np.int64) if numbers and dtype == np.bool_ else np.dtype(dtype)


def PROMOTED(*args):
    return _promoted(args)


def FLOATS(*args):
    dtype = _promoted(args)
    return dtype if dtype.kind == "f" else np.dtype(np.float32)


def NUMBERS(*args):
    dtype = _promoted(args)
    return dtype if dtype != np.bool_ else np.dtype(np.int64)


def FIRST(*args):
    """That of the first argument, or of the first of its parts."""
    return _promoted(args[:1])


def SUMMED(*args):
    """Of sums: integers are added as 64 bits."""
    dtype = _promoted(args[:1])
    return {"f": dtype, "u": np.dtype(np.uint64)}.get(dtype.kind, np.dtype(np.int64))


def FIRST_FLOATS(*args):
    return FLOATS(args[0])


def TRUTH(*args):
    return np.dtype(np.bool_)


def INDEX(*args):
    return np.dtype(np.int64)


def SINGLE(*args):
    return np.dtype(np.float32)


def each(*rules):
    """Of several results, a rule for each."""
    return lambda *args: [rule(*args) for rule in rules]
