"""What else happens in a branch or a turn than that variables are set: it happens as often as in Python, or is refused at
its line. A line that ends in `#!` is where the error must be."""

import pathlib
import tempfile
import unittest

from meaning import Outcome, load

import cotan as ct

HEADER = '''import array, bisect, collections, contextlib, copy, dataclasses, datetime, functools, heapq, io, itertools, operator, random, sys, time
import numpy as np
import cotan as ct

TOTAL, SEEN, LEVELS = 0, [], {"low": [1]}


class Counter:
    made = 0
    __slots__ = ("n", "__dict__")

    def __init__(self):
        self.n = 0

    def tick(self):
        self.n += 1  #tick
        return self.n

    @property
    def next(self):
        self.n += 1  #property
        return self.n

    def __add__(self, other):
        self.n += 1  #add
        return other

    def __getitem__(self, key):
        self.n += 1  #item
        return key

    def __enter__(self):
        self.n += 1  #enter

    def __exit__(self, *_):
        pass

    @classmethod
    def count(cls):
        cls.made += 1  #class
        return 1


class Cached:
    @functools.cached_property
    def slow(self):
        return 2.0


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.0


def bump():
    global TOTAL
    TOTAL += 1  #global
    return 1


def note(x):
    SEEN.append(1)  #append
    return x


def remember(x, held=[]):
    held.append(1)  #default
    return x


def squares():
    for k in range(10):
        yield k * k


def leave(x):
    try:
        return note(x)
    except TypeError:
        return x


counter, steps, queue, point = Counter(), iter(range(100)), collections.deque(range(50)), Point(1.0)
tick, generator, random_state = counter.tick, np.random.default_rng(0), random.Random(0)
cached, partial = Cached(), functools.partial(operator.setitem, LEVELS, "low")


def f(x):
    r, made, it, numbers, grid = x * 0, Counter(), iter([1.0, 2.0, 3.0, 4.0]), [3.0, 1.0, 2.0], np.ones(3)
    same, words, total, bits = numbers, {"k": 1.0}, 0.0, bytearray(b"abc")
'''
CONTEXTS = ['''    if x > 1:
        {0}  #!
    return r
''', '''    while x < 10:
        x = x * 2
        {0}  #!
    return r, x
''', '''    for k in range(3):
        if x > k:
            {0}  #!
    return r
''', '''    def part(x):
        r = 0.0
        {0}  #!
        return x
    r = x if x > 1 and part(x) > 0 else -x
    return r
''']
# An effect of each line; with the mark of the line that it is, if that is another one.
EFFECTS = '''r = r + made.tick() #tick
r = r + counter.tick() #tick
r = r + tick() #tick
r = r + made.next #property
r = made + r #add
r = r + made[0] #item
r = r + made.count() #class
r = r + bump() #global
r = note(r) #append
r = leave(r) #append
r = remember(r) #default
r = r + list(map(note, [1.0]))[0] #append
r = r + max([1.0, 2.0], key=note) #append
r = r + functools.reduce(lambda a, b: note(b), [1.0, 2.0]) #append
r = r + next(it)
r = r + next(steps)
r = r + next(zip(it, it))[0] #?
r = r + sum(it) #?
r = r + [v for v in it][0] #?
r = r + queue.popleft()
r = r + heapq.heappop(numbers)
r = r + numbers.pop()
r = r + words.pop("k")
r = r + words.setdefault("l", 1.0)
r = r + len([bisect.insort(numbers, 2.0)])
r = r + len([numbers.sort()])
r = r + len([same.append(r)])
r = r + len([setattr(made, "n", 5)])
r = r + len([delattr(point, "y")])
r = r + len([partial([1, 2])])
r = r + len([vars(made).update(m=3)])
r = r + len([LEVELS["low"].extend([1])])
r = r + len([bits.append(1)])
r = r + len([grid.fill(2.0)])
r = r + len([np.add(grid, 1.0, out=grid)])
r = r + random.random()
r = r + random_state.random()
r = r + random.choice([1.0, 2.0])
r = r + np.random.rand()
r = r + generator.normal()
r = r + time.time()
r = r + time.perf_counter()
r = r + datetime.datetime.now().year
r = r + len([sys.stdout.write("x")])
r = r + len(input())
made.n = 1; r = r + 1
made.n += 1; r = r + 1
made.other = r
words["k"] = r
del words["k"]; r = r + 1
numbers[0] = 5.0; r = r + 1
numbers += [1.0]; r = r + 1
grid += 1.0; r = r + grid[0]
grid[0] = 7.0; r = r + 1
same.append(1.0); r = r + 1
other = same; other.append(1.0); r = r + 1
SEEN[:] = [1]; r = r + 1
Counter.made = 9; r = r + 1
with made: r = r + 1 #enter
for made.n in range(2): r = r + 1'''
# These happen to what nobody else sees, or as often as Python says.
FINE = '''own = Counter(); own.tick(); r = r + own.n
own = []; own.append(r); own.append(x); r = r + own[1] * len(own)
own = {}; own["k"] = x; own.update(l=1.0); r = r + own.pop("k") + own["l"]
own = list(numbers); own.sort(); own[0] += x; r = r + own[0] + own.pop()
own = iter([x, 2.0]); r = r + next(own) * next(own)
own = np.zeros(2); own[0] = 5.0; own += 1.0; r = r + float(own[0])
own = collections.deque([x, 1.0]); own.rotate(1); r = r + own.popleft()
own = copy.copy(numbers); heapq.heapify(own); r = r + heapq.heappop(own)
own = Point(x); own.y = own.x + 1; setattr(own, "z", own.y); r = r + own.z
own = [[], []]; own[0].append(x); r = r + own[0][0]
own = random.Random(3); r = r + own.random()
own = np.random.default_rng(3); r = r + own.normal()
numbers = numbers + [1.0]; numbers = numbers[:3]; r = r + numbers[0]
words = {**words, "k": words["k"] + 1.0}; r = r + words["k"]
point2 = dataclasses.replace(point, x=x); r = r + point2.x
r = r + cached.slow
print(x); r = r + x
assert x > -100; r = r + x'''
# Iterators that a loop leaves at a value.
LEFT = '''it
enumerate(it)
zip(it, numbers)
squares()
(v for v in numbers)
map(note, numbers)
itertools.chain(it, numbers)'''


def needs_the_function(statement):
    """Whether it sets variables of the function, or is no simple statement."""
    return statement.startswith(("with", "for", "numbers +=", "grid +="))


class Effects(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def line_of(self, text, mark):
        return next(i + 1 for i, line in enumerate(text.splitlines()) if line.endswith(f" #{mark}"))

    def test_effects_are_refused_where_they_are(self):
        for line in EFFECTS.splitlines():
            statement, _, mark = line.partition(" #")
            for context in CONTEXTS[:3] if needs_the_function(statement) else CONTEXTS:
                text = HEADER + context.format(statement)
                with self.subTest(statement=statement, context=context):
                    module = load(self.folder, text)
                    found = Outcome(ct.jit(module.f), [ct.array(1.5)])
                    self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))
                    if mark != "?":  # an iterator cannot go back, to see where it went on
                        self.assertIn(f"{module.__name__}.py:{self.line_of(text, mark or '!')}: ", str(found.error))

    def test_what_nobody_sees_may_change(self):
        for statement in FINE.splitlines():
            for context in CONTEXTS[:3]:
                with self.subTest(statement=statement, context=context):
                    module = load(self.folder, HEADER + context.format(statement))
                    for x in (0.5, 1.5, 20.0):
                        given = [ct.array(x)]
                        found, expected = Outcome(ct.jit(module.f), given), Outcome(module.f, given)
                        self.assertTrue(found.same(expected), f"compiled: {found}\neager: {expected}")

    def test_loops_as_functions_refuse_them_too(self):
        for call in ("ct.cond(x > 0, note, lambda x: x, x)", "ct.fori_loop(0, 3, lambda k, x: note(x), x)",
                     "ct.while_loop(lambda x: note(x) < 3, lambda x: x + 1, x)", "ct.while_loop(lambda x: x < 3, lambda x: note(x) + 1, x)",
                     "ct.scan(lambda c, y: (note(c), y), x, ct.ones(3))", "ct.switch(0, [note, lambda x: x], x)", "ct.map(note, ct.ones(3) * x)"):
            with self.subTest(call=call):
                text = HEADER + f"    return {call}\n"
                module = load(self.folder, text)
                found = Outcome(ct.jit(module.f), [ct.array(1.5)])
                self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))
                self.assertIn(f"{module.__name__}.py:{self.line_of(text, 'append')}: ", str(found.error))

    def test_iterators_are_not_left_where_nobody_knows(self):
        for iterable in LEFT.splitlines():
            text = HEADER + f"    for v in {iterable}:  #!\n        if x > 1:\n            break\n        r = r + 1\n    return r, sum(it)\n"
            with self.subTest(iterable=iterable):
                module = load(self.folder, text)
                found = Outcome(ct.jit(module.f), [ct.array(0.5)])
                self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))

    def test_objects_are_as_before_after_a_refusal(self):
        module = load(self.folder, HEADER + CONTEXTS[0].format("counter.tick(); note(x); LEVELS['low'] = x"))
        for _ in range(2):
            self.assertIsNotNone(Outcome(ct.jit(module.f), [ct.array(1.5)]).error)
        self.assertEqual((module.counter.n, module.LEVELS), (0, {"low": [1]}))

    def test_closures_that_assign_are_compiled(self):
        def f(x):
            total, last = 0.0, x

            def add(y):
                nonlocal total, last
                if y > 2:
                    total = total + y
                last = y

            while x < 10:
                add(x)
                x = x * 2
            if x > 12:
                add(-x)
            return total, last

        for x in (1.0, 1.5, 7.0, 20.0):
            expected = f(ct.array(x))
            self.assertEqual([float(y) for y in ct.jit(f)(x)], [float(y) for y in expected])

    def test_nothing_catches_what_cannot_be_compiled(self):
        for handler in ("except TypeError", "except Exception as problem", "except", "except (ValueError, ct.Error, TypeError)"):
            text = HEADER + f"    try:\n        if x > 1:\n            r = note(r)\n    {handler}:\n        r = r - 1\n    return r\n"
            module = load(self.folder, text)
            found = Outcome(ct.jit(module.f), [ct.array(1.5)])
            self.assertTrue(found.is_refusal(module.__name__ + ".py"), repr(found))


if __name__ == "__main__":
    unittest.main()
