#!/usr/bin/python3
"""primitive_set.py COTAN: writes docs/spec/primitive_set.md, the operators everything else can be made of.

The set is stated here, by group. What each name is in this build is asked of the program; a name that is missing, or a
composite operator that does not say why it is one, is an error.
"""

import re
import subprocess
import sys

GROUPS = {
    "algebra": "add sub mul div pow sqrt rsqrt reciprocal abs sign neg square fma",
    "integer": "gcd lcm trunc floor_div remainder floor ceil round",
    "transcendental": "exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh "
                      "atanh erf erfc erfinv lgamma digamma polygamma igamma igammac betainc",
    "floating point": "frac nextafter is_nan is_inf is_finite copysign",
    "complex numbers": "complex real imag conj angle as_complex as_real",
    "comparison": "gt ge lt le eq ne maximum minimum isclose allclose",
    "logic and bits": "and or not xor shift_left shift_right",
    "types": "cast bitcast",
    "creation": "fill iota empty assign random_int random_uniform random_normal",
    "metadata": "shape size rank",
    "layout": "concat split pad reshape transpose broadcast expand tile repeat_interleave diagonal diag_embed roll flip "
              "slice slice_assign",
    "indexing": "take gather_nd scatter scatter_nd take_along_axis put_along_axis masked_select masked_fill nonzero where",
    "ordering": "sort argsort topk argmax argmin unique searchsorted",
    "reduction": "sum prod max min any all cumsum cumprod cummax cummin",
    "contraction": "matmul dot_general kron conv reduce_window",
    "linear algebra": "cholesky triangular_solve qr svd eigh eig schur lu ldl sqrtm sylvester",
    "Fourier transforms": "dft dft_r2c dft_c2r fft ifft rfft irfft",
    "control flow": "select_n if switch while for scan",
}
DIALECTS = "prim", "composite", "flow"


def operators(tool):
    """By name: the summary, and the text of the section."""
    text = subprocess.run([tool, "ops", "--markdown"], check=True, capture_output=True, text=True).stdout
    return {name: section for name, section in re.findall(r"^### `(\w+\.\w+)`\n\n(.*?)(?=^##|\Z)", text, re.M | re.S)}


def row(name, known, problems):
    found = [f"{dialect}.{name}" for dialect in DIALECTS if f"{dialect}.{name}" in known]
    if not found:
        problems.append(f"there is no operator {name}")
        return ""
    section = known[found[0]]
    summary, why = section.split("\n", 1)[0], ""
    if found[0].startswith("composite."):
        reason = re.search(r"^Composite: (.*?)\n\n", section, re.M | re.S)
        if not reason:
            problems.append(f"{found[0]} does not say why it is composite: a paragraph \"Composite: ...\" is missing")
        why = " ".join(reason[1].split()) if reason else ""
    return f"| `{found[0]}` | {summary} | {why} |"


def main():
    known, problems = operators(sys.argv[1]), []
    lines = ["# The primitive set", "",
             "Written by `make docs`; a test checks that it is current.",
             "From these every other operator and function is made.",
             "What costs nothing in compiled code when it is made of others is a composite operator, and says why."]
    for group, names in GROUPS.items():
        lines += ["", f"## {group}", "", "| operator | summary | why it is composite |", "| --- | --- | --- |"]
        lines += [row(name, known, problems) for name in names.split()]
    if problems:
        sys.exit("\n".join(problems))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
