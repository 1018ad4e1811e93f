"""What goes with attention, by the formulas of the papers."""

import numpy as np

from .losses import DTYPE
from .rows import CUBE, FIRST, SINGLE, call, table

FUNCTIONS, of = table()
_RANDOM = np.random.default_rng(6)
QUERIES = _RANDOM.normal(size=(2, 3, 2, 4)).astype(np.float32)


def rotary_embedding(x, positions, base=10000.0, interleaved=False):
    pairs = x.shape[-1] // 2
    y = np.empty(x.shape)
    for place in np.ndindex(x.shape[:-2]):
        at = np.broadcast_to(positions, x.shape[:-2])[place]
        for i in range(pairs):
            one, other = (2 * i, 2 * i + 1) if interleaved else (i, i + pairs)
            z = (x[place][:, one] + 1j * x[place][:, other]) * np.exp(1j * at * base ** (-i / pairs))
            y[place][:, one], y[place][:, other] = z.real, z.imag
    return y


def cache_update(cache, update, position, axis=1):
    y = np.moveaxis(cache.copy(), axis, 0)
    for i, row in enumerate(np.moveaxis(update, axis, 0)):
        if 0 <= position + i < len(y):
            y[position + i] = row
    return np.moveaxis(y, 0, axis)


def slopes(heads):
    if heads & (heads - 1) == 0:
        return [2 ** (-8 * (i + 1) / heads) for i in range(heads)]
    power = 1 << heads.bit_length() - 1
    return slopes(power) + slopes(2 * power)[::2][:heads - power]


def alibi_bias(heads, queries, keys, offset=0):
    return np.array([[[-m * abs(i + offset - j) for j in range(keys)] for i in range(queries)] for m in slopes(heads)])


of("nn.rotary_embedding", rotary_embedding, call(QUERIES, np.array([0, 5, -3])),
   call(QUERIES, np.array([[0, 1, 2], [7, 8, 9]], np.int32), interleaved=True), call(QUERIES, np.array([[1], [2]]), 100.0),
   call(QUERIES.astype(np.float64), np.int64(3)), call(QUERIES[:, :0], np.array([], np.int64)), dtype=DTYPE, tolerance=4)
of("nn.cache_update", cache_update, call(CUBE, CUBE[:, :2] * 2, np.int64(1)), call(CUBE, CUBE[:, :, :3], np.int32(2), 2),
   call(CUBE, CUBE[:1], np.int64(-1), axis=0), call(CUBE.astype(np.int32), CUBE[:, :1].astype(np.int32), 2),
   dtype=FIRST)
of("nn.alibi_slopes", lambda heads: np.array(slopes(heads)), call(1), call(8), call(13), dtype=SINGLE)
of("nn.alibi_bias", alibi_bias, call(1, 2, 3), call(4, 3, 3), call(6, 1, 4, 3), call(13, 2, 2, offset=-1), dtype=SINGLE)
