"""Bits that are drawn with a state that is given and returned."""

import enum
from typing import Any, Sequence

from .. import _cotan
from .._core import describe
from .._cotan import Tensor
from ._checks import public, refuse, sizes, tensor


class RandomAlgorithm(enum.IntEnum):
    """What draws bits; here each stands for the same, that of ct.random.

    >>> import cotan as ct
    >>> ct.lax.RandomAlgorithm.RNG_DEFAULT
    <RandomAlgorithm.RNG_DEFAULT: 0>
    """

    RNG_DEFAULT = 0
    RNG_THREE_FRY = 1
    RNG_PHILOX = 2


@public
def rng_bit_generator(key: Any, shape: Sequence[int], dtype: Any = "uint32",
                      algorithm: RandomAlgorithm = RandomAlgorithm.RNG_DEFAULT) -> tuple[Tensor, Tensor]:
    """Another state, and bits drawn with this one, uint32[4] or uint64[2]. Which they are is not JAX's.

    >>> import cotan as ct
    >>> state, bits = ct.lax.rng_bit_generator(ct.array([0, 1, 2, 3], "uint32"), (5,))
    >>> state.shape, bits.dtype
    ((4,), dtype('uint32'))
    """
    state = tensor("rng_bit_generator", key)
    if (state.dtype.name, tuple(state.shape)) not in (("uint32", (4,)), ("uint64", (2,))):
        refuse(_cotan.TypeError, "rng_bit_generator", f"'key' must be uint32[4] or uint64[2], but is {describe(state)}")
    wide = state.dtype.name == "uint64"
    parts = _cotan.concatenate([state.astype("uint32"), (state >> 32).astype("uint32")]) if wide else state
    own = _cotan.random.fold_in(_cotan.random.fold_in(parts[:2], parts[2]), parts[3])
    after, drawn = _cotan.random.split(own)
    bits = _cotan.random.bits(drawn, sizes("rng_bit_generator", "shape", shape), dtype)
    return _cotan.random.bits(after, state.shape, state.dtype), bits
