#!/usr/bin/python3
"""libtorch's side: torch_server.py NAME INPUTS.npz, with as many threads as OMP_NUM_THREADS says."""

import os
import pathlib
import re
import sys

import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]
import serving  # noqa: E402
import torch_programs  # noqa: E402


def blas():
    """The library that multiplies. Debian's PyTorch takes whatever BLAS there is, and the reference one
    is 25 times slower than OpenBLAS."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        found = re.search(r"/libopenblas[^/\s]*\.so\S*", file.read())
    if not found:
        sys.exit("libtorch runs without OpenBLAS, which is no comparison; see bench/packages.txt")
    return found[0][1:]


def main():
    name, input_file = sys.argv[1:]
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    run = torch_programs.prepare(name, [torch.from_numpy(x) for x in serving.inputs(input_file)])
    serving.serve(lambda: [x.detach() for x in run()], f"libtorch {torch.__version__} with {blas()}")


if __name__ == "__main__":
    main()
