"""The side of a comparison that is in Python: answers to what server.h does, but compiles nothing."""

import statistics
import sys
import time

import numpy as np


def inputs(path):
    with np.load(path) as file:
        return [np.array(file[key]) for key in file.files]


def seconds_of(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def serve(run, about):
    """`run()` returns arrays; `about` is said first."""
    print(about)
    print("ready", flush=True)
    for line in sys.stdin:
        word, argument = line.split()
        if word == "run":
            print(statistics.median(seconds_of(run) for _ in range(int(argument))), flush=True)
        elif word == "write":
            np.savez(argument, **{f"r{i}": np.asarray(result) for i, result in enumerate(run())})
            print("written", flush=True)
        else:
            sys.exit(f"what is {word}?")
