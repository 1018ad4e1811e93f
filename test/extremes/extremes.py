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


def run(tool, program, folder, backend, cpu):
    (folder / "main.mlir").write_text(program.text())
    np.savez(folder / "inputs.npz", **program.arguments)
    output = folder / "outputs.npz"
    environment = {**os.environ, "COTAN_CACHE": "off", **({"COTAN_CPU": cpu} if cpu else {})}
    subprocess.run([tool, "run", folder / "main.mlir", "--backend", backend, "--input", folder / "inputs.npz",
                    "--output", output], check=True, env=environment, stdout=subprocess.DEVNULL)
    return np.load(output)


def unknown_ops(tool):
    """The elementwise ops of which no meaning is stated."""
    text = subprocess.run([tool, "ops"], check=True, capture_output=True, text=True).stdout
    ops = re.findall(r"^  (\w+\.\w+) .*elementwise[.;]", text, re.MULTILINE)
    tables = (float_meanings.UNARY, float_meanings.BINARY, float_meanings.TERNARY, float_meanings.OF_TYPES,
              integer_meanings.UNARY, integer_meanings.BINARY, integer_meanings.TERNARY,
              integer_meanings.SHIFTS)
    of_complex = {"composite.complex", "composite.real", "composite.imag", "composite.conj",
                  "composite.angle"}  # complex_test.py
    return set(ops).difference(*tables, ["prim.where"], float_meanings.WITHOUT, of_complex)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the program cotan")
    parser.add_argument("--cpu", action="append", default=[], help="a lesser processor to make machine code for, too")
    options = parser.parse_args()
    failed = [f"{op}: state its meaning beside the others" for op in unknown_ops(options.tool)]
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
