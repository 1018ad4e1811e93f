"""Runs the graph in any order of its lines, and reads the same graph from DOT."""

import functools
import re

from mlir_text import operation, split
from numpy_ops import constant

HEAD = re.compile(r"graph (\w+)(?: in (\w+))? \{")
NODE = re.compile(r"%(\d+) = (.*?)(?: after %(\d+))?")
RETURN = re.compile(r"return\((.*?)\)(?: after %(\d+))?")
APPLY = re.compile(r"apply %(\d+)\((.*?)\) : .*")
CHOICE = re.compile(r"(switch|case)\((.*)\)")
REFERENCE = re.compile(r"%(\d+)(?:#(\d+))?")


@functools.cache
def references(text):
    """`%1, %2#1` as pairs of numbers."""
    return [(match[1], int(match[2] or 0)) for match in map(REFERENCE.fullmatch, split(text))]


class Graph:
    def __init__(self, name, around):
        self.name, self.around = name, around
        self.nodes, self.after, self.parameters = {}, {}, []
        self.results, self.last = [], None


def parse(text, order=lambda lines: lines):
    """The graphs by name; `order` says in which order the lines of each come. Parameters are told
    apart by their numbers."""
    graphs = {}
    for block in filter(None, text.split("}\n")):
        lines = [line.strip() for line in block.strip().splitlines()]
        graph = Graph(*HEAD.fullmatch(lines[0]).groups())
        graphs[graph.name] = graph
        for line in order(lines[1:]):
            if match := RETURN.fullmatch(line):
                graph.results, graph.last = references(match[1]), match[2]
                continue
            number, content, after = NODE.fullmatch(line).groups()
            graph.nodes[number], graph.after[number] = content, after
            if content.startswith("parameter "):
                graph.parameters.append(number)
        graph.parameters.sort(key=int)
    return graphs


class Frame:
    """One run of a graph: what its nodes have become, and the run of the graph around it."""

    def __init__(self, graph, around):
        self.graph, self.around, self.made = graph, around, {}

    def holding(self, node):
        frame = self
        while node not in frame.graph.nodes:
            frame = frame.around
            assert frame, f"%{node} is in no graph around"
        return frame


class GraphEvaluator:
    def __init__(self, text, machine, order=lambda lines: lines):
        self.graphs, self.machine = parse(text, order), machine

    def run(self, name, inputs):
        return self.call((self.graphs[name], None), inputs)

    def call(self, function, arguments):
        graph, around = function
        frame = Frame(graph, around)
        frame.made = {node: [value] for node, value in
                      zip(graph.parameters, arguments, strict=True)}
        if graph.last:
            self.node(graph.last, frame)
        return [self.value(result, frame) for result in graph.results]

    def value(self, result, frame):
        return self.node(result[0], frame)[result[1]]

    def node(self, number, frame):
        """What a node has become, made now if nobody has asked before."""
        frame = frame.holding(number)
        if number not in frame.made:
            if before := frame.graph.after[number]:
                self.node(before, frame)
            frame.made[number] = self.make(frame.graph.nodes[number], frame)
        return frame.made[number]

    def make(self, content, frame):
        word, _, rest = content.partition(" ")
        if word == "value":
            return [constant(rest)]
        if word == "function":
            return [self.closure(self.graphs[rest], frame)]
        if match := APPLY.fullmatch(content):
            arguments = [self.value(each, frame) for each in references(match[2])]
            return self.call(self.node(match[1], frame)[0], arguments)
        if match := CHOICE.fullmatch(content):
            chooser, *functions = [self.value(each, frame) for each in references(match[2])]
            if match[1] == "switch":
                return [functions[0 if chooser else 1]]
            return [functions[min(max(int(chooser), 0), len(functions) - 1)]]
        found = operation(content)
        inputs = references(", ".join(found.operands))
        return self.machine.run(found, [self.value(each, frame) for each in inputs])

    @staticmethod
    def closure(graph, frame):
        """With the run of the graph that it is in, by name: its own loop may be within it."""
        while frame and frame.graph.name != graph.around:
            frame = frame.around
        assert frame or not graph.around, f"{graph.name} is used outside of {graph.around}"
        return graph, frame


def edges(text):
    """Who reads what at which position, and which effect comes before which, of the graph."""
    found, graphs = set(), parse(text)
    for position, graph in enumerate(graphs.values()):
        read = {f"n{number}": (content, graph.after[number]) for number, content in graph.nodes.items()}
        ends = ", ".join(f"%{node}#{number}" for node, number in graph.results)
        read[f"r{position}"] = (f"return({ends})", graph.last)
        for reader, (content, after) in read.items():
            if after:
                found.add((f"n{after}", reader, "after"))
            if content.startswith("function "):
                target = list(graphs).index(content.split(" ")[1])
                found.add((reader, f"r{target}", "function"))
            outside_of_strings = re.sub(r'"(?:\\.|[^"\\])*"', "", content)
            for i, match in enumerate(REFERENCE.finditer(outside_of_strings)):
                found.add((f"n{match[1]}", reader, str(i)))
    return found


QUOTED = r'"((?:\\.|[^"\\])*)"'


def dot_edges(text):
    """The same of DOT, whose every line is looked at."""
    found = set()
    lines = text.splitlines()
    assert lines[0] == "digraph {" and lines[-1] == "}"
    for line in map(str.strip, lines[1:-1]):
        if match := re.fullmatch(rf"(\w+) -> (\w+) \[(?:style=(\w+))?(?:, )?(?:label={QUOTED})?\];", line):
            source, reader, style, label = match.groups()
            what = {"dashed": "after", "dotted": "function", None: (label or "").split(" to ")[-1]}[style]
            found.add((source, reader, what))
        else:
            assert re.fullmatch(rf"subgraph {QUOTED} \{{|label={QUOTED};|node \[fontname={QUOTED}\];|\}}"
                                rf"|\w+ \[shape=\w+, label={QUOTED}\];", line), f"what is this? {line}"
    return found
