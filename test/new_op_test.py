#!/usr/bin/python3
"""new_op_test.py --build FOLDER: what tools/new_op.py writes compiles once its blanks are filled in.

An operator of each kind is begun in a copy of the sources, filled in as a newcomer would, and looked
at by TableGen, the compiler (syntax and types alone) and the rules of the project.
"""

import argparse
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
BLANK = re.compile(r"<[A-Za-z][^<>\n]*[ ,][^<>\n]*>")

SUMMARY = {
    "<One line: what it gives, elementwise>": "The third power",
    "<One line: what it gives, along what>": "Elements divided by the largest along an axis",
    "<formula>": "f(x)",
    "<Special values: NaN, infinities, integers that overflow; what is an error.>": "NaN stays NaN.",
    "<NumPy, of x>": "x ** 3",
    "<at 0, -0, infinity and NaN>": "0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000",
}
EXAMPLE = {
    "<numbers>": "-1.5, 2.0",
    "<Tensor([...], dtype=float32), with numbers by NumPy or SciPy>": "Tensor([-3.375,  8.   ], dtype=float32)",
}
ALONG_AN_AXIS = {
    "(ins <AnyPrimTensor, FloatTensor, ...>:$x, <attributes>)": "(ins FloatTensor:$x, I64Attr:$axis)",
    "(outs <AnyPrimTensor, FloatTensor, ...>:$y)": "(outs FloatTensor:$y)",
    "$x <attributes>": "$x `axis` $axis",
    "%x <attributes>": "%x axis 0",
    "<Reports attributes that do not fit at loc: verifyAxes of cotan/ops/layout/checks.h, ...>":
        "if (failed(verifyAxes(loc, int64_t(adaptor.getAxis()), type.getRank()))) return failure();",
    "<the element type of y: type.getElementType(), ...>": "type.getElementType()",
    "\n\nusing namespace cotan;": '\n\n#include "cotan/ops/layout/checks.h"\n\nusing namespace cotan;',
    "<the sizes of y, from those of the operands, known or not: rules.sizes(0)>": "rules.sizes(0)",
}

# The options and the family of each kind of operator, and what its blanks are filled in with.
KINDS = {
    "elementwise_primitive": ("--elementwise", "arithmetic", {
        **EXAMPLE,
        "<the value at a>": "a * a * a",
        "<the value at x[0], for machine code>": "x[0] * x[0] * x[0]",
        "<the slope, of b(getX()) or b(getY()); what is read is saved>": "(3.0 * square(b(getX())))"}),
    "other_primitive": ("", "layout", {
        **ALONG_AN_AXIS,
        "<IsLinear, HasJvp, ...: how it is differentiated forward>": "IsLinear",
        "return {<y, of x[0], in emptyFor(*this, x)>}": "return {emptyFor(*this, x)}",
        "<the element of y at placeOf(x), for machine code>": "x.read(0, placeOf(x))",
        "<the cotangent of x, of b(g[0]); what is read is saved>": "flip(b(g[0]), getAxis())",
        "<the attributes that name axes, shifted>": "x.shifted(getAxisAttrName())"}),
    "elementwise_composite": ("--composite --elementwise", "activation", {
        **EXAMPLE, "<the formula, of primitives>": "x * x * x"}),
    "other_composite": ("--composite", "normalization", {
        **ALONG_AN_AXIS,
        "<the formula, of primitives>": "x / max(x, getAxis(), /*keepdims=*/true)"}),
}


def run(*command, folder=ROOT):
    return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True,
                          check=False)


def compiler():
    """The command that compiles an operator, but for what is compiled and where to."""
    for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8")):
        if "cotan_ops.dir" in entry["command"]:
            words = shlex.split(entry["command"])
            return words[:words.index("-o")]
    raise AssertionError(f"{BUILD} builds no operator")


def tablegen():
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    llvm = re.search(r"^LLVM_DIR:PATH=(.*)/lib/cmake/llvm$", cache, re.MULTILINE)[1]
    return [f"{llvm}/bin/mlir-tblgen", "-I", f"{llvm}/include"]


class NewOperator(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in "src", "tools", "cmake":
            shutil.copytree(ROOT / name, self.root / name)
        shutil.copy(ROOT / ".clang-format", self.root)

    def begin(self, options, family, stem):
        return run(sys.executable, "tools/new_op.py", *options.split(), family, stem, folder=self.root)

    def fill_in(self, base, fills):
        for extension in "td", "cpp", "mlir":
            path = base.with_suffix(f".{extension}")
            text = path.read_text(encoding="utf-8")
            for blank, filled in {**fills, **SUMMARY}.items():
                text = text.replace(blank, filled)
            self.assertEqual(BLANK.findall(text), [], f"{path.name} has blanks this test does not know")
            path.write_text(text, encoding="utf-8")

    def compile(self, base, family):
        """As cmake/cotan_op.cmake builds it."""
        made = self.root / "made" / "cotan/ops" / family
        made.mkdir(parents=True)
        for kind, extension in ("decls", "h.inc"), ("defs", "cpp.inc"):
            self.succeeds(*tablegen(), f"-gen-op-{kind}", base.with_suffix(".td"), "-I", self.root / "src",
                          "-o", made / f"{base.name}.{extension}")
        template = (self.root / "cmake/op.inc.in").read_text(encoding="utf-8")
        (made / f"{base.name}.inc").write_text(
            template.replace("@family@", family).replace("@stem@", base.name), encoding="utf-8")
        self.succeeds(*compiler(), "-isystem", self.root / "made", "-fsyntax-only", base.with_suffix(".cpp"))

    def succeeds(self, *command):
        result = run(*command, folder=self.root)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_each_kind_compiles_and_keeps_the_rules(self):
        for kind, (options, family, fills) in KINDS.items():
            with self.subTest(kind):
                self.assertEqual(self.begin(options, family, kind).returncode, 0)
                base = self.root / "src/cotan/ops" / family / kind
                self.fill_in(base, fills)
                self.succeeds("clang-format-22", "-i", base.with_suffix(".cpp"))
                self.compile(base, family)
        for rule in "stems", "names", "sizes", "op_names", "processors":
            self.succeeds(sys.executable, ROOT / f"test/rules/{rule}.py", self.root)

    def test_what_is_no_new_operator_is_refused(self):
        before = (self.root / "src/cotan/ops/CMakeLists.txt").read_text(encoding="utf-8")
        for family, stem, said in (("layuot", "turn", "there is no family 'layuot'"),
                                   ("layout", "Turn", "'Turn' is not snake_case"),
                                   ("layout", "turn__", "'turn__' is not snake_case"),
                                   ("layout", "flip", "layout/flip.td exists"),
                                   ("special", "flip", "layout/flip.td exists"),
                                   ("special", "silu", "an operator 'silu' in src/cotan/ops/activation/sigmoid.td"),
                                   ("special", "arccos", "an array function 'arccos' in src/cotan/ops/transcend"),
                                   ("special", "sinc", "an array function 'sinc' in src/cotan/functions/element"),
                                   ("special", "double", "'double' is a word of C++ or Python"),
                                   ("special", "lambda", "'lambda' is a word of C++ or Python")):
            with self.subTest(family, stem=stem):
                result = self.begin("--elementwise", family, stem)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn(said, result.stderr)
        after = (self.root / "src/cotan/ops/CMakeLists.txt").read_text(encoding="utf-8")
        self.assertEqual(before, after)

    def test_a_stem_belongs_to_one_family(self):
        (self.root / "twice.cmake").write_text(
            f"set(PROJECT_SOURCE_DIR {self.root})\nset(PROJECT_BINARY_DIR {self.root}/made)\n"
            "function(cotan_tablegen)\nendfunction()\ninclude(cmake/cotan_op.cmake)\n"
            "cotan_op(layout flip)\ncotan_op(special flip)\n", encoding="utf-8")
        result = run("cmake", "-P", "twice.cmake", folder=self.root)
        self.assertIn("cotan_op(special flip): the family layout has this stem", " ".join(result.stderr.split()))

    def test_a_new_family_is_asked_for(self):
        result = self.begin("--new-family --elementwise", "spectral", "phase")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("cotan_op(spectral\n  phase)\n",
                      (self.root / "src/cotan/ops/CMakeLists.txt").read_text(encoding="utf-8"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=BUILD)
    known, others = parser.parse_known_args()
    BUILD = known.build.resolve()
    unittest.main(argv=[sys.argv[0], *others])
