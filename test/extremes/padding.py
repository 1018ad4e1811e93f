#!/usr/bin/python3
"""prim.pad with the largest numbers its attributes can hold: machine code and the interpreter give what Python's
integers say, or an error at the op.

    padding.py --tool build/bin/cotan
"""

import argparse
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

MOST = 2**63 - 1
AROUND = [0, 1, 2, -1, -3, MOST, -MOST, 1 - MOST, -MOST - 1, 2**62, -(2**62)]
BETWEEN = [0, 1, 2, MOST - 1, MOST, 2**62]
FEW = 64  # elements of results that are looked at


def padded(x, low, high, interior):
    """What the op means; None if there is no such tensor, or none that is looked at."""
    if min(low, high) < -MOST or interior >= MOST:
        return None
    size = (len(x) - 1) * (interior + 1) + 1 if len(x) else 0
    if not 0 <= size + low + high <= FEW:
        return None
    y = np.full(size + low + high, -1.0)
    for i, value in enumerate(x):
        if 0 <= low + i * (interior + 1) < len(y):
            y[low + i * (interior + 1)] = value
    return y


def program(kind, numbers):
    lines, results = [], []
    for i, (low, high, interior, size) in enumerate(numbers):
        lines.append(f"%y{i} = prim.pad %x with %v low [{low}] high [{high}] interior [{interior}] : tensor<{kind}xf64>")
        results.append(f"tensor<{'?' if kind == '?' else size}xf64>")
    types = ", ".join(results)
    values = ", ".join(f"%y{i}" for i in range(len(results)))
    body = "\n  ".join([*lines, f"return {values} : {types}"])
    return f"func.func @main(%x: tensor<{kind}xf64>) -> ({types}) {{\n  %v = prim.constant dense<-1.0> : tensor<f64>\n  {body}\n}}\n"


class Tool:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, text, x, backend):
        (self.folder / "main.mlir").write_text(text)
        np.save(self.folder / "x.npy", x)
        output = self.folder / "y.npz"
        command = [self.path, "run", self.folder / "main.mlir", "--backend", backend, "--max-memory", "1GiB",
                   "--input", self.folder / "x.npy", "--output", output]
        done = subprocess.run(command, capture_output=True, text=True)
        return done, None if done.returncode else list(np.load(output).values())


def failures(tool):
    for size, is_open, backend in itertools.product((0, 1, 3), (False, True), ("reference", "jit")):
        x, kind = np.arange(size) + 1.0, "?" if is_open else size
        good, bad = [], []
        for numbers in itertools.product(AROUND, AROUND, BETWEEN):
            y = padded(x, *numbers)
            (bad if y is None else good).append((*numbers, y))
        text = program(kind, [(*numbers, len(y)) for *numbers, y in good])
        done, found = tool.run(text, x, backend)
        if found is None:
            yield f"{kind} of {size}, {backend}: {done.returncode} {done.stderr[:300]}"
            continue
        for (*numbers, expected), y in zip(good, found):
            if not np.array_equal(y, expected):
                yield f"{kind} of {size}, {backend}, {numbers}: {y}, expected {expected}"
        # No size is said in the refused ones: what is wrong is wrong before the result is.
        for *numbers, _ in bad[:: max(1, len(bad) // 4)]:
            done, found = tool.run(program(kind, [(*numbers, 1)]), x, backend)
            if done.returncode != 1 or "error:" not in done.stderr:
                yield f"{kind} of {size}, {backend}, {numbers}: {done.returncode} {done.stderr[:300]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the program cotan")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        failed = list(failures(Tool(options.tool, pathlib.Path(name))))
    print(*failed, sep="\n")
    print(f"{len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
