#!/usr/bin/python3
"""Compile time against the size of a program and the trip count of a loop.

Cold is without what earlier runs left behind, warm with the program in the cache on disk. Both are
the medians of a few runs, in one table, on one machine: compare the numbers with each other.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import tempfile

from programs import straight_line

RUNS = 3
LOOP = """func.func @main(%x: tensor<f64>, %c: tensor<f64>) -> tensor<f64> {{
  %n = prim.constant dense<{trips}> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %zero = prim.constant dense<0> : tensor<i64>
  %y = flow.for %zero to %n step %one : tensor<i64> carry(%x) : (tensor<f64>) -> (tensor<f64>)
  body(%i: tensor<i64>, %a: tensor<f64>) {{
    %b = prim.mul %a, %c : tensor<f64>
    %d = prim.tanh %b : tensor<f64>
    flow.yield %d : tensor<f64>
  }}
  return %y : tensor<f64>
}}
"""


def compile_seconds(cotan, program, inputs, cache):
    """What `cotan run --timing` says of compiling, reading and linking included."""
    command = [cotan, "run", program, "--timing"]
    for value in inputs:
        command += ["--input", value]
    run = subprocess.run(command, check=True, text=True, stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, env={**os.environ, **cache})
    return float(re.search(r"([\d.]+) \([^)]*\)\s+compile$", run.stderr, re.MULTILINE)[1])


def measure(cotan, text, inputs, folder):
    """Medians of cold and warm seconds."""
    program = folder / "program.mlir"
    program.write_text(text)
    off, on = {"COTAN_CACHE": "off"}, {"COTAN_CACHE": "on", "COTAN_CACHE_DIR": str(folder / "cache")}
    cold = [compile_seconds(cotan, program, inputs, off) for _ in range(RUNS)]
    compile_seconds(cotan, program, inputs, on)
    warm = [compile_seconds(cotan, program, inputs, on) for _ in range(RUNS)]
    return statistics.median(cold), statistics.median(warm)


def executable(path):
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        raise argparse.ArgumentTypeError(f"{path} is no program; build it first (make)")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cotan", type=executable, help="the program, build/bin/cotan")
    cotan = parser.parse_args().cotan
    sizes = [1000, 3000, 10000, 30000, 100000]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print(f"{'program':>24} {'cold ms':>10} {'us/op':>8} {'warm ms':>10} {'us/op':>8}")
        for element, value in (("f64", "0.5"), ("64xf32", "uniform:1")):
            for ops in sizes:
                cold, warm = measure(cotan, straight_line.program(ops, element), [value, value], folder)
                print(f"{f'{ops} ops of {element}':>24} {cold * 1e3:10.1f} {cold * 1e6 / ops:8.2f} "
                      f"{warm * 1e3:10.1f} {warm * 1e6 / ops:8.2f}", flush=True)
        for trips in (1, 1000, 1000000):
            cold, warm = measure(cotan, LOOP.format(trips=trips), ["0.5", "0.9"], folder)
            print(f"{f'loop of {trips} trips':>24} {cold * 1e3:10.1f} {'':8} {warm * 1e3:10.1f}")


if __name__ == "__main__":
    main()
