#!/usr/bin/python3
"""new_op.py [--composite] FAMILY STEM: writes the three files of a new operator and names its stem.

What has to be filled in is marked <...>, which does not compile, so nothing is forgotten. FAMILY is a
folder of src/cotan/ops; a new name makes a new one. Without --composite the operator is a primitive.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "src/cotan/ops"

PRIMITIVE_TD = """\
#ifndef COTAN_OPS_{guard}
#define COTAN_OPS_{guard}

include "cotan/ir/prim/prim.td"

def {name}Op : Prim_UnaryOp<"{stem}", [HasVjp]> {{
  let summary = "<One line: what it gives, elementwise or along what>.";
  let description = [{{
    `y = <formula>`. <Special values: NaN, infinities, integers that overflow; what is an error.>

    ```mlir
    %y = prim.{stem} %x : tensor<4xf32>
    ```
  }}];
}}

#endif
"""

PRIMITIVE_CPP = """\
// {stem}: meaning and derivative. Signature and doc: {stem}.td.
#include "cotan/ops/{family}/{stem}.inc"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

Arrays {name}Op::evaluate(ArrayRef<Array> x) {{
  return {{mapFloat(x[0], [](auto a) {{ return <the value at a>; }})}};
}}

Lanes {name}Op::lower(Element &x) {{ return <the value at x[0], for machine code>; }}

Values {name}Op::vjp(RuleBuilder &b, ValueRange g) {{
  return {{b(g[0]) * <the slope, of b(getX()) or b(getY()); what is read is saved>}};
}}
"""

COMPOSITE_TD = """\
#ifndef COTAN_OPS_{guard}
#define COTAN_OPS_{guard}

include "cotan/ir/composite/composite.td"

def {name}Op : Composite_UnaryOp<"{stem}", [IsElementwise]> {{
  let summary = "<One line: what it gives, elementwise or along what>.";
  let description = [{{
    `y = <formula>`. <Special values: NaN, infinities; what is an error.>

    ```mlir
    %y = composite.{stem} %x : tensor<4xf32>
    ```
  }}];
}}

#endif
"""

COMPOSITE_CPP = """\
// {stem}: meaning. Signature and doc: {stem}.td.
#include "cotan/ops/{family}/{stem}.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values {name}Op::decompose(RuleBuilder &b) {{
  Expr x = b(getX());
  return {{<a formula of x>}};
}}
"""

SAMPLES = """\
func.func @{stem}(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {{check.numpy = "<NumPy, of x>"}} {{
  %y = {dialect}.{stem} %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}}

func.func @{stem}_of_open_sizes(%x: tensor<?xf64> {{check.shape = [0]}}) -> tensor<?xf64>
    attributes {{check.numpy = "<NumPy, of x>"}} {{
  %y = {dialect}.{stem} %x : tensor<?xf64>
  return %y : tensor<?xf64>
}}

func.func @{stem}_of_special_values() -> tensor<4xf64> {{
  %x = prim.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = {dialect}.{stem} %x : tensor<4xf64>
  check.equal %y, dense<[<at 0, -0, infinity and NaN>]> : tensor<4xf64>
  return %y : tensor<4xf64>
}}
"""


def add_to_list(family, stem):
    """Names the stem in the one list there is, in alphabetical order."""
    path = OPS / "CMakeLists.txt"
    text = path.read_text(encoding="utf-8")
    call = re.search(rf"^cotan_op\({family}\b([^)]*)\)\n", text, re.MULTILINE)
    stems = sorted({stem, *(call[1].split() if call else ())})
    line = f"cotan_op({family}\n  " + "\n  ".join(stems) + ")\n"
    if call:
        text = text[:call.start()] + line + text[call.end():]
    else:
        last = list(re.finditer(r"^cotan_op\([^)]*\)\n", text, re.MULTILINE))[-1]
        text = text[:last.end()] + line + text[last.end():]
    path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--composite", action="store_true")
    parser.add_argument("family")
    parser.add_argument("stem")
    arguments = parser.parse_args()
    family, stem = arguments.family, arguments.stem
    for word in (family, stem):
        if not re.fullmatch(r"[a-z][a-z0-9_]*", word):
            parser.error(f"'{word}' is not snake_case")
    files = {"td": COMPOSITE_TD if arguments.composite else PRIMITIVE_TD,
             "cpp": COMPOSITE_CPP if arguments.composite else PRIMITIVE_CPP,
             "mlir": SAMPLES}
    paths = {extension: OPS / family / f"{stem}.{extension}" for extension in files}
    for path in paths.values():
        if path.exists():
            print(f"error: {path.relative_to(ROOT)} exists", file=sys.stderr)
            return 1
    blanks = {"family": family, "stem": stem, "guard": stem.upper(),
              "name": "".join(word.capitalize() for word in stem.split("_")),
              "dialect": "composite" if arguments.composite else "prim"}
    (OPS / family).mkdir(exist_ok=True)
    for extension, path in paths.items():
        path.write_text(files[extension].format(**blanks), encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    add_to_list(family, stem)
    print(f"named {stem} in src/cotan/ops/CMakeLists.txt")
    print(f"next: fill in <...>, then `make && build/bin/cotan-check src/cotan/ops/{family}/{stem}.mlir`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
