#!/usr/bin/python3
"""Many processes compile few programs with one cache that is too small for them."""

import os
import pathlib
import subprocess
import sys

SIZE = 6000  # three or four of them; one, where a sanitizer watches them
PROGRAM = """func.func @main(%x: tensor<?xf64>) -> tensor<f64> {{
  %c = prim.constant dense<{}.0> : tensor<f64>
  %sum = prim.sum %x axes [0] : tensor<?xf64>
  %y = prim.mul %sum, %c : tensor<f64>
  return %y : tensor<f64>
}}"""


def start(i, environment):
    process = subprocess.Popen(["cotan", "run", "-", "--input", "[1, 2]"], env=environment, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(PROGRAM.format(i % 5))
    process.stdin.close()
    return process


def main():
    folder = pathlib.Path(sys.argv[1])
    environment = {**os.environ, "COTAN_CACHE": "on", "COTAN_CACHE_DIR": str(folder),
                   "COTAN_CACHE_SIZE": str(SIZE)}
    for _ in range(5):
        processes = [start(i, environment) for i in range(8)]
        for i, process in enumerate(processes):
            printed = process.stdout.read()
            expected = f"result0: f64[] = {3.0 * (i % 5)}\n"
            assert process.wait() == 0 and printed == expected, printed
    sizes = {entry.name: entry.stat().st_size for entry in folder.iterdir()}
    assert 0 < sum(sizes.values()) <= SIZE, sizes
    assert all(name.endswith("timestamp") or "." not in name for name in sizes), "unfinished files"


if __name__ == "__main__":
    main()
