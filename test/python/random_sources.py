"""Random Python functions, as text: every statement and expression that `jit` compiles, nested."""

FUNCTION = '''def helper(x, scale=0.5, *, shift=0.25):
    if x > shift:
        return m.sin(x) * scale
    return x * scale + shift


def f(a, b, v, n):
    c, i, one = 0.5 + 0 * a, 0, 1 + 0 * a
    w = v * a
    p = {"s": b, "t": (a, v)}
'''


class Writer:
    """Names of one kind hold values of one type, so that branches agree: a, b, c are numbers, v and w
    vectors of three, i and n whole numbers, and p a nest."""

    def __init__(self, random):
        self.random, self.lines, self.count = random, [], 0

    def source(self):
        self.block(1, self.random.randint(4, 8), in_loop=False)
        return FUNCTION + "\n".join(self.lines) + "\n    return a * c + b + i, v + w * c\n"

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def write(self, depth, line):
        self.lines.append("    " * depth + line)

    # Expressions

    def number(self, depth=2):
        pick = self.random.choice
        if depth == 0:
            return pick([*"abcabc", "v[0]", "w[2]", "v[i % 3]", "v[-1]", 'p["s"]', 'p["t"][0]', f"({self.random.uniform(-1, 1):.3f} * one)"])
        x, y = self.number(depth - 1), self.number(depth - 1)
        forms = [x, f"m.sin({x})", f"m.tanh({x})", f"-{x}", f"abs({x})", f"({x} + {y})", f"({x} - {y})", f"{x} * {y}",
                 f"{x} / (1.5 + {y} * {y})", f"({x} if {self.condition(0)} else {y})", f"m.sum({self.vector(0)})",
                 f"helper({x})", f"helper({x}, {y})", f"helper({x}, shift={y}, scale=0.75)", f"(i * {x})",
                 f"(lambda x, y=c: x * y + a)({x})", f"sum([x * {x} for x in (0.25, 0.5, 1.0)])", f"m.where({x} > {y}, {x}, 0.5 * {y})"]
        forms += [f"m.cond({self.condition(0)}, m.sin, lambda x: x * {y}, {x})", f"m.fori_loop(0, n, lambda k, x: m.sin(x + k * c), {x})",
                  f"m.while_loop(lambda x: x > 0.1, lambda x: 0.5 * x - 0.02 * m.sin(b), {x})",
                  f"m.scan(lambda x, y: (m.sin(x * y + {y}), x), {x}, v)[0]"]
        forms += [f"({x} or {y})", f"({x} and {y})", f"max({x}, {y})", f"min({y}, a, {x})", "max(v)", "min(w)", "max(v, key=abs)", f"sum(w, {x})",
                  f"float({x}) * one", f"int(3 * {x}) * a", f"(a if any(x > {self.number(0)} for x in v) else {x})", f"({x} if all([{y} > 0, b > -0.5]) else c)",
                  f"[{x}, b][0]", f"sum(x * y for x, y in zip(v, [a, b, c]) if y is not None)"]
        return pick(forms)

    def vector(self, depth=1):
        pick = self.random.choice
        if depth == 0:
            return pick(["v", "w", 'p["t"][1]', f"m.put(v, i % 3, {self.number(0)})"])
        x, y = self.vector(depth - 1), self.number(1)
        return pick([f"m.sin({x})", f"{x} * {y}", f"({x} + {self.vector(0)})", f"m.where({x} > {y}, {x}, w)", f"{x}[::-1]",
                     f"m.stack([{y}, a, b])", f"m.tanh({x} - {y})", f"m.roll({x}, 1)"])

    def whole(self):
        return self.random.choice(["i + 1", "n - i", "(i * 2) % 5", "i // 2", "n", "2", "min(n, 3)", "max(i - 1, 0)"])

    def condition(self, depth=1):
        pick = self.random.choice
        x, y = self.number(0), f"{self.random.uniform(-0.7, 0.7):.3f}"
        simple = [f"{x} < {y}", f"{x} > {y}", f"{y} < {x} <= 0.9", "i % 2 == 0", "n > 1", "i < n", "i != 1", f"-0.8 < {x} < {self.number(0)} + 0.4"]
        if depth == 0:
            return pick(simple)
        one, two = self.condition(depth - 1), self.condition(depth - 1)
        return pick([*simple, f"not ({one})", f"{one} and {two}", f"({one} or {two})", f"m.all(v > {y}) or {one}"])

    # Statements

    def block(self, depth, count, in_loop):
        for _ in range(count):
            self.statement(depth, in_loop)

    def statement(self, depth, in_loop):
        forms = [self.assign] * 4 + [self.augment, self.swap, self.assign_vector, self.assign_vector, self.assign_whole, self.assign_nest,
                                      self.check]
        if depth < 4:
            forms += [self.branch, self.branch, self.while_loop, self.for_range, self.for_elements, self.for_pairs,
                      self.until, self.define]
        forms += [self.walrus, self.guarded, self.own_list, self.chosen]
        if depth < 4:
            forms += [self.closure, self.while_walrus]
        forms += [self.leave] if in_loop else []
        forms += [self.early] if depth > 1 else []
        self.random.choice(forms)(depth, in_loop)

    def bounded(self, number):
        return self.random.choice([f"m.sin({number})", f"m.tanh({number})", f"0.5 * m.sin({number}) + 0.1"])

    def assign(self, depth, in_loop):
        self.write(depth, f"{self.random.choice('abc')} = {self.bounded(self.number())}")

    def augment(self, depth, in_loop):
        sign = self.random.choice(["+", "-", "*"])
        self.write(depth, f"{self.random.choice('abc')} {sign}= {self.bounded(self.number(1))}")

    def swap(self, depth, in_loop):
        one, two = self.random.sample("abc", 2)
        self.write(depth, f"{one}, {two} = {two} * 0.5, {self.bounded(self.number(1))}")

    def assign_vector(self, depth, in_loop):
        self.write(depth, f"{self.random.choice('vw')} = m.sin({self.vector()})")

    def assign_whole(self, depth, in_loop):
        self.write(depth, f"i = ({self.whole()}) % 7")

    def assign_nest(self, depth, in_loop):
        self.write(depth, f'p = {{"s": {self.bounded(self.number(1))}, "t": (p["s"], m.sin({self.vector()}))}}')

    def check(self, depth, in_loop):
        self.write(depth, 'assert i < 50, "i is small"')

    def branch(self, depth, in_loop):
        self.write(depth, f"if {self.condition()}:")
        self.block(depth + 1, self.random.randint(1, 3), in_loop)
        if self.random.random() < 0.4:
            self.write(depth, f"elif {self.condition()}:")
            self.block(depth + 1, self.random.randint(1, 2), in_loop)
        if self.random.random() < 0.6:
            self.write(depth, "else:")
            self.block(depth + 1, self.random.randint(1, 2), in_loop)

    def while_loop(self, depth, in_loop):
        count = self.fresh("k")
        self.write(depth, f"{count} = 0")
        self.write(depth, f"while {count} < {self.random.choice(['4', 'n', 'i'])} and ({self.condition()}):")
        self.write(depth + 1, f"{count} += 1")
        self.block(depth + 1, self.random.randint(1, 4), in_loop=True)

    def walrus(self, depth, in_loop):
        """Sets a variable where its value may not be wanted."""
        name = self.fresh("t")
        self.write(depth, f"{name} = {self.number(0)}")
        value = f"({name} := {self.number(1)})"
        self.write(depth, f"{self.random.choice('abc')} = " + self.bounded(self.random.choice([
            f"{value} * 0.5 + {name}", f"({value} if {self.condition()} else {self.number(0)})", f"({self.number(0)} or {value})",
            f"({self.number(0)} if {self.condition()} and {value} > 0.1 else b)", f"(a if -0.9 < {self.number(0)} < {value} < 0.8 else {self.number(0)})"])))
        self.write(depth, f"{self.random.choice('abc')} = m.tanh({name} + {self.number(0)})")

    def guarded(self, depth, in_loop):
        self.write(depth, "try:")
        self.assign(depth + 1, in_loop)
        self.write(depth, "except ZeroDivisionError:")
        self.assign(depth + 1, in_loop)
        self.write(depth, "finally:")
        self.augment(depth + 1, in_loop)

    def own_list(self, depth, in_loop):
        """An object that only this turn has may change."""
        name = self.fresh("q")
        self.write(depth, f"{name} = [{self.number(1)}]")
        self.write(depth, f"{name}.append({self.number(1)})")
        self.write(depth, f"{name}[0] += {name}.pop()")
        self.write(depth, f"{self.random.choice('abc')} = {self.bounded(name + '[0]')}")

    def chosen(self, depth, in_loop):
        """A match of what is known."""
        name = self.fresh("z")
        self.write(depth, f"match {self.random.choice(['1', '2', '3'])}, {self.number(1)}:")
        for pattern in (f"1, {name}", f"2, {name} if True", f"_, *{name}"):
            self.write(depth + 1, f"case {pattern}:")
            self.write(depth + 2, f"{self.random.choice('abc')} = {self.bounded(name + '[0]' * ('*' in pattern))}")

    def closure(self, depth, in_loop):
        """A function that sets variables of the one around it, called in a branch or in turns."""
        name, count = self.fresh("g"), self.fresh("k")
        first, second = self.random.sample("abc", 2)
        self.write(depth, f"def {name}(x):")
        self.write(depth + 1, f"nonlocal {first}, {second}")
        self.write(depth + 1, f"if {self.condition(0)}:")
        self.write(depth + 2, f"{first} = {self.bounded(self.number(0) + ' + x')}")
        self.write(depth + 1, f"{second} = m.sin({second} + 0.25 * x)")
        self.write(depth + 1, f"return x > {self.number(0)}")
        self.write(depth, self.random.choice([f"if {self.condition()}:", f"for {count} in range(n):", f"if {name}(0.5 * a):"]))
        self.write(depth + 1, f"{name}({self.number(1)})")

    def while_walrus(self, depth, in_loop):
        count, name = self.fresh("k"), self.fresh("t")
        self.write(depth, f"{count} = 0")
        self.write(depth, f"while ({name} := {self.number(0)} + 0.5 * {count}) < 1.5 and {count} < n:")
        self.write(depth + 1, f"{count} += 1")
        self.block(depth + 1, self.random.randint(1, 3), in_loop=True)
        self.write(depth, "else:")
        self.write(depth + 1, f"{self.random.choice('abc')} = m.sin({name} + {count})")

    def turns(self, depth, head, value):
        """A loop that sets a number from what it runs over, and does more."""
        self.write(depth, head)
        self.write(depth + 1, f"{self.random.choice('abc')} = {value}")
        self.block(depth + 1, self.random.randint(1, 3), in_loop=True)

    def for_range(self, depth, in_loop):
        name = self.fresh("j")
        limits = self.random.choice(["3", "n", "1, 4", "n, 0, -1", "i, n", "0, 2 * n, 2"])
        self.turns(depth, f"for {name} in range({limits}):", f"m.sin({self.number(1)} + {name})")

    def for_elements(self, depth, in_loop):
        name = self.fresh("x")
        self.turns(depth, f"for {name} in {self.random.choice('vw')}:", f"m.tanh({self.number(1)} * {name})")

    def for_pairs(self, depth, in_loop):
        x, y = self.fresh("x"), self.fresh("y")
        pairs = self.random.choice(["zip(v, w)", "enumerate(w)", "zip(v[::-1], range(3))"])
        self.turns(depth, f"for {x}, {y} in {pairs}:", f"m.tanh({self.number(1)} * {x} - {y})")

    def until(self, depth, in_loop):
        count = self.fresh("k")
        self.write(depth, f"{count} = 0")
        self.write(depth, "while True:")
        self.write(depth + 1, f"{count} += 1")
        self.write(depth + 1, f"if {count} > 3 or ({self.condition()}):")
        self.write(depth + 2, "break")
        self.block(depth + 1, self.random.randint(1, 3), in_loop=True)

    def define(self, depth, in_loop):
        """Its free names are what they are when it is called."""
        name = self.fresh("g")
        self.write(depth, f"def {name}(x, y=0.5):")
        self.write(depth + 1, f"if {self.random.choice(['x > y', 'x * b < 0.2', 'not x > a'])}:")
        self.write(depth + 2, f"return m.sin(x + {self.number(0)})")
        self.write(depth + 1, f"return x * y + {self.number(0)}")
        self.write(depth, f"{self.random.choice('abc')} = m.sin({name}({self.number(1)}) + {name}(a, y=b))")

    def leave(self, depth, in_loop):
        self.write(depth, f"if {self.condition()}:")
        self.write(depth + 1, self.random.choice(["break", "continue"]))

    def early(self, depth, in_loop):
        self.write(depth, f"if {self.condition()} and ({self.condition()}):")
        self.write(depth + 1, f"return {self.bounded(self.number(1))}, {self.vector()}")
