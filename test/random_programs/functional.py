#!/usr/bin/python3
"""Random programs in which functions are values: given, returned, chosen, captured, in loops and in
recursions with fuel that decreases, and differentiated. cotan-check holds the interpreter, which keeps
them as values, machine code and finite differences against each other, and the same with all loops
and branches as functions."""

import argparse
import pathlib
import random

T, M, N = "tensor<f64>", "!map", "tensor<i64>"
TYPES = "!map = !fn.fn<(tensor<f64>) -> tensor<f64>>\n"
UNARY, BINARY = ("sin", "cos", "tanh", "neg"), ("add", "sub", "mul")
MOST_ORDER = 2  # of derivatives within derivatives: each costs precision of the differences


class Body:
    """The statements of a function or region, and the values that can be used there."""

    def __init__(self, program, floats, maps, order, depth=0):
        self.program, self.floats, self.maps = program, list(floats), list(maps)
        self.order, self.depth, self.lines = order, depth, []  # order: how often it may differentiate

    def emit(self, text, kind=None):
        """One op; the name of its value, if it has one."""
        name = self.program.fresh() if kind else None
        self.lines.append("  " * (self.depth + 1) + (f"{name} = {text}" if kind else text))
        if kind == T:
            self.floats.append(name)
        elif kind == M:
            self.maps.append(name)
        return name

    @property
    def rng(self):
        return self.program.rng

    def float(self):
        return self.rng.choice(self.floats[-4:] + self.floats[:2])

    def map(self):
        return self.rng.choice(self.maps) if self.maps and self.rng.random() < 0.7 else self.known()

    def inner(self, floats=(), maps=()):
        return Body(self.program, self.floats + list(floats), self.maps + list(maps), self.order, self.depth + 1)

    # Numbers

    def unary(self):
        return self.emit(f"prim.{self.rng.choice(UNARY)} {self.float()} : {T}", T)

    def binary(self):
        return self.emit(f"prim.{self.rng.choice(BINARY)} {self.float()}, {self.float()} : {T}", T)

    def apply(self):
        return self.emit(f"fn.apply {self.map()}({self.float()}) : {M}", T)

    def mapped(self):
        a, b = self.program.fresh(), self.program.fresh()
        self.emit(f"{a}, {b} = fn.map {self.map()}({self.float()}, {self.float()}) : ({M}, {T}, {T}) -> ({T}, {T})")
        self.floats += [a, b]

    def higher(self):
        name = self.program.higher(self.order)
        return self.emit(f"func.call @{name}({self.map()}, {self.float()}) : ({M}, {T}) -> {T}", T)

    def recursive(self):
        name = self.program.recursive(self.order)
        fuel = self.emit(f"prim.constant dense<{self.rng.randint(0, 3)}> : {N}", N)
        return self.emit(f"func.call @{name}({fuel}, {self.map()}, {self.float()}) : ({N}, {M}, {T}) -> {T}", T)

    # Functions

    def known(self):
        return self.emit(f"fn.constant @{self.program.unary()} : {M}", M)

    def closure(self):
        """Of a number."""
        return self.emit(f"fn.closure @{self.program.binary()}({self.float()}) : ({T}) -> {M}", M)

    def closure_of_map(self):
        return self.emit(f"fn.closure @{self.program.higher(self.order)}({self.map()}) : ({M}) -> {M}", M)

    def made(self):
        return self.emit(f"func.call @{self.program.maker(self.order)}({self.map()}, {self.float()}) : ({M}, {T}) -> {M}", M)

    def chosen(self):
        index = self.emit(f"prim.constant dense<{self.rng.randint(-1, 3)}> : {N}", N)
        choices = [self.map() for _ in range(self.rng.randint(1, 3))]
        return self.emit(f"fn.switch {index}, {', '.join(choices)} : {N}, {M}", M)

    def grad(self):
        if self.order == 0:
            return self.known()
        function = self.program.derivative(self.order - 1)
        return self.emit(f"fn.grad {self.emit(f'fn.closure @{function}({self.map()}) : ({M}) -> {M}', M)} wrt [0] : {M}", M)

    def pullback(self):
        if self.order == 0:
            return self.unary()
        f = self.emit(f"fn.closure @{self.program.derivative(self.order - 1)}({self.map()}) : ({M}) -> {M}", M)
        both = self.emit(f"fn.vjp {f} wrt [0] : {M}", "vjp")
        y, back = self.program.fresh(), self.program.fresh()
        self.emit(f"{y}, {back} = fn.apply {both}({self.float()}) : !fn.fn<({T}) -> ({T}, {M})>")
        self.floats.append(y)
        return self.emit(f"fn.apply {back}({self.float()}) : {M}", T)

    # Control flow

    def branch(self):
        test = self.emit(f"prim.lt {self.program.index}, {self.emit(f'prim.constant dense<{self.rng.randint(1, 4)}> : {N}', N)} : {N}", "b")
        y, f = self.program.fresh(), self.program.fresh()
        self.emit(f"{y}, {f} = flow.if {test} : tensor<i1> -> ({T}, {M}) {{")
        for end in ("} else {", "}"):
            body = self.inner()
            body.statements(self.rng.randint(1, 3))
            self.lines += body.lines
            self.emit(f"  flow.yield {body.float()}, {body.map_here(self)} : {T}, {M}")
            self.emit(end)
        self.floats.append(y)
        self.maps.append(f)

    def map_here(self, outer):
        """One of the maps, the code of a new one going into the region."""
        before = len(self.lines)
        found = self.map()
        outer.lines += self.lines[before:]
        return found

    def loop(self):
        """Carries a number and a function; a function made in a turn holds numbers only."""
        zero, turns, one = (self.emit(f"prim.constant dense<{n}> : {N}", N) for n in (0, self.rng.randint(0, 3), 1))
        y, f, i, v, g = (self.program.fresh() for _ in range(5))
        self.emit(f"{y}, {f} = flow.for {zero} to {turns} step {one} : {N} carry({self.float()}, {self.map()}) "
                  f": ({T}, {M}) -> ({T}, {M})")
        self.emit(f"body({i}: {N}, {v}: {T}, {g}: {M}) {{")
        body = self.inner([v], [g])
        start = len(body.maps)
        for _ in range(self.rng.randint(1, 3)):
            body.rng.choice([body.unary, body.binary, body.apply, body.apply, body.closure, body.known])()
        self.lines += body.lines
        following = self.rng.choice([g] + body.maps[start:])
        self.emit(f"  flow.yield {body.float()}, {following} : {T}, {M}")
        self.emit("}")
        self.floats.append(y)
        self.maps.append(f)

    def statements(self, count):
        kinds = [self.unary, self.binary, self.apply, self.apply, self.closure, self.known]
        if self.depth < 2:
            kinds += [self.higher, self.recursive, self.closure_of_map, self.made, self.chosen, self.grad,
                      self.pullback, self.branch, self.loop, self.mapped]
        for _ in range(count):
            self.rng.choice(kinds)()

    def result(self):
        """Something bounded of what was computed last."""
        return self.emit(f"prim.tanh {self.emit(f'prim.add {self.floats[-1]}, {self.float()} : {T}', T)} : {T}", T)


class Program:
    """One public function, and those it gets to. Each one that captures a function is used once: what
    captures one of its own kind has no bound."""

    def __init__(self, rng, number):
        self.rng, self.number, self.values, self.functions, self.size = rng, number, 0, [], 0

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def define(self, kind, arguments, result, order, count, maker=None):
        self.size += 1
        name = f"p{self.number}_{kind}{len(self.functions)}"
        self.functions.append(None)
        place = len(self.functions) - 1
        outer, self.index = getattr(self, "index", None), None
        names = {argument: self.fresh() for argument in arguments}
        types = {"x": T, "a": T, "f": M, "n": N}
        body = Body(self, [names[k] for k in names if types[k[0]] == T], [names[k] for k in names if types[k[0]] == M],
                    order, depth=0 if self.size < 6 else 2)
        self.index = next((names[k] for k in names if types[k[0]] == N), None)
        if self.index is None:
            self.index = body.emit(f"prim.constant dense<{self.rng.randint(0, 4)}> : {N}", N)
        returned = maker(body, names, name) if maker else None
        if not maker:
            body.statements(count)
            returned = body.result() if result == T else body.closure_of_map()
        body.emit(f"return {returned} : {result}")
        self.index = outer
        text = ", ".join(f"{names[k]}: {types[k[0]]}" for k in arguments)
        self.functions[place] = f"func.func private @{name}({text}) -> {result} {{\n" + "\n".join(body.lines) + "\n}\n"
        return name

    def unary(self):
        return self.define("unary", "x", T, 0, 2, self.short)

    def binary(self):
        return self.define("binary", "ax", T, 0, 2, self.short)

    def short(self, body, names, name):
        for _ in range(2):
            self.rng.choice([body.unary, body.binary])()
        return body.result()

    def higher(self, order):
        return self.define("higher", "fx", T, order, 2)

    def derivative(self, order):
        """A function that is differentiated: its own derivatives count."""
        return self.define("derivative", "fx", T, order, 2)

    def maker(self, order):
        return self.define("maker", "fx", M, order, 1)

    def recursive(self, order):
        def levels(body, names, name):
            n, f, x = (names[k] for k in "nfx")
            zero, one = (body.emit(f"prim.constant dense<{k}> : {N}", N) for k in (0, 1))
            more = body.emit(f"prim.lt {zero}, {n} : {N}", "b")
            y = self.fresh()
            body.emit(f"{y} = flow.if {more} : tensor<i1> -> {T} {{")
            inner = body.inner()
            inner.depth = 2
            less = inner.emit(f"prim.sub {n}, {one} : {N}", N)
            inner.apply()
            inner.statements(1)
            g = self.rng.choice([f, inner.closure()])
            r = inner.emit(f"func.call @{name}({less}, {g}, {inner.float()}) : ({N}, {M}, {T}) -> {T}", T)
            last = self.rng.choice([r, inner.emit(f"prim.add {r}, {inner.float()} : {T}", T)])
            inner.emit(f"flow.yield {last} : {T}")
            body.lines += inner.lines
            body.emit("} else {")
            end = body.inner()
            end.emit(f"flow.yield {end.emit(f'fn.apply {f}({x}) : {M}', T)} : {T}")
            body.lines += end.lines
            body.emit("}")
            return y

        return self.define("recursive", "nfx", T, order, 0, levels)

    def main(self):
        body = Body(self, ["%x", "%y"], [], MOST_ORDER)
        self.index = "%n"
        body.statements(self.rng.randint(4, 8))
        body.emit(f"return {body.result()} : {T}")
        value = self.rng.randint(0, 4)
        return ("".join(self.functions) + f"func.func @functional_{self.number}(%x: {T}, %y: {T}, "
                f"%n: {N} {{check.value = dense<{value}> : {N}, check.lanes = dense<{[value, 0, 3]}> : tensor<3xi64>}}) -> {T} attributes {{check.order = 2, check.f64_only}} {{\n"
                + "\n".join(body.lines) + "\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    programs = [Program(random.Random(f"{options.seed}/{i}"), i).main() for i in range(options.count)]
    options.output.write_text(TYPES + "\n".join(programs), encoding="utf-8")


if __name__ == "__main__":
    main()
