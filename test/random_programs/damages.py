"""Random changes to what a program does with its stacks. What comes out is a valid program; whether it
still runs, semantics.py tells."""

import copy

from semantics import Rejected
from syntax import Block, For, If, IsEmpty, Pop, Primitive, Push, Switch, Value, While

MOST_CHANGES = 3


def results_of(node):
    return getattr(node, "results", None) or [node.result] if not isinstance(node, Push) else []


def blocks_of(node):
    return getattr(node, "blocks", [getattr(node, name) for name in ("cond", "body")
                                    if hasattr(node, name)])


def operands_of(node):
    for name, field in vars(node).items():
        if name not in ("result", "results"):
            yield from (value for value in (field if isinstance(field, list) else [field])
                        if isinstance(value, Value))


def places(block, visible=()):
    """All places between statements, each with what can be used there."""
    visible = [*visible, *block.arguments]
    for index, node in enumerate(block.body):
        yield block, index, list(visible)
        for inner in blocks_of(node):
            yield from places(inner, visible)
        visible += [] if isinstance(node, Pop) and not node.results else results_of(node)
    yield block, len(block.body), list(visible)


def is_valid(program):
    for block, index, visible in places(program.block):
        known = set(visible)
        if index < len(block.body):
            if not known.issuperset(operands_of(block.body[index])):
                return False
        elif not known.issuperset(block.yields + [block.condition] * bool(block.condition)):
            return False
    return True


class Damage:
    def __init__(self, rng, program):
        self.rng, self.program, self.count = rng, program, 0
        self.zero, self.one = (node.result for node in program.block.body[:2])

    def fresh(self, kinds):
        self.count += len(kinds)
        return [Value(f"%new_{kind}{self.count - i}", kind) for i, kind in enumerate(kinds)]

    def nodes(self, *types):
        return [(block, index, visible) for block, index, visible in places(self.program.block)
                if index < len(block.body) and isinstance(block.body[index], types)]

    def any(self, *types):
        found = self.nodes(*types)
        if not found:
            raise Rejected("has no such op")
        return self.rng.choice(found)

    def stacks(self, visible):
        found = [value for value in visible if value.kind == "s"]
        if not found:
            raise Rejected("has no stack here")
        return found

    def pick(self, visible, kind):
        return self.rng.choice([value for value in visible if value.kind == kind])

    # Stacks that change places, are joined, doubled

    def hand_on(self):
        """A branch or loop whose results are stacks, any of those that are there."""
        block, index, visible = self.rng.choice(list(places(self.program.block)))
        stacks = self.stacks(visible)
        count = self.rng.randint(1, 3)
        some = lambda among: [self.rng.choice(among) for _ in range(count)]
        results, kind = self.fresh("s" * count), self.rng.choice([If, Switch, For, While])
        if kind is If:
            node = If(results, self.pick(visible, "b"), [Block([], [], some(stacks)) for _ in "te"])
        elif kind is Switch:
            cases = [Block([], [], some(stacks)) for _ in range(self.rng.randint(1, 3))]
            node = Switch(results, self.pick(visible, "i"), cases)
        else:
            node = self.loop(kind, visible, results, some)
        block.body.insert(index, node)
        for later in block.body[index + 1:]:
            self.rename(later, stacks, results)

    def loop(self, kind, visible, results, some):
        bounds = [self.pick(visible, "i") for _ in range(3)]
        starts, args = some(self.stacks(visible)), self.fresh("s" * len(results))
        if kind is For:
            body = Block(self.fresh("i") + args, [], some(args))
            return For(results, bounds[0], bounds[1], self.one, starts, body,
                       reverse=self.rng.random() < 0.5)
        turns, counters = self.fresh("i"), self.fresh("iii")
        [more] = self.fresh("b")
        cond = Block(counters[:1] + args, [Primitive("lt", more, [counters[0], bounds[0]])],
                     counters[:1] + (some(args) if self.rng.random() < 0.3 else args), more)
        inner = self.fresh("s" * len(results))
        body = Block(counters[1:2] + inner, [Primitive("add", counters[2], [counters[1], self.one])],
                     counters[2:] + some(inner))
        return While(turns + results, [self.zero] + starts, cond, body)

    def rename(self, node, old, new):
        """Uses other names in half of the places."""
        swap = lambda value: (self.rng.choice(new) if value in old and self.rng.random() < 0.5
                              else value)
        if hasattr(node, "stack"):
            node.stack = swap(node.stack)
        for name in ("values", "starts"):
            if hasattr(node, name):
                setattr(node, name, [swap(value) for value in getattr(node, name)])
        for block in blocks_of(node):
            for inner in block.body:
                self.rename(inner, old, new)

    def hold(self):
        """Puts a stack into a frame, and takes it off again somewhere."""
        block, index, visible = self.rng.choice(list(places(self.program.block)))
        holder, held = self.rng.choice(self.stacks(visible)), self.rng.choice(self.stacks(visible))
        [popped] = self.fresh("s")
        block.body.insert(index, Push(holder, [held]))
        after = self.rng.randint(index + 1, len(block.body))
        block.body.insert(after, Pop([popped], holder))
        for later in block.body[after + 1:]:
            self.rename(later, [held], [popped])

    def other_stack(self):
        block, index, visible = self.any(Push, Pop, IsEmpty)
        block.body[index].stack = self.rng.choice(self.stacks(visible))

    # Frames that are moved, lost, doubled

    def swap(self):
        block, index, _ = self.rng.choice(list(places(self.program.block)))
        if index + 1 >= len(block.body):
            raise Rejected("has nothing to swap")
        block.body[index:index + 2] = reversed(block.body[index:index + 2])

    def drop(self):
        block, index, _ = self.any(Push, Pop)
        del block.body[index]

    def double(self):
        block, index, _ = self.any(Push)
        block.body.insert(index, copy.copy(block.body[index]))

    def add_pair(self):
        """A frame somewhere, taken off somewhere else."""
        block, index, visible = self.rng.choice(list(places(self.program.block)))
        block.body.insert(index, Push(self.rng.choice(self.stacks(visible)), []))
        block, index, visible = self.rng.choice(list(places(self.program.block)))
        block.body.insert(index, Pop([], self.rng.choice(self.stacks(visible))))

    # Control flow that no longer mirrors

    def other_way(self):
        block, index, visible = self.any(If)
        node = block.body[index]
        if self.rng.random() < 0.5:
            node.condition = self.pick(visible, "b")
        else:
            node.blocks.reverse()

    def other_turns(self):
        block, index, visible = self.any(For)
        node = block.body[index]
        if self.rng.random() < 0.5:
            node.reverse = not node.reverse
        else:
            node.upper = self.pick(visible, "i")


def damaged(rng, program):
    """The program with one or a few changes; Rejected if none made a valid one."""
    kinds = [Damage.hand_on] * 4 + [Damage.hold, Damage.other_stack] * 2 + [
        Damage.swap, Damage.drop, Damage.double, Damage.add_pair, Damage.other_way,
        Damage.other_turns]
    damage = Damage(rng, program)
    for _ in range(rng.randint(1, MOST_CHANGES)):
        before = copy.deepcopy(damage.program)
        rng.choice(kinds)(damage)
        if not is_valid(damage.program):
            damage.program = before
    return damage.program
