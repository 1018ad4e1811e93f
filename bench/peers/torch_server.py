#!/usr/bin/python3
"""libtorch's side: torch_server.py NAME INPUTS.npz. Answers to what server.h does, but compiles nothing.
As many threads as OMP_NUM_THREADS says."""

import os
import pathlib
import re
import statistics
import sys
import time

import numpy as np
import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
import torch_programs  # noqa: E402


def blas():
    """The library that multiplies. Debian's PyTorch takes whatever BLAS there is, and the reference one
    is 25 times slower than OpenBLAS."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        found = re.search(r"/libopenblas[^/\s]*\.so\S*", file.read())
    if not found:
        sys.exit("libtorch runs without OpenBLAS, which is no comparison; see bench/packages.txt")
    return found[0][1:]


def seconds_of(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def write(path, results):
    np.savez(path, **{f"r{i}": result.detach().numpy() for i, result in enumerate(results)})


def main():
    name, input_file = sys.argv[1:]
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    with np.load(input_file) as file:
        inputs = [torch.from_numpy(np.array(file[key])) for key in file.files]
    run = torch_programs.prepare(name, inputs)
    print(f"libtorch {torch.__version__} with {blas()}")
    print("ready", flush=True)
    for line in sys.stdin:
        word, argument = line.split()
        if word == "run":
            print(statistics.median(seconds_of(run) for _ in range(int(argument))), flush=True)
        elif word == "write":
            write(argument, run())
            print("written", flush=True)
        else:
            sys.exit(f"what is {word}?")


if __name__ == "__main__":
    main()
