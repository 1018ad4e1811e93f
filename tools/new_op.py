#!/usr/bin/python3
"""Writes the three files of a new operator and names its stem.

What has to be filled in is marked <...>, which does not compile, so nothing is forgotten. FAMILY is a
folder of src/cotan/ops. Without --composite the operator is a primitive; with --elementwise it gives
for each element what it makes of that alone, so that its shape, its loops and vmap are known.
"""

import argparse
import keyword
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPS = ROOT / "src/cotan/ops"
FUNCTIONS = ROOT / "src/cotan/functions"

# What the operators of both dialects and both kinds have in common.
TD = """\
#ifndef COTAN_OPS_{guard}
#define COTAN_OPS_{guard}

include "cotan/ir/{dialect}/{dialect}.td"

def {name}Op : {base} {{
  let summary = "<One line: what it gives, {along}>.";
  let description = [{{
    `y = <formula>`. <Special values: NaN, infinities, integers that overflow; what is an error.>

    ```mlir
    %y = {dialect}.{stem} %x{given} : tensor<4xf32>
    ```
  }}];{arguments}
}}
{row}
#endif
"""

ROW = """\
def : ArrayFunction<{name}Op> {{
  let example = [{{
    >>> ct.{stem}(ct.array([<numbers>]))
    <Tensor([...], dtype=float32), with numbers by NumPy or SciPy>
  }}];
}}
"""

ARGUMENTS = """
  let arguments = (ins <AnyPrimTensor, FloatTensor, ...>:$x, <attributes>);
  let results = (outs <AnyPrimTensor, FloatTensor, ...>:$y);
  let assemblyFormat = "$x <attributes> attr-dict `:` type($x)";"""

CPP = """\
// {stem}: meaning and derivative. Signature and doc: {stem}.td.
#include "cotan/ops/{family}/{stem}.inc"
{include}
using namespace cotan;
using namespace cotan::{dialect};
using namespace mlir;
"""

INFERENCE = """
LogicalResult {name}Op::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
{below} Adaptor adaptor, SmallVectorImpl<Type> &results) {{
  auto type = cast<RankedTensorType>(adaptor.getX().getType());
  <Reports attributes that do not fit at loc: verifyAxes of cotan/ops/layout/checks.h, ...>
  return inferTypes<{name}Op>(loc, adaptor, <the element type of y: type.getElementType(), ...>, results);
}}

Sizes {name}Op::sizes(Adaptor x, SizeRules &rules, unsigned) {{
  return <the sizes of y, from those of the operands, known or not: rules.sizes(0)>;
}}
"""

DECOMPOSITION = """
Values {name}Op::decompose(RuleBuilder &b) {{
  Expr x = b(getX());
  return {{<the formula, of primitives>}};
}}
"""

# What places of elements are computed with.
INCLUDE = """
#include "cotan/ops/layout/sizes.h"
"""

# What follows in the .cpp file, by dialect and kind.
MEANINGS = {
    ("prim", True): """
Arrays {name}Op::evaluate(ArrayRef<Array> x) {{
  return {{mapFloat(x[0], [](auto a) {{ return <the value at a>; }})}};
}}

Lanes {name}Op::lower(Element &x) {{ return <the value at x[0], for machine code>; }}

Values {name}Op::vjp(RuleBuilder &b, ValueRange g) {{
  return {{b(g[0]) * <the slope, of b(getX()) or b(getY()); what is read is saved>}};
}}
""",
    ("prim", False): INFERENCE + """
Arrays {name}Op::evaluate(ArrayRef<Array> x) {{ return {{<y, of x[0], in emptyFor(*this, x)>}}; }}

Lanes {name}Op::lower(Element &x) {{ return <the element of y at placeOf(x), for machine code>; }}

Values {name}Op::vjp(RuleBuilder &b, ValueRange g) {{
  return {{<the cotangent of x, of b(g[0]); what is read is saved>}};
}}

Values {name}Op::batch(Batch &x) {{ return x.again({{<the attributes that name axes, shifted>}}); }}
""",
    ("composite", True): DECOMPOSITION,
    ("composite", False): INFERENCE + DECOMPOSITION,
}

BASES = {
    ("prim", True): 'Prim_UnaryOp<"{stem}", [HasVjp]>',
    ("prim", False): 'Prim_Op<"{stem}",\n    [<IsLinear, HasJvp, ...: how it is differentiated forward>, InfersType, HasVjp, HasBatch, Lowers]>',
    ("composite", True): 'Composite_UnaryOp<"{stem}", [IsElementwise]>',
    ("composite", False): 'Composite_Op<"{stem}", [InfersType]>',
}

SAMPLES = """\
func.func @{stem}(%x: tensor<2x3xf64>) -> tensor<2x3xf64> attributes {{check.numpy = "<NumPy, of x>"}} {{
  %y = {dialect}.{stem} %x{given} : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}}

func.func @{stem}_of_open_sizes(%x: tensor<?xf64> {{check.shape = [0]}}) -> tensor<?xf64>
    attributes {{check.numpy = "<NumPy, of x>"}} {{
  %y = {dialect}.{stem} %x{given} : tensor<?xf64>
  return %y : tensor<?xf64>
}}

func.func @{stem}_of_special_values() -> tensor<4xf64> {{
  %x = prim.constant dense<[0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<4xf64>
  %y = {dialect}.{stem} %x{given} : tensor<4xf64>
  check.equal %y, dense<[<at 0, -0, infinity and NaN>]> : tensor<4xf64>
  return %y : tensor<4xf64>
}}
"""

# Beginnings of what is to be filled in where it would pass for text: in strings, and in samples. The
# rule test/rules/stems.py finds it there.
BLANKS = {blank.split("{")[0] for blank in re.findall(r"<[a-z]+>|<[A-Za-z][^<>]* [^<>]*>", TD + ROW + SAMPLES)}


def calls():
    """The text of the one list there is, and the call of each family in it."""
    text = (OPS / "CMakeLists.txt").read_text(encoding="utf-8")
    return text, {call[1]: call for call in re.finditer(r"^cotan_op\((\w+)([^)]*)\)\n", text, re.MULTILINE)}


def add_to_list(family, stem):
    """Names the stem in alphabetical order; a new family comes last."""
    text, known = calls()
    call = known.get(family)
    stems = sorted({stem, *(call[2].split() if call else ())})
    line = f"cotan_op({family}\n  " + "\n  ".join(stems) + ")\n"
    end = (call or list(known.values())[-1]).end()
    (OPS / "CMakeLists.txt").write_text(text[:call.start() if call else end] + line + text[end:],
                                        encoding="utf-8")


def contents(family, stem, dialect, is_elementwise):
    """What each file holds, by its extension."""
    kind = (dialect, is_elementwise)
    name = "".join(word.capitalize() for word in stem.split("_"))
    blanks = {"family": family, "stem": stem, "guard": stem.upper(), "dialect": dialect,
              "name": name, "row": ROW.format(name=name, stem=stem) if is_elementwise else "",
              "base": BASES[kind].format(stem=stem),
              "along": "elementwise" if is_elementwise else "along what",
              "arguments": "" if is_elementwise else ARGUMENTS,
              "include": INCLUDE if kind == ("prim", False) else "",
              "below": " " * len(f"LogicalResult {name}Op::inferReturnTypes"),
              "given": "" if is_elementwise else " <attributes>"}
    return {extension: text.format(**blanks)
            for extension, text in {"td": TD, "cpp": CPP + MEANINGS[kind], "mlir": SAMPLES}.items()}


# A function of this name could not be written down.
RESERVED = set(keyword.kwlist) | set("""
    alignas alignof asm auto bool break case catch char class const continue decltype default delete do double else
    enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept nullptr
    operator private protected public register requires return short signed sizeof static struct switch template this
    throw true try typedef typeid typename union unsigned using virtual void volatile while and or not xor""".split())


def place_of(pattern, folder, before="\0"):
    """The first .td file that says it, if there is one."""
    for path in sorted(folder.rglob("*.td")):
        if re.search(pattern, path.read_text(encoding="utf-8").split(before)[0], re.MULTILINE):
            return path.relative_to(ROOT)
    return None


def problem(stem, has_row):
    """Why there can be no operator of this name, if so."""
    if stem in RESERVED:
        return f"'{stem}' is a word of C++ or Python, so no function can have this name"
    for family, call in calls()[1].items():
        if stem in call[2].split():
            return f"src/cotan/ops/{family}/{stem}.td exists; a stem belongs to one family"
    if path := place_of(rf'^def \w+ : \w+<"{stem}"', OPS):
        return f"there is an operator '{stem}' in {path}"
    row, module = rf'^def : (Function<|ArrayFunction<\w+, )"{stem}"', "\nlet module"  # what is behind it is not in ct
    path = has_row and (place_of(row, FUNCTIONS, module) or place_of(row, OPS, module))
    return path and f"there is an array function '{stem}' in {path}; name the operator otherwise, then its row"


def parsed():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--composite", action="store_true", help="it is made of primitives")
    parser.add_argument("--elementwise", action="store_true", help="of one tensor, element by element")
    parser.add_argument("--new-family", action="store_true", help="FAMILY is a folder that is made")
    parser.add_argument("family", metavar="FAMILY")
    parser.add_argument("stem", metavar="STEM")
    arguments = parser.parse_args()
    for word in (arguments.family, arguments.stem):
        if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", word):
            parser.error(f"'{word}' is not snake_case")
    _, known = calls()
    if arguments.family not in known and not arguments.new_family:
        parser.error(f"there is no family '{arguments.family}'; take one of {', '.join(known)}, "
                     "or say --new-family")
    if why := problem(arguments.stem, arguments.elementwise):
        parser.error(why)
    return arguments


def main():
    arguments = parsed()
    family, stem = arguments.family, arguments.stem
    files = {OPS / family / f"{stem}.{extension}": text for extension, text in contents(
        family, stem, "composite" if arguments.composite else "prim", arguments.elementwise).items()}
    for path in files:
        if path.exists():
            print(f"error: {path.relative_to(ROOT)} exists", file=sys.stderr)
            return 1
    (OPS / family).mkdir(exist_ok=True)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    add_to_list(family, stem)
    print(f"named {stem} in src/cotan/ops/CMakeLists.txt")
    print("next: fill in <...>, `make format`, then step 6 of \"Add an operator\" in CONTRIBUTING.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
