"""Random Python functions, as text, of loops that read and update arrays: at places that count, jump, turn
around, wrap or repeat; what a turn reads may be what another has written."""

FUNCTION = """def f(x, y, a, at):
    N, K = {rows}, {columns}
    r, q, s, t, k = y * 0.5, a * 1.0, m.sum(x) * 0.01, x[0], 0
{loops}
    return r, q, s, t
"""


class Writer:
    """x and y have N numbers, a has N rows of K, and `at` has N places. r is updated like y, q like a; s and t
    are numbers, and k counts. All numbers stay small."""

    def __init__(self, random):
        self.random, self.lines, self.count = random, [], 0
        self.rows, self.columns = random.choice([70, 80, 100]), random.choice([3, 5, 66])
        self.reads_what_is_made = random.random() < 0.5  # else turns need nothing of each other

    def source(self):
        for _ in range(self.random.randint(1, 2)):
            turns = self.random.choice(["N", "N", "N - 1", "1, N", "N - 1, -1, -1", "0, N, 3"])
            self.loop(1, f"range({turns})", [], self.random.randint(1, 3))
        return FUNCTION.format(rows=self.rows, columns=self.columns, loops="\n".join(self.lines))

    def write(self, depth, line):
        self.lines.append("    " * depth + line)

    def loop(self, depth, over, indices, statements):
        self.count += 1
        index = f"i{self.count}"
        self.write(depth, f"for {index} in {over}:")
        for _ in range(statements):
            self.statement(depth + 1, [*indices, index])

    def place(self, index, size):
        forms = [index, index, index, f"{size} - 1 - {index}", f"{index} // 2", f"(2 * {index}) % {size}",
                 f"({index} + 1) % {size}", f"{index} - 1", str(self.random.randint(0, 2)), f"{index} % 3",
                 f"({index} * {index}) % {size}"]
        return self.random.choice(forms + [f"at[{index}]"] * (size == "N"))

    def entry(self, indices):
        """A row and a column, of the inner index if there is one."""
        column = self.place(indices[1], "K") if len(indices) > 1 else str(self.random.randint(0, 2))
        return f"{self.place(indices[0], 'N')}, {column}"

    def number(self, indices, depth=1):
        row = self.place(indices[0], "N")
        forms = [f"x[{row}]", f"y[{row}]", f"a[{self.entry(indices)}]", f"m.sum(a[{row}])", f"({indices[-1]} * 0.01 * x[0])"]
        if self.reads_what_is_made:
            forms += ["s", "t", f"(k * 0.1 * x[0])", f"r[{row}]", f"q[{self.entry(indices)}]", f"m.sum(q[{row}])"]
        if depth == 0:
            return self.random.choice(forms)
        one, two = self.number(indices, depth - 1), self.number(indices, depth - 1)
        return self.random.choice([one, f"m.sin({one})", f"{one} * {two}", f"({one} - {two})",
                                   f"m.where({one} > {two}, {one}, 0.5 * {two})"])

    def statement(self, depth, indices):
        kind = self.random.random()
        if kind < 0.12:
            self.write(depth, f"if {self.number(indices, 0)} > 0.1:")
            self.statement(depth + 1, indices)
            if self.random.random() < 0.5:
                self.write(depth, "else:")
                self.statement(depth + 1, indices)
        elif kind < 0.3 and len(indices) == 1:
            over = self.random.choice(["range(K)", "range(3)", f"range({indices[0]} % 4)"])
            self.loop(depth, over, indices, self.random.randint(1, 2))
        else:
            self.write(depth, self.change(indices))

    def change(self, indices):
        value, row = f"m.sin({self.number(indices)})", self.place(indices[0], "N")
        put = self.random.choice(["put", "put", "add", "add", "scale", "raise_to"])
        return self.random.choice([
            f"r = m.{put}(r, {row}, {value})", f"q = m.{put}(q, ({self.entry(indices)}), {value})",
            f"q = m.{put}(q, {row}, m.sin(a[{self.place(indices[0], 'N')}] * {value}))", f"s = s + {value}",
            f"s = 0.9 * s + {value}", f"s = m.maximum(s, {value})", f"t = {value}",
            f"t = m.where({self.number(indices, 0)} > 0, {value}, t)", "k = k + 1"])
