#!/usr/bin/python3
"""Cotan's side, through `import cotan`: server.py NAME INPUTS.npz."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import serving  # noqa: E402
from adbench import in_cotan as adbench  # noqa: E402
from front_door import in_cotan  # noqa: E402
from functions import in_cotan as functions  # noqa: E402


def main():
    name, input_file = sys.argv[1:]
    run = (in_cotan.PROGRAMS | adbench.PROGRAMS | functions.PROGRAMS)[name](*serving.inputs(input_file))
    serving.serve(run, "cotan from Python")


if __name__ == "__main__":
    main()
