#!/usr/bin/python3
"""What `cotan translate` prints is run here, with NumPy, and must give what `cotan run` gives.

    forms_test.py --tool build/bin/cotan FILE.mlir...

All public functions of a file are called by one, so that a few runs of the tool are enough. The
graph is run with its lines in several orders, as their order means nothing; DOT must show the same
graph."""

import argparse
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading

import numpy as np

from block_forms import Cfg, Stack
from graph_forms import GraphEvaluator, dot_edges, edges
from lambda_forms import Anf, Cps
from mlir_text import attribute, end_of, split, type_of
from numpy_ops import Machine

EVERYTHING = "everything"


def shuffled(lines):
    return random.Random(len(lines)).sample(lines, len(lines))


RUNNERS = {"anf": [Anf], "cps": [Cps], "cfg": [Cfg], "stack": [Stack],
           "graph": [GraphEvaluator, lambda text, machine: GraphEvaluator(text, machine, shuffled),
                     lambda text, machine: GraphEvaluator(text, machine, lambda lines: lines[::-1])]}


class Function:
    """A public function of a file, as its text says it."""

    def __init__(self, text, match):
        end = end_of(text, match.end(), ")")
        self.name = match[1]
        self.arguments = [re.match(r"%\w+: ([^{]*?)\s*(\{.*\})?$", part, re.DOTALL).groups()
                          for part in split(text[match.end():end])]
        arrow = re.match(r"\s*->\s*(\((.*?)\)|\S+)", text[end + 1:], re.DOTALL)
        results = split(arrow[1].strip("()")) if arrow else []
        self.results = [result.split(" {")[0] for result in results]

    def inputs(self, generator):
        return [input_of(type_text, said or "", generator) for type_text, said in self.arguments]


def input_of(type_text, said, generator):
    """The value that cotan-check would give an argument, or a number of its range."""
    if match := re.search(r"check\.value = (dense<)", said):
        return attribute(said[match.start(1):end_of(said, match.start(1), ",}")].rstrip("}"))
    sizes, dtype = type_of(type_text)
    if match := re.search(r"check\.shape = (\[[^]]*\])", said):
        sizes = tuple(int(size) for size in attribute(match[1]))
    low, high = -1.0, 1.0
    if match := re.search(r"check\.range = \[([^]]*)\]", said):
        low, high = map(float, match[1].split(","))
    if np.issubdtype(dtype, np.floating):
        return generator.uniform(low, high, sizes).astype(dtype)
    return generator.integers(max(int(low), 0), int(high) + 1, sizes).astype(dtype)


def functions_of(text):
    plain = re.sub(r"//.*", "", text)
    heads = re.finditer(r'^ *func\.func @(\w+|"[^"]*")\(', plain, re.MULTILINE)
    return [Function(plain, match) for match in heads]


def module_of(text, functions):
    """The file and one function that calls all of it."""
    text = re.sub(r"^module \{\n(.*)\}\s*$", r"\1", text, flags=re.DOTALL)  # as the tool prints it
    arguments, calls, results = [], [], []
    for i, function in enumerate(functions):
        types = [type_text for type_text, _ in function.arguments]
        names = [f"%a{len(arguments) + k}" for k in range(len(types))]
        arguments += zip(names, types)
        made = [(f"%r{i}#{k}" if len(function.results) > 1 else f"%r{i}", type_text)
                for k, type_text in enumerate(function.results)]
        results += made
        count = f"%r{i}:{len(made)} = " if len(made) > 1 else f"%r{i} = " if made else ""
        calls.append(f"  {count}func.call @{function.name}({', '.join(names)}) : "
                     f"({', '.join(types)}) -> ({', '.join(function.results)})\n")
    returned = ", ".join(name for name, _ in results) + " : " + ", ".join(t for _, t in results)
    return (f"{text}\nfunc.func @{EVERYTHING}({', '.join(f'{n}: {t}' for n, t in arguments)}) -> "
            f"({', '.join(t for _, t in results)}) {{\n{''.join(calls)}"
            f"  return {returned if results else ''}\n}}\n")


class Program:
    """A file with that function, and what the tool makes of it."""

    def __init__(self, tool, path, folder):
        text = path.read_text(encoding="utf-8")
        self.tool, self.functions = tool, functions_of(text)
        assert self.functions, f"{path} has no function"
        self.file = pathlib.Path(folder, path.name)
        self.file.write_text(module_of(text, self.functions), encoding="utf-8")
        self.unchecked = pathlib.Path(folder, f"unchecked_{path.name}")
        plain = re.sub(r"^ *check\.(equal|close) .*", "", text, flags=re.MULTILINE)  # only the interpreter knows
        self.unchecked.write_text(module_of(plain, self.functions), encoding="utf-8")
        generator = np.random.default_rng(0)
        self.inputs = [x for function in self.functions for x in function.inputs(generator)]

    def command(self, *words):
        run = subprocess.run([self.tool, *words], text=True, capture_output=True, timeout=300)
        assert run.returncode == 0, run.stderr
        return run.stdout

    def run(self, backend):
        """The results and the lines that are printed before them."""
        files = [self.file.with_suffix(f".{backend}.{end}.npz") for end in ("in", "out")]
        np.savez(files[0], **{str(i): x for i, x in enumerate(self.inputs)})
        given = ["--input", files[0]] if self.inputs else []
        file = self.file if backend == "reference" else self.unchecked
        printed = self.command("run", file, "--entry", EVERYTHING, "--backend", backend,
                               *given, "--output", files[1])
        found = np.load(files[1])
        count = sum(len(function.results) for function in self.functions)
        return [found[f"result{i}"] for i in range(count)], re.split(r"^result0: ", printed, flags=re.MULTILINE)[0]

    def translate(self, form):
        return self.command("translate", self.file, f"--to={form}", f"--function={EVERYTHING}")

    def where(self, index):
        """The function that a result is of."""
        for function in self.functions:
            if index < len(function.results):
                return function.name
            index -= len(function.results)
        raise IndexError


def difference(program, found, expected):
    assert len(found) == len(expected), f"{len(found)} results, but {len(expected)} are expected"
    for i, (x, y) in enumerate(zip(found, expected)):
        close = (np.allclose(x, y, 1e-9, 1e-12, equal_nan=True) if np.issubdtype(y.dtype, np.floating)
                 else np.array_equal(x, y))
        assert close and np.shape(x) == y.shape and x.dtype == y.dtype, (
            f"@{program.where(i)}: found {x!r}, but `cotan run` gives {y!r}")


def words_of(printed):
    """Numbers are compared as numbers: NumPy puts other spaces between them."""
    return [float(word) if re.search(r"\d", word) else word
            for word in re.findall(r"[-\d.e+]*\d\.?|[^\s\d\[\],.]+", printed)]


def check_file(tool, path, folder):
    program = Program(tool, path, folder)
    forms = [*RUNNERS, "dot"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(program.run, ["reference", "jit"]))
        texts = dict(zip(forms, pool.map(program.translate, forms)))
    expected, printed = runs[0]
    difference(program, runs[1][0], expected)
    for form, runners in RUNNERS.items():
        for runner in runners:
            machine = Machine()
            try:
                found = runner(texts[form], machine).run(EVERYTHING, program.inputs)
                difference(program, found, expected)
                said = "\n".join(machine.printed)
                assert words_of(said) == words_of(printed), f"prints\n{said}\nand not\n{printed}"
            except Exception as error:
                raise AssertionError(f"{path.name}, --to={form}: {type(error).__name__}: {error}") from error
    shown, wanted = dot_edges(texts["dot"]), edges(texts["graph"])
    assert shown == wanted, f"{path.name}: DOT and the graph differ in {sorted(shown ^ wanted)[:5]}"
    return len(program.functions)


def gradient_of(tool, pair, folder):
    """A file with the derivatives of a function, whose code is full of stacks."""
    file, _, function = pair.rpartition(":")
    path = pathlib.Path(folder, f"gradient_of_{function}.mlir")
    subprocess.run([tool, "grad", file, "--entry", function, "--of=0", "--seed=ones", "-o", path], check=True)
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True, help="the program cotan")
    parser.add_argument("--gradient", action="append", default=[], metavar="FILE:FUNCTION",
                        help="also the file with the derivatives of this function")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    failed = checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in [*options.files, *(gradient_of(options.tool, pair, folder) for pair in options.gradient)]:
            try:
                checked += check_file(options.tool, path, folder)
            except AssertionError as error:
                failed += 1
                print(error)
    print(f"{checked} functions in all forms; {failed} files wrong")
    return 1 if failed or not checked else 0


def on_large_stack():
    """Nodes are made when they are asked for, one within the other."""
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 << 20)
    status = []
    thread = threading.Thread(target=lambda: status.append(main()))
    thread.start()
    thread.join()
    sys.exit(status[0] if status else 1)


if __name__ == "__main__":
    on_large_stack()
