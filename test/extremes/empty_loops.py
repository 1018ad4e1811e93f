#!/usr/bin/python3
"""Loops over nothing, and of tensors without elements: the shapes that machine code and the interpreter find are NumPy's.

    empty_loops.py --tool build/bin/cotan
"""

import argparse
import itertools
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

SHAPES = [(0, 3), (3, 0), (0, 0), (2, 3)]

# What a turn stacks of a slice x, a carried h and an outer w, in MLIR and in NumPy. All three are rows of one size.
ROWS = {
    "slice": ("", "%x", lambda x, h, w: x),
    "of_slice": ("%r = prim.neg %x : {row}", "%r", lambda x, h, w: -x),
    "carried": ("", "%h", lambda x, h, w: h),
    "of_carried": ("%r = prim.mul %h, %h : {row}", "%r", lambda x, h, w: h * h),
    "outer": ("", "%w", lambda x, h, w: w),
    "of_outer": ("%a = prim.neg %w : {row}\n    %r = prim.add %a, %x : {row}", "%r", lambda x, h, w: x - w),
}


class Program:
    """A function of an outer row w, a carried row h0 and a matrix xs, of loops beside each other."""

    def __init__(self, shape, is_open):
        self.shape = shape
        rows, columns = ("?", "?") if is_open else shape
        self.whole, self.row = f"tensor<{rows}x{columns}xf64>", f"tensor<{columns}xf64>"
        self.lines, self.results, self.loops = [], [], []

    def add(self, name, text, results, meaning):
        at = len(self.loops)
        self.lines.append(text.format(whole=self.whole, row=self.row, at=at))
        self.results += [(f"%{result}{at}", type) for result, type in results]
        self.loops.append((name, meaning))

    def add_scan(self, row, order):
        steps, value, meaning = ROWS[row]
        text = f"""
  %last{{at}}, %all{{at}} = flow.scan carry(%h0) over(%xs) {order} : ({{row}}, {{whole}}) -> ({{row}}, {{whole}})
  body(%h: {{row}}, %x: {{row}}) {{{{
    %next = prim.add %h, %x : {{row}}
    {steps}
    flow.yield %next, {value} : {{row}}, {{row}}
  }}}}"""

        def expected(w, h, xs):
            rows = []
            for x in xs[::-1] if order else xs:
                rows.append(meaning(x, h, w))
                h = h + x
            return h, np.array(rows[::-1] if order else rows).reshape(self.shape)

        self.add(f"scan, {row} {order}", text, [("last", self.row), ("all", self.whole)], expected)

    def add_counted(self):
        """As many turns as there are rows, each of which doubles them."""
        for kind, text in COUNTED.items():
            self.add(kind, text, [("ys", self.whole), ("last", self.row)],
                     lambda w, h, xs: (xs * 2.0 ** len(xs), h - len(xs) * w))

    def text(self):
        values, types = zip(*self.results)
        head = f"func.func @main(%w: {self.row}, %h0: {self.row}, %xs: {self.whole}) -> ({', '.join(types)}) {{"
        numbers = [f"  %{name} = prim.constant dense<{value}> : tensor<i64>"
                   for name, value in (("zero", 0), ("one", 1), ("n", self.shape[0]))]
        end = f"  return {', '.join(values)} : {', '.join(types)}\n}}\n"
        return "\n".join([head, *numbers, *self.lines, end])


COUNTED = {
    "for": """
  %ys{at}, %last{at} = flow.for %zero to %n step %one : tensor<i64> carry(%xs, %h0) : ({whole}, {row}) -> ({whole}, {row})
  body(%i: tensor<i64>, %a: {whole}, %h: {row}) {{
    %b = prim.add %a, %a : {whole}
    %g = prim.sub %h, %w : {row}
    flow.yield %b, %g : {whole}, {row}
  }}""",
    "while": """
  %k{at}, %ys{at}, %last{at} = flow.while (%zero, %xs, %h0) : (tensor<i64>, {whole}, {row}) -> (tensor<i64>, {whole}, {row})
  cond(%i: tensor<i64>, %a: {whole}, %h: {row}) {{
    %more = prim.lt %i, %n : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %i, %a, %h : tensor<i64>, {whole}, {row}
  }} body(%i: tensor<i64>, %a: {whole}, %h: {row}) {{
    %j = prim.add %i, %one : tensor<i64>
    %b = prim.add %a, %a : {whole}
    %g = prim.sub %h, %w : {row}
    flow.yield %j, %b, %g : tensor<i64>, {whole}, {row}
  }}""",
}


def failures(tool, folder):
    random = np.random.default_rng(0)
    for shape, is_open in itertools.product(SHAPES, (False, True)):
        program = Program(shape, is_open)
        for row, order in itertools.product(ROWS, ("", "reverse")):
            program.add_scan(row, order)
        program.add_counted()
        w, h, xs = random.random(shape[1]), random.random(shape[1]), random.random(shape)
        expected = [(name, value) for name, meaning in program.loops for value in meaning(w, h, xs)]
        np.savez(folder / "inputs.npz", **{"0": w, "1": h, "2": xs})
        (folder / "main.mlir").write_text(program.text())
        for backend in ("reference", "jit"):
            inputs = [f"--input={i}={folder / 'inputs.npz'}:{i}" for i in range(3)]
            subprocess.run([tool, "run", folder / "main.mlir", "--backend", backend, *inputs, "--output",
                            folder / "y.npz"], check=True, stdout=subprocess.DEVNULL)
            for (name, value), y in zip(expected, np.load(folder / "y.npz").values()):
                if y.shape != value.shape or not np.allclose(y, value):
                    yield (f"{name} of {'open' if is_open else 'known'} {shape}, {backend}: {y.shape} {y.tolist()}, "
                           f"expected {value.shape} {value.tolist()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the program cotan")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        failed = list(failures(options.tool, pathlib.Path(name)))
    print(*failed, sep="\n")
    print(f"{len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
