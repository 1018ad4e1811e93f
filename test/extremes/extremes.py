#!/usr/bin/python3
"""Every elementwise op of every element type at the numbers that are extreme for it: machine code for several
processors, and the interpreter, against what the op means.

    extremes.py --tool build/bin/cotan
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import float_meanings
import integer_meanings
import numpy as np
import programs
import samples


def run(tool, program, folder, backend, cpu):
    (folder / "main.mlir").write_text(program.text())
    np.savez(folder / "inputs.npz", **program.arguments)
    output = folder / "outputs.npz"
    environment = {**os.environ, "COTAN_CACHE": "off", **({"COTAN_CPU": cpu} if cpu else {})}
    subprocess.run([tool, "run", folder / "main.mlir", "--backend", backend, "--input", folder / "inputs.npz",
                    "--output", output], check=True, env=environment, stdout=subprocess.DEVNULL)
    return np.load(output)


OF_COMPLEX = {"composite.complex", "composite.real", "composite.imag", "composite.conj", "composite.angle"}  # complex_test.py


def elementwise_ops(tool):
    text = subprocess.run([tool, "ops"], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^  (\w+\.\w+) .*elementwise[.;]", text, re.MULTILINE)).difference(float_meanings.WITHOUT, OF_COMPLEX)


def unknown_ops(ops):
    """Those of which no meaning is stated."""
    tables = (float_meanings.UNARY, float_meanings.BINARY, float_meanings.TERNARY, float_meanings.OF_TYPES,
              integer_meanings.UNARY, integer_meanings.BINARY, integer_meanings.TERNARY,
              integer_meanings.SHIFTS)
    return ops.difference(*tables, ["prim.where"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the program cotan")
    parser.add_argument("--cpu", action="append", default=[], help="a lesser processor to make machine code for, too")
    options = parser.parse_args()
    ops = elementwise_ops(options.tool)
    for op, meaning in samples.meanings().items():
        if op in ops:
            float_meanings.UNARY.setdefault(op, meaning)
    failed = [f"{op}: neither a sample with check.numpy nor test/extremes/float_meanings.py says what it means"
              for op in sorted(unknown_ops(ops))]
    with tempfile.TemporaryDirectory() as name, np.errstate(all="ignore"):
        for program in programs.all_programs():
            for backend, cpu in [("reference", None), ("jit", None), *(("jit", cpu) for cpu in options.cpu)]:
                outputs = run(options.tool, program, pathlib.Path(name), backend, cpu)
                failed += [f"{program.dtype.name}, {cpu or backend}: {text}" for text in program.differences(outputs)]
    print(*failed, sep="\n")
    print(f"{len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
