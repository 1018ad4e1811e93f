#!/usr/bin/python3
"""One op and one array function, one place: a file's name says what it belongs to.

- A file of src/cotan/ops/FAMILY belongs to a stem of cotan_op(FAMILY ...), or is shared: named among
  the SOURCES of src/cotan/ops/CMakeLists.txt, or a header that an op includes. A file of
  src/cotan/functions/FAMILY belongs likewise to a stem of cotan_function(FAMILY ...).
- Every stem has its .td and .cpp, those of ops their .mlir. What tools/new_op.py leaves open there is filled in.
- A unit test x_test.cpp stands next to x.h or x.cpp. A file of test/errors and test/passes is named
  after a source, a family or a folder, or begins with one: flow_while.
- Every .cpp file of src and tools is named by a CMakeLists.txt, so that none is forgotten.
"""

import pathlib
import re
import sys

import tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from new_op import BLANKS  # noqa: E402

# Where stems are: the word that declares them, and the files each has.
ROOMS = {"src/cotan/ops": ("cotan_op", (".td", ".cpp", ".mlir")),
         "src/cotan/functions": ("cotan_function", (".td", ".cpp"))}


def stems(room):
    """The stems of each family."""
    text = re.sub(r"#.*", "", tree.read(f"{room}/CMakeLists.txt"))
    calls = re.findall(rf"{ROOMS[room][0]}\(([^)]*)\)", text)
    return {words[0]: set(words[1:]) for words in map(str.split, calls) if words}


def stem_of(path):
    stem = path.name.split(".")[0]
    return stem.removesuffix("_test")


def blank_problems():
    for path in tree.files("src/cotan/ops", suffixes={".td", ".mlir"}):
        text = tree.read(path)
        yield from (f"{path}: '{blank}' is to be filled in" for blank in sorted(BLANKS) if blank in text)


def is_included(path, room):
    name = path.relative_to("src").as_posix()
    return any(f'"{name}"' in tree.read(other)
               for other in tree.files(room, suffixes={".h", ".cpp", ".td"}) if other != path)


def stem_problems(room, families):
    word, suffixes = ROOMS[room]
    shared = tree.read(f"{room}/CMakeLists.txt")
    for path in tree.files(room):
        if len(path.parts) != 5:
            continue
        family, stem = path.parts[3], stem_of(path)
        if stem in families.get(family, ()):
            continue
        if re.search(rf"\b{family}/{stem}\.cpp\b", shared):
            continue
        if path.suffix in (".h", ".td") and is_included(path, room):
            continue
        yield f"{path}: belongs to no stem of {family}; name the stem in {word}"
    for family, names in families.items():
        for stem in names:
            for suffix in suffixes:
                path = f"{room}/{family}/{stem}{suffix}"
                if not (tree.ROOT / path).exists():
                    yield f"{path}: is missing"


def test_problems(sources, families):
    known = {stem_of(path) for path in sources if not path.stem.endswith("_test")}
    folders = set(families) | {path.parent.name for path in sources}
    for path in sources:
        if not path.stem.endswith("_test"):
            continue
        neighbours = [path.with_name(stem_of(path) + suffix) for suffix in (".h", ".cpp")]
        if not any((tree.ROOT / neighbour).exists() for neighbour in neighbours):
            yield f"{path}: stands next to neither {neighbours[0].name} nor {neighbours[1].name}"
    for path in tree.files("test/errors", "test/passes", suffixes={".mlir"}):
        stem = stem_of(path)
        if stem not in known | folders and stem.split("_")[0] not in folders:
            yield f"{path}: no source, family or folder is called {stem}"


def listing_problems(sources, rooms):
    lists = {path.parent: tree.read(path) for path in tree.files("src", "tools", "examples")
             if path.name == "CMakeLists.txt"}
    for path in sources:
        if path.suffix != ".cpp" or path.stem.endswith("_test"):
            continue
        families = rooms.get(path.parent.parent.as_posix(), {})
        if stem_of(path) in families.get(path.parent.name, ()):
            continue
        named = any(re.search(rf"(^|[\s/]){re.escape(path.relative_to(folder).as_posix())}\b",
                              lists[folder])
                    for folder in path.parents if folder in lists)
        if not named:
            yield f"{path}: is named by no CMakeLists.txt, so it is not built"


def rule():
    rooms = {room: stems(room) for room in ROOMS}
    families = {family for names in rooms.values() for family in names}
    sources = list(tree.files("src", "tools", "examples", suffixes={".h", ".cpp", ".td"}))
    problems = [problem for room, names in rooms.items() for problem in stem_problems(room, names)]
    problems += [*blank_problems(), *test_problems(sources, families), *listing_problems(sources, rooms)]
    return tree.report(problems, len(sources))


if __name__ == "__main__":
    tree.run(rule)
