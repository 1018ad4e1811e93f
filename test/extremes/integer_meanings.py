"""What the elementwise ops of integers mean, in Python's, which have no ends: results wrap around afterwards."""

import math


def quotient(x, y):
    """Towards zero, and -1 where nothing can be divided."""
    return -1 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def power(x, y):
    if y >= 0:
        return pow(x, y, 1 << 64)
    return x ** (y % 2) if x in (1, -1) else -1 if x == 0 else 0


def shift_left(x, y, bits):
    return x << y if 0 <= y < bits else 0


def shift_right(x, y, bits):
    return x >> (y if 0 <= y < bits else bits)


UNARY = {"prim.abs": abs, "prim.neg": lambda x: -x, "prim.square": lambda x: x * x, "prim.not": lambda x: ~x,
         "prim.sign": lambda x: (x > 0) - (x < 0)}

BINARY = {
    "prim.add": lambda x, y: x + y, "prim.sub": lambda x, y: x - y, "prim.mul": lambda x, y: x * y,
    "prim.div": quotient, "prim.floor_div": lambda x, y: x // y if y else -1,
    "prim.remainder": lambda x, y: x % y if y else 0, "prim.pow": power, "prim.maximum": max, "prim.minimum": min,
    "prim.gcd": math.gcd, "prim.lcm": math.lcm,
    "prim.and": lambda x, y: x & y, "prim.or": lambda x, y: x | y, "prim.xor": lambda x, y: x ^ y,
}
TERNARY = {"prim.fma": lambda x, y, z: x * y + z}
COMPARISONS = {"prim.eq": lambda x, y: x == y, "prim.ne": lambda x, y: x != y, "prim.lt": lambda x, y: x < y,
               "prim.le": lambda x, y: x <= y, "prim.gt": lambda x, y: x > y, "prim.ge": lambda x, y: x >= y}
SHIFTS = {"prim.shift_left": shift_left, "prim.shift_right": shift_right}
