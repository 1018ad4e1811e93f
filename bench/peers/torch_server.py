#!/usr/bin/python3
"""libtorch's side: torch_server.py NAME INPUTS.npz. Answers to what server.h does, but compiles nothing.
As many threads as OMP_NUM_THREADS says."""

import os
import pathlib
import statistics
import sys
import time

import numpy as np
import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parent))
import torch_programs  # noqa: E402


def check_blas():
    """Debian's PyTorch runs on whatever BLAS there is; the reference one multiplies 25 times slower."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        if "openblas" not in file.read():
            sys.exit("libtorch runs without OpenBLAS, which is no comparison; see bench/packages.txt")


def seconds_of(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def write(path, results):
    np.savez(path, **{f"r{i}": result.detach().numpy() for i, result in enumerate(results)})


def main():
    name, input_file = sys.argv[1:]
    check_blas()
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    with np.load(input_file) as file:
        inputs = [torch.from_numpy(np.array(file[key])) for key in file.files]
    run = torch_programs.prepare(name, inputs)
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
