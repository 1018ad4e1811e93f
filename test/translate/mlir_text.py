"""Pieces of MLIR as text: types, attributes and constants, as NumPy and Python have them."""

import functools
import re
from typing import NamedTuple

import numpy as np

DTYPES = {"i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
          "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
          "f16": np.float16, "f32": np.float32, "f64": np.float64}
OPENING, CLOSING = "([{<", ")]}>"


def skip_string(text, start):
    """Where the string that begins at `start` has ended."""
    end = start + 1
    while text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    return end + 1


def end_of(text, start, stops):
    """Where the first character of `stops` is that no brackets and no string hold; else the end."""
    depth, i = 0, start
    while i < len(text):
        if text[i] == '"':
            i = skip_string(text, i)
            continue
        if depth == 0 and text[i] in stops:
            return i
        if text.startswith("->", i):
            i += 1
        elif text[i] in OPENING:
            depth += 1
        elif text[i] in CLOSING:
            depth -= 1
        i += 1
    return len(text)


def split(text, separator=","):
    """The parts between separators that are outside of brackets and strings."""
    parts, start = [], 0
    while start < len(text):
        end = end_of(text, start, separator)
        parts.append(text[start:end].strip())
        start = end + 1
    return parts


def type_of(text):
    """The sizes, None where they are open, and the NumPy type; None of a stack."""
    if text == "!flow.stack":
        return None
    match = re.fullmatch(r"tensor<((?:(?:\d+|\?)x)*)(\w+)>", text)
    sizes, element = match.groups() if match else ("", text)
    if element not in DTYPES:
        raise ValueError(f"the evaluator knows no type {text}")
    return tuple(None if size == "?" else int(size) for size in sizes.split("x")[:-1]), DTYPES[element]


def types_of(text):
    """Of `T` or `(T, U)`."""
    return [type_of(part) for part in split(text[1:-1])] if text.startswith("(") else [type_of(text)]


def number(text, dtype):
    if text in ("true", "false"):
        return text == "true"
    if text.startswith("0x"):
        bits = np.dtype(f"u{np.dtype(dtype).itemsize}").type(int(text, 16))
        return bits.view(dtype)
    return dtype(int(text)) if np.issubdtype(dtype, np.integer) else dtype(float(text))


def dense(text):
    """`dense<[1, 2]> : tensor<2xi64>` as an array."""
    end = end_of(text, len("dense"), ":")
    sizes, dtype = type_of(text[end + 1:].strip())
    body = text[len("dense<"):end].strip()[:-1]
    if body.startswith('"'):
        data = bytes.fromhex(body.strip('"')[2:])
        if dtype == np.bool_:
            bits = np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")
            return bits[:np.prod(sizes)].astype(bool).reshape(sizes)
        return np.frombuffer(data, dtype).reshape(sizes)
    numbers = [number(word, dtype) for word in re.findall(r"[^\s\[\],]+", body)]
    if len(numbers) == 1:
        return np.full(sizes, numbers[0], dtype)
    return np.array(numbers, dtype).reshape(sizes)


def string(text):
    """`"a\\0Ab"` as what it stands for."""
    raw = re.sub(r'\\([0-9A-Fa-f]{2})', lambda match: chr(int(match[1], 16)), text[1:-1])
    return raw.replace('\\"', '"').replace("\\\\", "\\")


def attribute(text):
    text = text.strip()
    if text.startswith("dense<"):
        return dense(text)
    if text.startswith('"'):
        return string(text)
    if text.startswith("["):
        return [attribute(part) for part in split(text[1:-1])]
    if match := re.fullmatch(r"array<(\w+)(?:: (.*))?>", text):
        return [attribute(part) for part in split(match[2] or "")]
    if text in ("true", "false"):
        return text == "true"
    if match := re.fullmatch(r"(-?[\d.e+-]+|0x\w+)(?: : (\w+))?", text):
        return number(match[1], DTYPES.get(match[2] or "i64"))
    return text


def attributes(text):
    """Of `{axis = 0 : i64, clip}`."""
    found = {}
    for part in split(text[1:-1]):
        name, has_value, value = part.partition(" = ")
        found[name] = attribute(value) if has_value else True
    return found


class Operation(NamedTuple):
    name: str
    operands: list  # their names
    attributes: dict
    types: list  # of the results; None where none are said


@functools.cache
def operation(text):
    """`prim.sum(x) {axes = array<i64: 0>} : tensor<f64>`, or `f(x) : tensor<f64>` of a function."""
    match = re.match(r"([\w.]+)\(([^()]*)\)", text)
    if not match:
        raise ValueError(f"no operation: {text}")
    behind = text[match.end():].strip()
    found = {}
    if behind.startswith("{"):
        end = end_of(behind, 1, "}") + 1
        found, behind = attributes(behind[:end]), behind[end:].strip()
    return Operation(match[1], split(match[2]), found,
                     types_of(behind.removeprefix(":").strip()) if behind else None)
