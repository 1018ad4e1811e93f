#!/usr/bin/python3
"""element_types.py COTAN: writes docs/spec/element_types.md, which operator takes which element types.

All of it is asked of the program: what the operands of each operator, or the results of one without operands, may be.
"""

import re
import subprocess
import sys

FLOATS, COMPLEX = ("f16", "bf16", "f32", "f64"), ("complex<f32>", "complex<f64>")
INTEGERS = [sign + bits for sign in ("i", "ui") for bits in "8 16 32 64".split()]
SMALL_FLOATS, SMALL_INTEGERS = ("f8E4M3FN", "f8E5M2"), ("i4", "ui4")
COLUMNS = {"f16, bf16": FLOATS[:2], "f32": FLOATS[2:3], "f64": FLOATS[3:], "complex": COMPLEX, "i8 to i64": INTEGERS[:4],
           "ui8 to ui64": INTEGERS[4:], "i1": ("i1",), "f8": SMALL_FLOATS, "i4, ui4": SMALL_INTEGERS}
EVERY = {each for column in COLUMNS.values() for each in column}
GROUPS = {"float": FLOATS, "integer": INTEGERS, "complex": COMPLEX, "storage only": SMALL_FLOATS + SMALL_INTEGERS, "any type": EVERY}
NOT_TENSORS = "stack"


def types_of(text):
    """What a description of an operand names, as `ranked tensor of f16, bf16, f32 or f64 values`."""
    text = re.sub(r"(\d+)-bit signless integer", r"i\1", re.sub(r"(\d+)-bit unsigned integer", r"ui\1", text))
    text = re.sub(r"(\d+)-bit float", r"f\1", text)
    names = re.findall(r"complex<f\d+>|f8E\w+|\bb?f\d+|\bu?i\d+|(?:(?<=x)ui32)|storage only|any type|\b(?:float|integer|complex)\b", text)
    return frozenset(each for name in names for each in GROUPS.get(name, [name]))


def operators(tool):
    """The families, with the operands of each operator: (name, description)."""
    text = subprocess.run([tool, "ops", "--markdown"], check=True, capture_output=True, text=True).stdout
    for family, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        found = {}
        for name, section in re.findall(r"^### `(\w+\.\w+)`\n(.*?)(?=^### |\Z)", body, re.M | re.S):
            described = re.findall(r"^- (operands?|results?) (\w+): (.*)$", section, re.M)
            operands = [(name, what) for kind, name, what in described if kind.startswith("operand")]
            found[name] = operands or [(name, what) for kind, name, what in described]
        yield family, found


def rows(found):
    """Operators whose operands of the same names are of the same types share rows: one for each set of types."""
    shared = {}
    for name, operands in found.items():
        sets = {}
        for operand, what in operands:
            types = types_of(what)
            if types:
                sets.setdefault(types, []).append(operand)
            elif what not in NOT_TENSORS:
                sys.exit(f"{name}: no element type is known of '{what}', the operand {operand}")
        if sets:
            shared.setdefault(tuple((types, tuple(names)) for types, names in sets.items()), []).append(name)
    for sets, names in shared.items():
        who = ", ".join(f"`{name}`" for name in names)
        for types, operands in sets:
            cells = [cell(types & set(column), column) for column in COLUMNS.values()]
            yield f"| {who} | {', '.join(operands)} | {' | '.join(cells)} |"
            who = ""


def cell(found, column):
    return "yes" if len(found) == len(column) else ", ".join(sorted(found)) or "-"


def main():
    lines = ["# Element types", "",
             "Written by `tools/element_types.py`; a test checks that it is current.",
             "What the operands of each operator may be; of operators without operands, the results.",
             "Operators that compute with f16 and bf16 do so in f32 and round at the end; f8 and 4-bit integers are stored",
             "and converted, not computed with. Array functions promote their arguments to a type that their operators take."]
    for family, found in operators(sys.argv[1]):
        lines += ["", f"## {family}", "", f"| operators | operands | {' | '.join(COLUMNS)} |", "| --- " * (2 + len(COLUMNS)) + "|", *rows(found)]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
