"""The bytes of a tensor's elements read as others (methods of tensors)."""

from . import _cotan
from ._core import here
from ._named import named


def _split(x, size):
    """The last axis as two, of which the second has this size. One that is open is found from the others."""
    last = x.shape[-1]
    if isinstance(last, int) and last % size:
        raise _cotan.ValueError(f"{here()}x.view: {last} elements of {x.itemsize} bytes along the last axis are no "
                                f"whole number of elements of {size * x.itemsize}")
    return x.reshape(*x.shape[:-1], last // size if isinstance(last, int) else -1, size)


def _joined(x):
    """The last two axes as one."""
    last = x.shape[-2]
    return x.reshape(*x.shape[:-2], last * x.shape[-1] if isinstance(last, int) else -1)


def _complex_as_floats(x):
    return _joined(_cotan.stack([x.real, x.imag], axis=-1))


def _floats_as_complex(x):
    parts = _split(x, 2)
    return _cotan.complex(parts[..., 0], parts[..., 1])


@named("x.view")
def view(x, dtype):
    """`x` read as `dtype`: of another width the last axis grows or shrinks."""
    sample = _cotan.empty(0, dtype)
    if x.dtype == dtype:
        return x
    if x.ndim == 0:
        if x.itemsize != sample.itemsize:
            raise _cotan.ValueError(f"{here()}x.view: a tensor of shape () has no axis that could grow or shrink; "
                                    f"choose a type of {x.itemsize} bytes")
        return view(x.reshape(1), dtype).reshape(())
    if x.dtype == bool:
        return view(x.astype("uint8"), dtype)
    if sample.dtype == bool:
        return view(x, "uint8").astype(bool)
    if x.dtype.kind == "c":
        return view(_complex_as_floats(x), dtype)
    if sample.dtype.kind == "c":
        return _floats_as_complex(view(x, f"float{4 * sample.itemsize}"))
    if x.itemsize > sample.itemsize:
        return _joined(_cotan.bitcast_convert_type(x, dtype))
    parts = sample.itemsize // x.itemsize
    return _cotan.bitcast_convert_type(_split(x, parts) if parts > 1 else x, dtype)


@named("x.byteswap")
def byteswap(x):
    """The bytes of each element in the opposite order."""
    if x.itemsize == 1:
        return x
    if x.dtype.kind == "c":
        return _floats_as_complex(byteswap(_complex_as_floats(x)))
    octets = _cotan.bitcast_convert_type(x, "uint8")
    return _cotan.bitcast_convert_type(_cotan.flip(octets, axis=-1), x.dtype)
