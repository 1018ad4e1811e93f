"""A training that is stopped and resumed ends with the very parameters of one that is not."""

import argparse
import pathlib
import sys
import tempfile

import gpt


def train(steps, resume, save):
    options = argparse.Namespace(steps=steps, schedule=300, resume=resume, save=save)
    return gpt.train(options)[1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        whole, half, rest = (str(pathlib.Path(folder, name)) for name in ("whole", "half", "rest"))
        losses = train(4, None, whole)
        parts = train(2, None, half) + train(2, half, rest)
        same = pathlib.Path(whole).read_bytes() == pathlib.Path(rest).read_bytes()
    print(f"losses {losses}, in two parts {parts}")
    return 0 if same and losses == parts and losses[-1] < losses[0] else "error: the trainings differ"


if __name__ == "__main__":
    sys.exit(main())
