#!/usr/bin/python3
"""Every public name is explained with an example, and every example does what it shows."""

import collections
import doctest
import functools
import importlib
import inspect
import pathlib
import pkgutil
import re
import types
import unittest

import cotan as ct
import numpy as np

SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(ct.__file__).parent.parent.parent
PAGES = [SOURCES / "README.md", *sorted(SOURCES.glob("docs/guide/*.md"))]

# Public names without an example, and why.
NOT_OURS = "an element type or number of NumPy's, under the same name"
RAISED = "an exception: it is raised, not called"
WITHOUT_EXAMPLE = {
    **{name: NOT_OURS for name in
       """bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128 pi e euler_gamma inf
       nan newaxis bool int_ uint float_ complex_ single double csingle cdouble generic number inexact floating complexfloating
       integer signedinteger unsignedinteger""".split()},
    **{name: RAISED for name in "Error TypeError ValueError OverflowError IndexError AxisError FloatingPointError MemoryError".split()},
    **{name: "an element type, a value of DType" for name, held in vars(ct).items() if isinstance(held, ct.DType)},
    "DType": "the type of element types that NumPy does not have",
    **{f"Decomposition.{name}": "a field; the class has an example" for name in "forward reverse skip only".split()},
    **dict.fromkeys((f"optim.{name}" for name, held in vars(ct.optim).items() if name.endswith(("State", "Info"))),
                    "what an optimizer keeps between steps: its init makes it"),
}


FIELD = type(collections.namedtuple("Pair", "first").first)  # of a named tuple


def modules():
    """The package, and its public modules by the name users write."""
    yield "", ct
    for name in dir(ct):  # some are imported when they are asked for
        held = getattr(ct, name)
        if isinstance(held, types.ModuleType) and held.__name__.startswith("cotan.") and name[0] != "_":
            yield name + ".", held
    yield "nn.initializers.", ct.nn.initializers
    yield "lax.linalg.", ct.lax.linalg
    yield "sparse.linalg.", ct.sparse.linalg
    yield "optim.projections.", ct.optim.projections


def is_imported(module, held):
    """Whether a module of Python has it from elsewhere, for its own use."""
    own = getattr(module, "__all__", ())
    if getattr(held, "__name__", None) in own and getattr(held, "__module__", "").startswith("cotan."):
        return False
    home = getattr(held, "__module__", module.__name__)
    return module is not ct and home != module.__name__ and not home.startswith(f"{module.__name__}._")


def held_by(module):
    """Names and objects, what is imported when it is asked for among them."""
    return [(name, getattr(module, name)) for name in dir(module)]


def public():
    """Names and objects: what modules hold, and the attributes of their classes."""
    for prefix, module in modules():
        for name, held in held_by(module):
            if name[0] == "_" or is_imported(module, held):
                continue
            if isinstance(held, types.ModuleType):
                if held.__name__.startswith("cotan.") or module is ct:
                    continue
            yield prefix + name, held
            if isinstance(held, type) and held.__module__.startswith("cotan") and not issubclass(held, BaseException):
                yield from ((f"{prefix}{name}.{n}", a) for n, a in attributes(held))


def attributes(kind):
    for name, held in vars(kind).items():
        if name[0] == "_" or isinstance(held, (types.MemberDescriptorType, FIELD)):
            continue
        yield name, held
        if isinstance(held, type):
            yield from ((f"{name}.{n}", a) for n, a in attributes(held))


class Documentation(unittest.TestCase):
    def test_every_public_name_has_an_example(self):
        missing, count = [], 0
        for name, held in public():
            count += 1
            if name.split(".")[0] in WITHOUT_EXAMPLE or name in WITHOUT_EXAMPLE:
                continue
            if ">>>" not in (inspect.getdoc(held) or ""):
                missing.append(name)
        self.assertEqual(missing, [])
        self.assertGreater(count, 200)

    def test_names_without_an_example_exist(self):
        names = {name for name, _ in public()}
        self.assertEqual(sorted(set(WITHOUT_EXAMPLE) - names), [])

    def test_functions_look_like_pythons(self):
        for prefix, module in modules():
            for name, held in held_by(module):
                if type(held) is not type(ct.tanh) or name[0] == "_" or is_imported(module, held):
                    continue
                self.assertEqual(held.__module__, module.__name__)
                self.assertIs(getattr(module, held.__name__), held)
                for parameter in inspect.signature(held).parameters.values():
                    self.assertNotRegex(parameter.name, r"arg\d", f"{name}: a parameter has no name")
        self.assertEqual(str(inspect.signature(ct.tanh)), "(x: TensorLike) -> Tensor")


class Guide(unittest.TestCase):
    """Names that the guide mentions, also where it runs nothing, are there."""

    def test_names_of_the_package(self):
        missing, count = [], 0
        for page in PAGES:
            for name in re.findall(r"\bct\.([a-z_A-Z0-9.]+)\b", page.read_text(encoding="utf-8")):
                count += 1
                try:
                    functools.reduce(getattr, name.split("."), ct)
                except AttributeError:
                    missing.append(f"{page.name}: ct.{name}")
        self.assertEqual(missing, [])
        self.assertGreater(count, 100)

    def test_methods_of_tensors(self):
        text = "".join(page.read_text(encoding="utf-8") for page in PAGES if page.stem.startswith("from_"))
        here = re.findall(r"^\|.*\|(.*)\|$", text, re.MULTILINE)
        found = {name for column in here for name in re.findall(r"\bx\.(\w+)", column)}
        self.assertEqual({name for name in found if not hasattr(ct.Tensor, name)}, set())
        self.assertGreater(len(found), 5)

    def test_names_of_the_library(self):
        files = [*SOURCES.glob("src/cotan/frontends/cpp/*.h"), *SOURCES.glob("src/cotan/tensor/*.h"),
                 *SOURCES.glob("src/cotan/functions/**/*.h"), *BUILD.glob("src/cotan/functions/functions*.h.inc"),
                 SOURCES / "src/cotan/trace/error.h"]
        headers = "".join(path.read_text(encoding="utf-8") for path in files)
        text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
        found = {name for name in re.findall(r"\bct::(?:nn::|random::)?(\w+)", text)} - {"nn", "random"}
        self.assertEqual({name for name in found if not re.search(rf"\b{name}\b", headers)}, set())
        self.assertGreater(len(found), 20)


FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def doctests():
    """One test per documentation; `ct` and `np` are there."""
    parser, seen = doctest.DocTestParser(), set()
    for name, held in [*public(), *((m.__name__, m) for _, m in modules())]:
        text = inspect.getdoc(held) or ""
        if ">>>" in text and id(held) not in seen:
            seen.add(id(held))
            found = parser.get_doctest(text, {"ct": ct, "np": np}, f"ct.{name}", None, None)
            yield doctest.DocTestCase(found, optionflags=FLAGS)
    for module in pkgutil.walk_packages(ct.__path__, "cotan."):  # what is private may show examples too
        if not module.name.endswith("._cotan"):
            yield doctest.DocTestSuite(importlib.import_module(module.name), optionflags=FLAGS,
                                       test_finder=doctest.DocTestFinder(exclude_empty=False))


def load_tests(loader, tests, pattern):
    tests.addTests(doctests())
    return tests


if __name__ == "__main__":
    unittest.main()
