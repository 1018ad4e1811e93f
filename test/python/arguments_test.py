#!/usr/bin/python3
"""Every public function with every kind of argument in every place: it answers, or refuses with an error of ours that
names the function. Processes of their own make the calls, so that one that crashes or hangs is reported by its name."""

import ast
import inspect
import json
import os
import re
import resource
import select
import subprocess
import sys
import unittest

import cotan as ct
import numpy as np
from calls import KEYWORDS, SQUARE, calls
from sampled import every

PROCESSES = 2
SECONDS = 20  # for one call
MEMORY = 5 << 30

# What may be said in an argument's place, as Python's text, so that a report can be run again.
KINDS = """
ct.ones((2, 2)) | ct.array(1) | ct.ones(0) | ct.ones((1, 1, 1, 1, 1), 'int32') | LEAKED | np.ones(3) | np.ones((2, 2))[::2] |
np.float32(1.5) | np.int64(1) | np.bool_(True) | np.array(['a']) | np.array([None]) | np.array(1j) | None | 'a' | '' | b'ab' |
object() | Other() | {} | {'a': 1} | [] | () | [1] | (0, 0) | [[1, 2], [3, 4]] | [None] | ['a'] | [ct.ones(2), 'a'] | 1.5 |
-1 | -7 | 0 | 1 | 3 | True | 1j | float('nan') | float('inf') | -2**63 | 2**63 | 2**64 | 2**62 | 2**31 | (2**62, 4) |
slice(None) | slice('a') | ... | range(2) | iter([1]) | len | int | Exploding() | ct
"""


# Sizes beyond all memory are not asked for here: these are not given to parameters that say how large a result is.
HUGE = {"2**62", "2**31", "(2**62, 4)", "-2**63"}
SIZES = set("""shape new_shape N M n m num count minlength length size num_classes repeats reps pad_width bins dimensions k
    slice_sizes window_shape indices_or_sections start stop step offset args decimals minval maxval seed dtype
    lhs_dilation rhs_dilation window_strides strides padding stat_length output_size heads queries keys""".split())

# Right arguments of functions of tensors alone, which other tests give them.
NUMBERS = set("""ct.array(1) np.float32(1.5) np.int64(1) 1.5 -1 -7 0 1 3 True float('inf') np.ones(3)""".split()) | {"np.ones((2, 2))[::2]", "ct.ones((2, 2))"}


class Other:
    """Of no kind that a function may know."""


class Exploding:
    """Whatever is asked of it fails."""

    def fail(self, *_, **__):
        raise ZeroDivisionError

    __index__ = __int__ = __float__ = __array__ = __iter__ = __len__ = __bool__ = __getattr__ = fail


# Words of what is inside, which no user should read.
INSIDE = re.compile(r"\b(prim|composite|flow)\.\w|tensor<|Unable to cast|incompatible function|-922337203685477(?!5808)|\boperand #|'op\b")
ALLOWED = (TypeError, ValueError, IndexError, ct.Error)


# Functions of functions, which say what those say.
OF_FUNCTIONS = {"ct.lax.associative_scan", "ct.apply_along_axis", "ct.map", "ct.associative_scan", "ct.apply_over_axes", "ct.fromfunction", "ct.piecewise"}
# They are written in Python, which says itself what is missing.
IN_PYTHON = {"ct.shape", "ct.ndim", "ct.size", "ct.stop_gradient", "ct.finfo", "ct.iinfo", "ct.can_cast", "ct.isdtype",
             "ct.result_type", "ct.array_repr", "ct.array_str", "ct.copy", "ct.device_get", "ct.device_put", "ct.einsum_path",
             "ct.frombuffer", "ct.fromiter", "ct.isscalar", "ct.issubdtype", "ct.iterable", "ct.ix_",
             "ct.block", "ct.iscomplexobj", "ct.isrealobj", "ct.random.clone", "ct.random.key_data", "ct.random.key_impl",
             "ct.random.wrap_key_data"}


# What may be right, so that it is compiled. Each parameter has a sixth of them, other parameters and functions others.
MAYBE = NUMBERS | set("""ct.ones(0) LEAKED np.int64(1) np.bool_(True) np.array(1j) [1] range(2) 1j float('nan')""".split()) | {
    "ct.ones((1, 1, 1, 1, 1), 'int32')", "(0, 0)", "[[1, 2], [3, 4]]"}


def kinds_for(name, parameter):
    maybe = every(6, (kind for kind in kinds() if kind in MAYBE), name, parameter)
    return [kind for kind in kinds() if kind not in MAYBE or kind in maybe]


def kinds():
    return [kind.strip() for kind in KINDS.replace("\n", " ").split("|")]


def cases():
    """Names and what is called: kinds in every parameter, too few arguments and too many."""
    for name, function, row in calls():
        if name in OF_FUNCTIONS:
            continue
        parameters = list(inspect.signature(function).parameters.values())
        for place, parameter in enumerate(parameters):
            by_place = parameter.kind is not parameter.KEYWORD_ONLY and place <= len(row)
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) and not by_place:
                continue
            for kind in kinds_for(name, parameter.name):
                if kind in NUMBERS and all("TensorLike" in str(p.annotation) for p in parameters):
                    continue
                if kind not in HUGE or not (parameter.name in SIZES or name.startswith("ct.random")):
                    yield name, function, row, place if by_place else parameter.name, kind
        for count in range(len(row)):
            yield name, function, row[:count], None, ""
        yield name, function, (*row, *[1] * (len(parameters) + 1)), None, ""
        yield name, function, row, "nothing", "1"


def shown(case):
    name, _, row, place, kind = case
    how = f"with {kind} as {place!r}" if kind else f"with {len(row)} arguments"
    return f"{name} {how}"


def attempt(case, scope):
    """What is wrong with what the call did, if anything."""
    name, function, row, place, kind = case
    args, keywords = list(row), {}
    if isinstance(place, int):
        args[place:place + 1] = [eval(kind, scope)]
    elif place:
        keywords[place] = eval(kind, scope)
    try:
        function(*args, **keywords)
    except ALLOWED as error:
        text = str(error)
        if name in IN_PYTHON and re.search(rf"^{name.split('.')[-1]}\(\) |array of|cannot be a tensor|does not fit in", text):
            return None
        if not isinstance(error, (ct.Error, ct.TypeError, ct.ValueError, ct.IndexError)):
            return f"{type(error).__name__} of another: {text}"
        if INSIDE.search(text):
            return f"words of the inside: {text}"
        if not re.match(r"[^ ]*arguments_test\.py:\d+: ", text):
            return f"no line: {text}"
        public = name if name.startswith("ct.") else "x." + name.split(".")[-1]
        if not re.match(rf"[^ ]*arguments_test\.py:\d+: {re.escape(public)}: ", text):
            return f"not its name: {text}"
    except ZeroDivisionError:
        return None if "Exploding" in kind else "ZeroDivisionError"
    except BufferError:
        return None if name == "ct.from_dlpack" else "BufferError"  # the other library's
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return None


def work():
    """Makes the calls whose numbers are on the input, and says what became of each."""
    with open("/proc/self/statm", encoding="ascii") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()  # a sanitizer's is more than there is
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    kept = []
    ct.jit(lambda x: kept.append(x * 2) or x)(1.0)
    scope = {"ct": ct, "np": np, "LEAKED": kept[0], "Other": Other, "Exploding": Exploding}
    every = list(cases())
    for line in sys.stdin:
        for i in range(*json.loads(line)):
            print(json.dumps([i, attempt(every[i], scope)]), flush=True)
        print("null", flush=True)


class Worker:
    """A process that makes calls; it is replaced when it dies."""

    def __init__(self):
        self.left = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([sys.executable, __file__, "--work"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)

    def give(self, first, last):
        self.left = [first, last]
        if first < last:
            self.process.stdin.write(json.dumps(self.left).encode() + b"\n")

    def is_idle(self):
        return self.left is None or self.left[0] >= self.left[1]

    def stop(self):
        self.process.kill()
        self.process.communicate()


def run(report):
    """Makes all calls; `report` gets the number of each that went wrong, and how."""
    total, block = len(list(cases())), 200
    blocks = [(i, min(i + block, total)) for i in range(0, total, block)]
    workers = [Worker() for _ in range(PROCESSES)]

    def died(worker, how):
        report(worker.left[0], how)
        left = worker.left
        worker.stop()
        worker.start()
        worker.give(left[0] + 1, left[1])

    while blocks or not all(w.is_idle() for w in workers):
        for worker in workers:
            if worker.is_idle() and blocks:
                worker.give(*blocks.pop(0))
        busy = {w.process.stdout: w for w in workers if not w.is_idle()}
        ready = select.select(list(busy), [], [], SECONDS)[0]
        for worker in [busy[pipe] for pipe in ready] or list(busy.values()):
            line = worker.process.stdout.readline() if ready else None
            if line == b"null\n":
                worker.left[0] = worker.left[1]
            elif line:
                i, problem = json.loads(line)
                worker.left[0] = i + 1
                if problem:
                    report(i, problem)
            else:
                died(worker, f"it crashed ({worker.process.wait()})" if ready else "it hangs")
    for worker in workers:
        worker.stop()


class Arguments(unittest.TestCase):
    def test_every_function_with_every_kind(self):
        every, problems = list(cases()), []
        self.assertGreater(len(every), 10000)
        run(lambda i, problem: problems.append(f"{shown(every[i])}: {problem}"))
        self.assertEqual(problems, [], "\n".join(problems))


if __name__ == "__main__":
    work() if "--work" in sys.argv else unittest.main()
