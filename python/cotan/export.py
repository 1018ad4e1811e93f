"""Compiled functions as bytes, for other processes and later ones, with the names of `jax.export`.

What is exported is the program as it was traced, with its element types and sizes: it is compiled, differentiated and
called in lanes where it is read, without the Python it was written in.

>>> import cotan as ct
>>> exported = ct.export.export(ct.jit(lambda x, k: {"y": ct.sin(k * x)}))(ct.zeros(3), 2.0)
>>> again = ct.export.deserialize(exported.serialize())
>>> again.call(ct.array([0.0, 0.25, 0.5]), 2.0)["y"].round(4)
Tensor([0.    , 0.4794, 0.8415], dtype=float32)
>>> ct.grad(lambda x: ct.sum(again.call(x, 2.0)["y"]))(ct.zeros(3))
Tensor([2., 2., 2.], dtype=float32)
"""

import json
import struct as _struct
from typing import Any, Callable

from . import _cotan, _files, _nest, _nodes
from ._core import describe, here, is_traced
from ._jit import Jitted, JittedMethod
from ._named import check_calls as _check_calls, with_checked_calls
from ._signatures import found
from ._standard import result_type
from ._traced import Shape, Traced

__all__ = ["Exported", "deserialize", "export", "maximum_supported_calling_convention_version",
           "minimum_supported_calling_convention_version"]

# What is written and how it is called. Another number: files of the old one are not understood.
minimum_supported_calling_convention_version = 1
maximum_supported_calling_convention_version = 1


def __dir__() -> list[str]:
    return __all__


_MAGIC = b"\x93COTAN\r\n"  # which transfers of text change
_LARGEST_HEADER = 100 << 20


@with_checked_calls("ct.export.Exported")
class Exported:
    """A program with what it is called with: `call` it, or `serialize` it.

    `fun_name`: the function's name. `in_avals`, `out_avals`: the types of its tensors, in the order of the nests;
    None is an open size. `calling_convention_version`: of what `serialize` writes. `cotan_version`: who traced it.

    >>> import cotan as ct
    >>> ct.export.export(ct.jit(ct.sin))(ct.zeros(2)).calling_convention_version
    1
    """

    def __init__(self, program: Any, given: Any, results: Any, about: dict[str, Any]) -> None:
        self._program, self._given, self._traced = program, given, Traced(program, results)
        self._known = {tuple(x.shape for x in given.tensors): self._traced}  # programs by what is known of sizes
        self.fun_name: str = about["name"]
        self.cotan_version: str = about["cotan"]
        self.calling_convention_version: int = about["version"]

    @property
    def in_avals(self) -> tuple[_cotan.ShapeDtypeStruct, ...]:
        """The types of the arguments' tensors.

        >>> import cotan as ct
        >>> ct.export.export(ct.jit(ct.sin))(ct.zeros((2, 3))).in_avals
        (ShapeDtypeStruct(float32[2,3]),)
        """
        return tuple(self._given.tensors)

    @property
    def out_avals(self) -> tuple[_cotan.ShapeDtypeStruct, ...]:
        """The types of the results' tensors.

        >>> import cotan as ct
        >>> ct.export.export(ct.jit(ct.sum))(ct.zeros((2, 3))).out_avals
        (ShapeDtypeStruct(float32[]),)
        """
        return tuple(self._traced.shape.tensors)

    def call(self, *args: Any, **keywords: Any) -> Any:
        """The function's results, for nests and types as it was exported for; open sizes may be any.

        It may be part of other functions, which are compiled, differentiated or mapped over lanes; open sizes are
        there those of what it is called with.

        >>> import cotan as ct
        >>> double = ct.export.export(ct.jit(lambda x: 2 * x, dynamic_axes={"x": 0}))(ct.zeros(3))
        >>> double.call(ct.ones(2))
        Tensor([2., 2.], dtype=float32)
        """
        try:
            shape = Shape((args, keywords), True)
        except _nest.UnknownLeaf as unknown:
            raise _cotan.TypeError(unknown.text(f"{self.fun_name}: 'args'", "args", unknown.path)) from None
        if not shape.has_form_of(self._given):
            raise _cotan.TypeError(f"{here()}{self.fun_name}: it was exported for {self._signature()}, but is called "
                                   f"with {_signature(shape)}")
        tensors = [self._fitting(*pair) for pair in zip(shape.tensors, self._given.tensors)]
        traced = self._refined(tensors) if any(map(is_traced, tensors)) else self._traced
        return traced(Shape(shape.filled(tensors)))

    def _refined(self, tensors):
        """The program for the sizes of these tensors, which are known where another function is traced for them."""
        sizes = tuple(x._sizes for x in tensors)
        if sizes not in self._known:
            types = [_cotan.ShapeDtypeStruct(known, x.dtype, x.weak_type) for known, x in zip(sizes, self._given.tensors)]
            self._known[sizes] = Traced(_cotan._refined(self._program, types), self._traced.shape)
        return self._known[sizes]

    def _fitting(self, x, wanted):
        """The tensor in the type of the program's argument."""
        sizes = x.ndim == wanted.ndim and all(n in (m, None) for n, m in zip(wanted.shape, x._sizes))
        if not sizes or (x.dtype != wanted.dtype and not (x.weak_type and result_type(x, wanted.dtype) == wanted.dtype)):
            raise _cotan.TypeError(f"{here()}{self.fun_name}: it was exported for {self._signature()}, but is called with "
                                   f"{describe(x)} in the place of {describe(wanted)}")
        return x if wanted.weak_type else x.astype(wanted.dtype)

    def _signature(self):
        return _signature(self._given)

    def mlir_module(self) -> str:
        """The program as text of MLIR.

        >>> import cotan as ct
        >>> print(ct.export.export(ct.jit(ct.sin))(ct.zeros(2)).mlir_module())
        module {
          func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
            %0 = prim.sin %arg0 : tensor<2xf32>
            return %0 : tensor<2xf32>
          }
        }
        <BLANKLINE>
        """
        return _cotan._text(self._program, "traced")

    def has_vjp(self) -> bool:
        """Whether it can be differentiated: always, to any order.

        >>> import cotan as ct
        >>> ct.export.export(ct.jit(ct.sin))(ct.zeros(2)).has_vjp()
        True
        """
        return True

    def serialize(self, vjp_order: int = 0) -> bytearray:
        """The program as bytes, which `deserialize` reads. `vjp_order` is JAX's: derivatives of any order are
        made of the program where it is read, so nothing depends on it.

        >>> import cotan as ct
        >>> type(ct.export.export(ct.jit(ct.sin))(ct.zeros(2)).serialize())
        <class 'bytearray'>
        """
        results = self._traced.shape
        header = json.dumps({
            "version": self.calling_convention_version, "cotan": self.cotan_version, "name": self.fun_name,
            "arguments": _written(self._given, "an argument"), "results": _written(results, "a result")}).encode()
        return bytearray(_MAGIC + _struct.pack("<Q", len(header)) + header + _cotan._bytecode(self._program))

    def __repr__(self) -> str:
        return f"<exported {self.fun_name}{self._signature()}>"


def _signature(shape):
    args, keywords = shape.filled([describe(x) for x in shape.tensors])
    return f"({', '.join([*map(_plain, args), *(f'{k}={_plain(v)}' for k, v in keywords.items())])})"


def _plain(tree):
    return str(tree).replace("'", "")


def _written(shape, what):
    """The nest in JSON, with the types of its tensors."""
    types = []

    def leaf(x, path):
        if not isinstance(x, _cotan.ShapeDtypeStruct):
            raise _cotan.TypeError(f"{here()}ct.export: {what} is {found(x)}, which is no tensor; export a function of tensors")
        types.append({"shape": x.shape, "dtype": x.dtype.name, "weak": x.weak_type})
        return len(types) - 1

    return {"nest": _files.described(shape.filled(shape.tensors), "", leaf, "ct.export"), "types": types}


def _read(about):
    types = [_cotan.ShapeDtypeStruct(x["shape"], x["dtype"], x["weak"]) for x in about["types"]]
    return Shape(_files.rebuilt(about["nest"], types), True)


def export(fun_jit: Jitted[Any] | JittedMethod) -> Callable[..., Exported]:
    """A function that returns the program of `fun_jit` for the arguments it is called with: an `Exported`.

    Arguments are nests of tensors or of types of them (ct.ShapeDtypeStruct); sizes that `dynamic_axes` of ct.jit names
    stay open. Constants, such as strings and static arguments, cannot be among them.

    >>> import cotan as ct
    >>> ct.export.export(ct.jit(ct.sin))(ct.ShapeDtypeStruct((4,), "float32"))
    <exported sin(float32[4])>
    """
    if not isinstance(fun_jit, (Jitted, JittedMethod)):
        raise _cotan.TypeError(f"{here()}ct.export.export: 'fun_jit' must be a function that ct.jit returned, but is "
                               f"{found(fun_jit)}")

    def exported(*args: Any, **keywords: Any) -> Exported:
        lowered = fun_jit.lower(*args, **keywords)
        traced, types = lowered._traced, lowered._types
        given = Shape(types.filled(types.tensors)[:2], True).types_only()
        about = {"name": fun_jit.__name__, "cotan": _cotan.__version__,
                 "version": maximum_supported_calling_convention_version}
        for shape, what in ((given, "an argument"), (traced.shape, "a result")):
            _written(shape, what)
        return Exported(traced.program, given, traced.shape, about)

    return exported


def deserialize(blob: bytes | bytearray) -> Exported:
    """The program in the bytes that `Exported.serialize` wrote; an error says where they are damaged, or were written
    in a form that this Cotan does not read. It is code: read it from those you trust.

    >>> import cotan as ct
    >>> blob = ct.export.export(ct.jit(ct.sin))(ct.zeros(2)).serialize()
    >>> ct.export.deserialize(blob).fun_name
    'sin'
    """
    if not isinstance(blob, (bytes, bytearray, memoryview)):
        raise _cotan.TypeError(f"{here()}ct.export.deserialize: 'blob' must be bytes, but is {found(blob)}")
    blob = bytes(blob)
    start = len(_MAGIC) + 8
    if not blob.startswith(_MAGIC) or len(blob) < start:
        raise _cotan.ValueError(f"{here()}ct.export.deserialize: these bytes are none that Exported.serialize wrote")
    (length,) = _struct.unpack("<Q", blob[len(_MAGIC):start])
    if length > min(len(blob) - start, _LARGEST_HEADER):
        raise _cotan.ValueError(f"{here()}ct.export.deserialize: the bytes were cut off: the header should have {length}")
    try:
        header = json.loads(blob[start:start + length])
        about = {"version": int(header["version"]), "cotan": str(header["cotan"]), "name": str(header["name"])}
        is_known = _is_known(about["version"])
        given, results = (_read(header[what]) for what in ("arguments", "results")) if is_known else (None, None)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, _cotan.Error) as problem:
        raise _cotan.ValueError(f"{here()}ct.export.deserialize: the header makes no sense ({problem})") from None
    if not is_known:
        raise _cotan.ValueError(f"{here()}ct.export.deserialize: the program was written by Cotan {about['cotan']} in version "
                                f"{about['version']} of the calling convention, but this Cotan reads "
                                f"{minimum_supported_calling_convention_version} to "
                                f"{maximum_supported_calling_convention_version}; write it again with this one")
    program = _cotan._read_program(blob[start + length:], given.tensors, results.tensors)
    return Exported(program, given, results, about)


def _is_known(version):
    return minimum_supported_calling_convention_version <= version <= maximum_supported_calling_convention_version


_nodes.register_constant(Exported)
_check_calls(globals(), "ct.export.")
