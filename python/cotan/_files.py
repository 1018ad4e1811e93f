"""Nests of tensors in files of the safetensors format, which other tools read and write.

https://github.com/huggingface/safetensors#format: eight bytes with the length of a header in JSON,
the header, and the elements. What lists and tuples there were stands in the header's metadata.
"""

import contextlib
import fcntl
import io
import json
import math
import os
import pathlib
import struct
from typing import Any, BinaryIO

from . import _cotan, _nest
from ._core import as_tensor, here
from ._late import late, np
from ._numpy_files import is_of_numpy, load_of_numpy
from ._signatures import found

_NAMES = {
    "bool": "BOOL", "uint8": "U8", "int8": "I8", "int16": "I16", "uint16": "U16", "int32": "I32",
    "uint32": "U32", "int64": "I64", "uint64": "U64", "float16": "F16", "float32": "F32",
    "float64": "F64", "complex64": "C64",
}
_LIKE = {"int4": "int8", "uint4": "uint8", "complex128": "complex64"}  # what the format has instead
_KINDS = {name: kind for kind, name in _NAMES.items()}
_OTHERS = {  # NumPy does not know them: their bits are kept
    _cotan.DType.bfloat16: ("BF16", "uint16"), _cotan.DType.float8_e4m3: ("F8_E4M3", "uint8"),
    _cotan.DType.float8_e5m2: ("F8_E5M2", "uint8"),
}
_OTHER_KINDS = {name: (dtype, bits) for dtype, (name, bits) in _OTHERS.items()}
_LARGEST_HEADER = 100 << 20
_LARGEST_RANK = 64  # NumPy's


def _named(path):
    return f"'{path}'" if path else "the nest"


def described(tree, path, leaf, owner):
    """The nest as JSON, with what `leaf(x, path)` says of its leaves."""
    if tree is None:
        return None
    if type(tree) is dict:
        if any(not isinstance(k, str) for k in tree):
            raise _cotan.TypeError(f"{here()}{owner}: the keys of dicts must be strings, but those of {_named(path)} are "
                                   f"{list(tree)}")
        return {"dict": [[k, described(v, f"{path}.{k}" if path else k, leaf, owner)] for k, v in tree.items()]}
    if type(tree) in (list, tuple):
        parts = [described(v, f"{path}.{i}" if path else str(i), leaf, owner) for i, v in enumerate(tree)]
        return {type(tree).__name__: parts}
    if _state_named(type(tree).__name__) is type(tree):
        parts = [described(v, f"{path}.{k}" if path else k, leaf, owner) for k, v in zip(tree._fields, tree)]
        return {"optim": [type(tree).__name__, parts]}
    leaves, structure = _nest.flatten(tree)
    if not structure.is_leaf:
        raise _cotan.TypeError(f"{here()}{owner}: {_named(path)} is a {type(tree).__name__}, which a file cannot hold; "
                               "convert it to a dict, list or tuple")
    return {"tensor": leaf(leaves[0], path)}


def _named_tensor(x, path, found):
    """The name of a tensor in the file; it is added to `found`."""
    tensor, name = as_tensor(x), path or "tensor"
    if name in found:
        raise _cotan.ValueError(f"{here()}ct.save: two tensors would be called '{name}'; use keys without dots")
    if tensor.dtype not in _OTHERS and tensor.dtype.name not in _NAMES:
        raise _cotan.TypeError(f"{here()}ct.save: {_named(path)} is of {tensor.dtype.name}, which the format does not have; "
                               f"convert it first, as x.astype('{_LIKE[tensor.dtype.name]}')")
    found[name] = tensor
    return name


def _state_named(name):
    """A named tuple of ct.optim, of which the states of optimizers are made; None if there is no such one. Names in
    files lead to nothing else."""
    from . import optim  # few programs need it

    kind = getattr(optim, name, None) if isinstance(name, str) else None
    is_tuple = isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
    return kind if is_tuple and not issubclass(kind, optim.GradientTransformation) else None


def save(path: str | os.PathLike[str] | BinaryIO, tree: Any) -> None:
    """Writes a nest of dicts, lists, tuples, states of `ct.optim` and tensors; `load` gives it back.

    The file is complete or not there: it gets its name when all is written. It may be an open one, which is written to.

    >>> import cotan as ct
    >>> ct.save("/tmp/parameters.safetensors", {"w": [ct.arange(3)], "step": ct.int64(7), "none": None})
    >>> ct.load("/tmp/parameters.safetensors")
    {'w': [Tensor([0, 1, 2], dtype=int64)], 'step': Tensor(7, dtype=int64), 'none': None}
    """
    tensors = {}
    structure = described(tree, "", lambda x, path: _named_tensor(x, path, tensors), "ct.save")
    arrays = {name: _elements(tensor) for name, tensor in tensors.items()}
    header, start = {"__metadata__": {"cotan.structure": json.dumps(structure)}}, 0
    for name, array in arrays.items():
        kind, _ = _OTHERS.get(tensors[name].dtype, (_NAMES.get(array.dtype.name), None))
        header[name] = {"dtype": kind, "shape": list(array.shape),
                        "data_offsets": [start, start + array.nbytes]}
        start += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)  # the elements start at a multiple of eight
    if not isinstance(path, (str, bytes, os.PathLike)) and not hasattr(path, "write"):
        raise _cotan.TypeError(f"{here()}ct.save: 'path' must be a path or a file that is open for bytes, but is {found(path)}")
    with contextlib.nullcontext(path) if hasattr(path, "write") else whole_file(path) as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in arrays.values():
            file.write(array.data if array.size else b"")


def _elements(tensor):
    if tensor.dtype in _OTHERS:
        tensor = _cotan.bitcast_convert_type(tensor, _OTHERS[tensor.dtype][1])
    return tensor.numpy()


@contextlib.contextmanager
def whole_file(path):
    """A file of bytes to write that gets its name when all is written, and is gone if that fails.

    Until then it is locked, so what a killed process left is told from what is being written."""
    folder, name = os.path.split(os.path.abspath(path))
    prefix = f".{name}.cotan-"
    _sweep(folder, prefix)
    with _locked_file(folder, prefix) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o666 & ~_umask())
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def put_page(page, path):
    """Writes a page for a browser, or opens it if there is no path; the path of it."""
    if path is not None:
        with whole_file(path) as file:
            file.write(page)
        return os.fspath(path)
    with late("tempfile").NamedTemporaryFile("wb", prefix="cotan-", suffix=".html", delete=False) as file:
        file.write(page)
    late("webbrowser").open(pathlib.Path(file.name).as_uri())
    return file.name


def _locked_file(folder, prefix):
    while True:
        file = late("tempfile").NamedTemporaryFile("wb", dir=folder, prefix=prefix, delete=False)
        _lock(file.fileno(), fcntl.LOCK_EX)
        if _has_name(file.fileno(), file.name):
            return file
        file.close()  # somebody swept it before it was locked


def _sweep(folder, prefix):
    """Removes unfinished files that nobody has locked: their processes are dead."""
    for name in os.listdir(folder):
        if not name.startswith(prefix):
            continue
        path = os.path.join(folder, name)
        with contextlib.suppress(OSError):
            left = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                is_own = os.fstat(left).st_uid == os.geteuid()
                if is_own and _lock(left, fcntl.LOCK_EX | fcntl.LOCK_NB) and _has_name(left, path):
                    os.unlink(path)
            finally:
                os.close(left)


def _lock(descriptor, how):
    try:
        fcntl.flock(descriptor, how)
    except OSError:  # another process has it, or files cannot be locked here
        return False
    return True


def _has_name(descriptor, path):
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except OSError:
        return False


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def load(path: str | os.PathLike[str] | BinaryIO) -> Any:
    """The nest of tensors in a file; a dict of names where another tool wrote it. Files of NumPy's are read, too. The
    file may be an open one, which is read to its end.

    >>> import cotan as ct
    >>> ct.save("/tmp/one.safetensors", ct.array([1.5]))
    >>> ct.load("/tmp/one.safetensors")
    Tensor([1.5], dtype=float32)
    """
    if hasattr(path, "read"):
        read = path.read()
        if not isinstance(read, bytes):
            raise _cotan.TypeError(f"{here()}ct.load: the file must be opened for bytes, as open(path, 'rb'), but gives "
                                   f"{found(read)}")
        if is_of_numpy(read):
            return load_of_numpy(io.BytesIO(read), "the file")
        return _nest_in(np.frombuffer(bytearray(read), np.uint8), "the file")  # a copy is aligned
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise _cotan.TypeError(f"{here()}ct.load: 'path' must be a path or a file that is open for bytes, but is {found(path)}")
    with open(path, "rb") as file:
        if is_of_numpy(file.read(8)):
            return load_of_numpy(path)
        file.seek(0)
        return _nest_in(np.fromfile(file, np.uint8), path)


def _nest_in(content, path):
    """What a safetensors file holds."""
    if content.size < 8:
        raise _cotan.ValueError(f"{here()}ct.load: {path} is no safetensors file: it has {content.size} bytes")
    (length,) = struct.unpack("<Q", content[:8].tobytes())
    if length > min(content.size - 8, _LARGEST_HEADER):
        raise _cotan.ValueError(f"{here()}ct.load: {path} is no safetensors file, or was cut off: its header should have "
                         f"{length} bytes")
    try:
        header = _parsed(content[8:8 + length].tobytes().decode())
        metadata = header.pop("__metadata__", {})
        data = content[8 + length:]
        _check_places(header, data.size)
        tensors = {n: _tensor(n, about, data) for n, about in header.items()}
        structure = metadata.get("cotan.structure")
        return rebuilt(_parsed(structure), tensors) if structure else tensors
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise _cotan.ValueError(f"{here()}ct.load: the header of {path} makes no sense ({problem})") from None


def _parsed(text):
    """What JSON says; a key that is there twice could mean either."""
    def distinct(pairs):
        found = {}
        for key, value in pairs:
            if key in found:
                raise ValueError(f"'{key}' is there twice")
            found[key] = value
        return found
    return json.loads(text, object_pairs_hook=distinct)


def _check_places(header, size):
    """The tensors lie one after the other and are the whole rest of the file, as the format demands:
    if they overlapped, a small file could ask for any amount of memory."""
    end = 0
    for (begin, after), name in sorted((about["data_offsets"], name) for name, about in header.items()):
        if begin != end or after < begin:
            raise ValueError(f"'{name}' does not begin where the tensor before it ends, at byte {end}")
        end = after
    if end != size:
        raise ValueError(f"the tensors have {end} bytes, but the file has {size}")


def _tensor(name, about, data):
    dtype, name_of_kind = _OTHER_KINDS.get(about["dtype"]) or (None, _KINDS[about["dtype"]])
    kind = np.dtype(name_of_kind)
    shape, (begin, end) = about["shape"], about["data_offsets"]
    if len(shape) > _LARGEST_RANK or any(type(n) is not int or n < 0 for n in [*shape, begin, end]):
        raise ValueError(f"'{name}' has the shape {str(shape)[:80]} at {str([begin, end])[:80]}")
    if end - begin != math.prod(shape) * kind.itemsize:
        raise ValueError(f"'{name}' does not fit into its {end - begin} bytes")
    tensor = _cotan.array(np.frombuffer(data[begin:end], kind).reshape(shape))
    return _cotan.bitcast_convert_type(tensor, dtype) if dtype else tensor


def rebuilt(structure, tensors):
    """The nest that `described` tells of."""
    if structure is None:
        return None
    ((kind, parts),) = structure.items()
    if kind == "tensor":
        return tensors[parts]
    if kind == "dict":
        return {k: rebuilt(v, tensors) for k, v in parts}
    if kind == "optim":
        name, parts = parts
        state = _state_named(name)
        if state is None:
            raise ValueError(f"there is no state {str(name)[:80]!r} in ct.optim")
        return state(*(rebuilt(p, tensors) for p in parts))
    return {"list": list, "tuple": tuple}[kind](rebuilt(p, tensors) for p in parts)
