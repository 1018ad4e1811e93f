"""What the operations of the test programs compute, in NumPy, and what they do.

Nothing of Cotan is used: the texts that `cotan translate` prints must say all there is to know."""

import functools

import numpy as np

from mlir_text import dense

OPEN = -2**63  # a limit that is the size of the axis, whatever that is

ARITHMETIC = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "maximum": np.maximum,
    "minimum": np.minimum, "pow": np.power, "neg": np.negative, "abs": np.abs, "sin": np.sin,
    "cos": np.cos, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh,
    "square": np.square, "lt": np.less, "le": np.less_equal, "gt": np.greater,
    "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal, "and": np.logical_and,
    "or": np.logical_or, "not": np.logical_not, "floor_div": np.floor_divide,
    "remainder": np.remainder, "where": np.where, "matmul": np.matmul,
}


def divide(x, y):
    """Integers are cut towards zero."""
    if not np.issubdtype(x.dtype, np.integer):
        return x / y
    quotient = np.floor_divide(x, y)
    return quotient + ((quotient < 0) & (quotient * y != x)).astype(x.dtype)


def along(x, indices, axis):
    """Indices of whole slices of x, those out of range included, as lists of indices."""
    return (slice(None),) * (axis % max(x.ndim, 1)) + (indices,)


def take(x, indices, axis, clip=True, last_only=False):
    if not clip or last_only:
        raise NotImplementedError("the evaluator knows prim.take only with its defaults")
    return np.take(x, np.clip(indices, 0, x.shape[axis] - 1), axis)


def scatter(x, indices, updates, axis, clip=False):
    if clip or indices.ndim:
        raise NotImplementedError("the evaluator knows prim.scatter only at one place")
    y = x.copy()
    if 0 <= indices < x.shape[axis]:
        y[along(x, int(indices), axis)] = updates
    return y


def dot_general(x, y, lhs_batching, rhs_batching, lhs_contracting, rhs_contracting):
    if lhs_batching:
        raise NotImplementedError("the evaluator knows prim.dot_general only without batching")
    return np.tensordot(x, y, (lhs_contracting, rhs_contracting))


def slice_of(x, starts, limits, strides):
    ends = [None if limit == OPEN else limit for limit in limits]
    return x[tuple(map(slice, starts, ends, strides))]


def sum_to(x, sizes):
    """Over what a broadcast has repeated."""
    y = x.sum(tuple(range(x.ndim - len(sizes))))
    return y.sum(tuple(i for i, size in enumerate(sizes) if size == 1 != y.shape[i]), keepdims=True)


# With attributes, by name; `result` is the type of the result: sizes and element type.
SPECIAL = {
    "prim.div": lambda x, y, result: divide(x, y),
    "prim.cast": lambda x, result, **_: x.astype(result[1]),
    "prim.broadcast": lambda x, *sizes, result: np.broadcast_to(x, sizes[0] if sizes else result[0]),
    "prim.reshape": lambda x, *sizes, result: x.reshape(sizes[0] if sizes else result[0]),
    "prim.shape": lambda x, result: np.array(x.shape),
    "prim.take": lambda x, i, result, **how: take(x, i, **how),
    "prim.scatter": lambda x, i, u, result, **how: scatter(x, i, u, **how),
    "prim.dot_general": lambda x, y, result, **how: dot_general(x, y, **how),
    "prim.slice": lambda x, result, **how: slice_of(x, **how),
    "prim.sum": lambda x, result, axes, keepdims=False: np.sum(x, tuple(axes), keepdims=keepdims),
    "prim.concat": lambda *xs, result, axis: np.concatenate(xs, axis),
    "prim.sum_to": lambda x, *sizes, result: sum_to(x, sizes[0] if sizes else result[0]),
    "prim.squeeze": lambda x, result, axes: np.squeeze(x, tuple(axes)),
    "prim.expand_dims": lambda x, result, axes: np.expand_dims(x, tuple(axes)),
    "composite.silu": lambda x, result: x / (1 + np.exp(-x)),
    "prim.broadcast_shapes": lambda *shapes, result: np.broadcast_shapes(*map(tuple, shapes)),
}


def compute(operation, operands):
    """The results of an operation without effects."""
    name = operation.name
    plain = name.removeprefix("prim.")
    result_type = operation.types[0]
    with np.errstate(all="ignore"):
        if name in SPECIAL:
            value = SPECIAL[name](*operands, result=result_type, **operation.attributes)
        elif plain in ARITHMETIC and name != plain:
            value = ARITHMETIC[plain](*operands)
        else:
            raise NotImplementedError(f"the evaluator does not know {name}; add it to {__file__}")
    value = np.asarray(value).astype(result_type[1])
    sizes = result_type[0]
    if len(sizes) != value.ndim or any(a not in (None, b) for a, b in zip(sizes, value.shape)):
        raise ValueError(f"{name} made {value.shape}, but its type says {sizes}")
    return [value]


def say(text, values):
    return text.format(*[value[()] if value.ndim == 0 else value for value in values])


def agree(x, expected, rtol=1e-12, atol=1e-12):
    assert np.allclose(x, expected, rtol, atol, equal_nan=True), f"{x} is not {expected}"


class Machine:
    """Runs operations one after the other, and keeps what they print."""

    def __init__(self):
        self.printed = []
        self.actions = {
            "flow.print": lambda *xs, text: self.printed.append(say(text, xs)),
            "flow.assert": self.require,
            "flow.create_stack": lambda: [[]],
            "flow.push_back": lambda stack, *values: stack.append(values),
            "flow.pop_back": lambda stack: stack.pop(),
            "flow.is_empty": lambda stack: [np.array(not stack)],
            "check.equal": lambda x, expected: agree(x, expected, 0, 0),
            "check.close": agree,
        }

    @staticmethod
    def require(condition, *values, text):
        if not condition:
            raise AssertionError(say(text, values))

    def run(self, operation, operands):
        if operation.name not in self.actions:
            return compute(operation, operands)
        results = self.actions[operation.name](*operands, **operation.attributes) or []
        assert len(results) == len(operation.types), f"{operation.name} has too many results"
        return list(results)


@functools.cache
def constant(text):
    """The value of a constant; None if `text` is none. What is undefined must not be read."""
    if text.startswith("dense<"):
        return dense(text)
    if text.startswith("#ub.poison"):
        return np.array(np.nan)
    if text in ("true", "false"):
        return np.array(text == "true")
    return None
