#!/usr/bin/python3
"""The samples of all ops with sizes that no memory holds: extreme_sizes.py --tool cotan FILES

In each program one size, static or open, or one number of an attribute is 2^31, 2^40 or 2^62, beside it perhaps a 0.
Machine code, the interpreter and the derivative must end in time, with a result or an error: never by a signal."""

import argparse
import concurrent.futures
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

SIZES = (2**31, 2**40, 2**62, 2**63 - 1)
SECONDS, MEMORY = 20, 2 << 30
WAYS = ("jit", "reference", "grad")

FUNCTION = re.compile(r"^func\.func @(\w+)\((.*?)\)\s*(?:->\s*(.*?))?\s*(?:attributes \{.*?\}\s*)?\{\n(.*?)^\}",
                      re.M | re.S)
TENSOR = re.compile(r"tensor<([\dx?]*x)?(\w+)>")
ARGUMENT = re.compile(r"(%\w+): (tensor<[^>]*>)(?: \{([^{}]*)\})?")


def samples(path):
    """Name, arguments and text of each function that is no test of check's ops, without what is check's."""
    for match in FUNCTION.finditer(re.sub(r"//.*", "", path.read_text())):
        name, arguments, results, body = match.groups()
        body = "".join(line + "\n" for line in body.splitlines() if "check." not in line)
        if results and "call @" not in body:
            yield name, ARGUMENT.findall(arguments), results, body


def sizes_in(text):
    return sorted({size for dims, _ in TENSOR.findall(text) for size in dims.split("x") if size.isdigit()})


def with_sizes(text, changes):
    """The types with some sizes replaced by others."""
    def changed(match):
        dims = [changes.get(size, size) for size in (match[1] or "").split("x")]
        return f"tensor<{'x'.join(dims)}{match[2]}>"
    return TENSOR.sub(changed, text)


def input_of(element):
    return {"i1": "true"}.get(element, "1")


class Program:
    """A main function that makes the arguments, of numbers and shapes that it is given, and calls the sample."""

    def __init__(self, name, arguments, results, body):
        types = [TENSOR.fullmatch(kind) for _, kind, _ in arguments]
        self.inputs, taken, made, passed = [], [], [], []
        for i, (kind, (_, text, attributes)) in enumerate(zip(types, arguments)):
            dims, element = (kind[1] or "").split("x")[:-1], kind[2]
            shape = re.search(r"check\.shape = (\[[^\]]*\])", attributes)
            value = re.search(r"check\.value = dense<(.*)> :", attributes)
            passed.append(f"%v{i}" if dims and not value else f"%a{i}")
            if value:
                taken.append(f"%a{i}: {text}")
                self.inputs.append(value[1])
                continue
            taken.append(f"%a{i}: tensor<{element}>")
            self.inputs.append(input_of(element))
            if dims and "?" in dims:
                taken.append(f"%s{i}: tensor<{len(dims)}xi64>")
                self.inputs.append(shape[1] if shape else "[" + ", ".join(["1"] * len(dims)) + "]")
                made.append(f"  %v{i} = prim.fill %a{i} to %s{i} : tensor<{element}>, tensor<{len(dims)}xi64> "
                            f"-> {text}\n")
            elif dims:
                made.append(f"  %v{i} = prim.fill %a{i} : tensor<{element}> -> {text}\n")
        self.results = re.findall(r"tensor<[^>]*>", results)
        self.parts = name, arguments, body, taken, made, passed

    def text(self):
        name, arguments, body, taken, made, passed = self.parts
        results, listed = ", ".join(self.results), f"({', '.join(self.results)})"
        names = ", ".join(f"%r#{k}" for k in range(len(self.results)))
        kinds = ", ".join(text for _, text, _ in arguments)
        inner = ", ".join(f"{given}: {text}" for given, text, _ in arguments)
        body = re.sub(r"^(  return [^:]*: ).*$", lambda match: match[1] + results, body, flags=re.M)
        return (f"func.func @main({', '.join(taken)}) -> {listed} {{\n{''.join(made)}"
                f"  %r:{len(self.results)} = call @{name}({', '.join(passed)}) : ({kinds}) -> {listed}\n"
                f"  return {names} : {results}\n}}\n"
                f"func.func private @{name}({inner}) -> {listed} {{\n{body}}}\n")


def variants(sample):
    """The programs of a sample, each with what was changed in it."""
    name, arguments, results, body = sample
    kinds = " ".join(kind for _, kind, _ in arguments) + results + body
    known = sizes_in(kinds)
    for large in SIZES:
        for size in known:
            others = [other for other in known if other != size]
            for zeros in [[]] + [[other] for other in others]:
                changes = {size: str(large), **dict.fromkeys(zeros, "0")}
                yield (f"{name} {changes}",
                       Program(name, [(v, with_sizes(kind, changes), a) for v, kind, a in arguments],
                               with_sizes(results, changes), with_sizes(body, changes)))
        for list_ in re.finditer(r"[\[<](-?\d+(?:, -?\d+)*)[\]>]", body):
            for number in re.finditer(r"-?\d+", list_[1]):
                start = list_.start(1) + number.start()
                changed = body[:start] + str(large) + body[start + len(number[0]):]
                yield (f"{name} attribute {list_[0]} {number.start()} {large}",
                       Program(name, arguments, results, changed))
        for i, given in enumerate(Program(name, arguments, results, body).inputs):
            for number in re.finditer(r"\d+", given) if given.startswith("[") and "." not in given else ():
                front, rest = given[:number.start()], given[number.end():]
                for beside in (r"\g<0>", "0"):
                    other = Program(name, arguments, results, body)
                    other.inputs[i] = re.sub(r"\d+", beside, front) + str(large) + re.sub(r"\d+", beside, rest)
                    yield f"{name} input {i} = {other.inputs[i]}", other


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


OTHER_TYPE = re.compile(r"use of value '[^']*' expects different type than prior uses: '[^']*' vs '(tensor<[^']*)'")


def outcome(tool, program, way):
    """Nothing if it ended as it should."""
    done = run(tool, program, way)
    for _ in program.results:  # their types may be others now: the ones that the op infers
        if done and (found := OTHER_TYPE.search(done.stderr)):
            program.results[0] = found[1]
            done = run(tool, program, way)
    if done is None:
        return f"not done after {SECONDS} s"
    if done.returncode == 0 or (done.returncode == 1 and "error" in done.stderr):
        return None
    return f"exit {done.returncode}: {done.stderr[:200]}"


def run(tool, program, way):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program.text())
        file.flush()
        if way == "grad":
            command = [tool, "grad", file.name, "--entry", "main", "--of", "0", "--seed", "ones"]
        else:
            command = [tool, "run", file.name, "--entry", "main", "--backend", way]
            for given in program.inputs:
                command += ["--input", given]
        try:
            return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=SECONDS,
                                  preexec_fn=limited, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, help="how many programs to try, chosen at random (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", help="print the program of this name")
    options = parser.parse_args()
    found = [(f"{path.stem}: {what}", program, way) for path in options.files if "RUN:" not in path.read_text()
             for sample in samples(path) for what, program in variants(sample) for way in WAYS]
    if options.show:
        print(next(program.text() + "\n".join(program.inputs) for what, program, _ in found if what == options.show))
        return 0
    if options.count is not None:
        found = random.Random(options.seed).sample(found, min(options.count, len(found)))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        failures = 0
        outcomes = pool.map(lambda each: outcome(options.tool, *each[1:]), found)
        for (what, _, way), problem in zip(found, outcomes):
            if problem:
                failures += 1
                print(f"{what} ({way}): {problem}", flush=True)
    print(f"{len(found)} programs, {failures} ended as they should not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
