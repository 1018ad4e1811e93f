#!/usr/bin/python3
"""NumPy's and SciPy's side: numpy_server.py NAME INPUTS.npz."""

import pathlib
import sys

import numpy as np
import scipy.fft

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import serving  # noqa: E402

PROGRAMS = {
    "convolve": lambda x, y: [np.convolve(x, y)],
    "fft": lambda x: [scipy.fft.fft(x)],
    "fft2": lambda x: [scipy.fft.fft2(x)],
    "histogram": lambda x: np.histogram(x, 100),
    "mask": lambda x: [x[x > 0.5]],
}


def main():
    name, input_file = sys.argv[1:]
    inputs = serving.inputs(input_file)
    serving.serve(lambda: PROGRAMS[name](*inputs), f"numpy {np.__version__}")


if __name__ == "__main__":
    main()
