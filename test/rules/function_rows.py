#!/usr/bin/python3
"""One array function, one place: a stranger finds all of it in one stem of src/cotan/functions.

- What a row of STEM.td declares is defined in STEM.cpp, and has no other row. There it says first how
  users call it, which errors begin with.
- The doors to C++ and Python define nothing of the name of a row; Python's binds no other function but those
  that make tensors of its objects, or speak of its dtypes.
"""

import collections
import re

import tree

# Other functions of the doors' own C++ have these names: what a tensor is inside, and the elements at indices.
OVERLOADED = {"inner", "outer", "select"}
PYTHONS_OWN = {"array", "asarray", "from_dlpack", "promote_types"}
FUNCTIONS, DOORS = "src/cotan/functions", "src/cotan/frontends"
MODULE = re.compile(r'^let module = "(\w+)" in')
BOUND = re.compile(r'\bm\s*\.def\(\s*"([a-z]\w*)"')
ROW = re.compile(r'^def : Function<"(\w+)"')


def rows():
    """Modules and names of functions, and the .td files with their rows."""
    for path in tree.files(FUNCTIONS, suffixes={".td"}):
        module, is_in_row = "", False
        for _, line in tree.lines(path):
            if found := MODULE.match(line):
                module = found[1]
            elif found := ROW.match(line):
                is_in_row = True
                yield module, found[1], path
            elif line == "}":  # the end of a row, or of what is in a module
                module, is_in_row = module if is_in_row else "", False


def definition(name):
    """At the beginning of a line: `Tensor roll(...) {`, or after a type that stands on the line before."""
    return re.compile(rf"^(?:[\w:<>, ]+[ &])?(?:\w+::)*{name}_?\([^;{{]*\)\s*{{", re.MULTILINE)


def bound(name):
    return re.compile(rf'\bm\.def\(\s*"{name}"|^[\w:<>, ]*Tensor[\w:<>, ]* (?:\w+::)*{name}_?\([^;{{]*\)\s*{{', re.MULTILINE)


def rule():
    doors = {path: tree.read(path) for path in tree.files(DOORS, suffixes={".h", ".cpp"}) if not tree.is_test(path)}
    problems, seen = [], collections.Counter()
    for module, name, path in rows():
        seen[module, name] += 1
        if seen[module, name] == 2:
            problems.append(f"{path}: {name} has another row")
        text = tree.read(path.with_suffix(".cpp"))
        meanings = [text[match.end():] for match in definition(name).finditer(text)]
        if not meanings:
            problems.append(f"{path}: {name} is not defined in {path.stem}.cpp")
        begin = f'\n  const Called called("ct.{module + "." if module else ""}{name}");'
        problems += [f"{path.with_suffix('.cpp')}: {name} does not begin with{begin[2:]}"
                     for meaning in meanings if not meaning.startswith(begin)]
        if not module and name not in OVERLOADED:
            problems += [f"{door}: defines {name}, which has a row in {path}"
                         for door, text in doors.items() if bound(name).search(text)]
    names = {name for module, name in seen if not module}
    problems += [f"{door}: binds {name}, an array function without a row in {FUNCTIONS}"
                 for door, text in doors.items() for name in BOUND.findall(text)
                 if name not in names | PYTHONS_OWN]
    return tree.report(problems, len(seen))


if __name__ == "__main__":
    tree.run(rule)
