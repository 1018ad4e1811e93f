"""Which of the cases that are all possible a test looks at, so that a test run takes minutes."""

import os
import zlib

THOROUGH = "COTAN_THOROUGH" in os.environ


def turn_of(*case):
    """A number that this case has in every run, and others have others."""
    return zlib.crc32(" ".join(map(str, case)).encode())


def one_of(cases, *owner):
    """One of the cases, other ones for other owners; all where the environment has COTAN_THOROUGH."""
    cases = list(cases)
    return cases if THOROUGH else [cases[turn_of(*owner) % len(cases)]]


def every(step, cases, *owner):
    """Every `step`-th of the cases, beginning at other ones for other owners; all where the environment has COTAN_THOROUGH."""
    return list(cases) if THOROUGH else list(cases)[turn_of(*owner) % step::step]
