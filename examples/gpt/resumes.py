"""A training that is stopped and resumed ends with the very parameters of one that is not."""

import pathlib
import sys
import tempfile

import corpus
import gpt


def train(text, *options):
    return gpt.train(gpt.options_of(options), text)[1].train


def main():
    text, _ = corpus.read()
    with tempfile.TemporaryDirectory() as folder:
        whole, half, rest = (str(pathlib.Path(folder, name)) for name in ("whole", "half", "rest"))
        losses = train(text, "--steps", "4", "--save", whole)
        parts = train(text, "--steps", "2", "--save", half)
        parts += train(text, "--steps", "2", "--resume", half, "--save", rest)
        same = pathlib.Path(whole).read_bytes() == pathlib.Path(rest).read_bytes()
    print(f"losses {losses}, in two parts {parts}")
    return 0 if same and losses == parts and losses[-1] < losses[0] else "error: the trainings differ"


if __name__ == "__main__":
    sys.exit(main())
