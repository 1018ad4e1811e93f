// The graph for Graphviz: a cluster for each function, solid lines for what is read, dotted ones
// from a function's name to where it is, dashed ones for the order of effects.
#include "cotan/translate/op_text.h"
#include "cotan/translate/printers.h"

namespace cotan::forms {
namespace {

/// Long constants would be all that is seen.
constexpr size_t longestLabel = 60;

/// Any text between quotes; a backslash would begin an escape of DOT's own.
std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string shortened(llvm::StringRef text) {
  if (text.size() <= longestLabel)
    return text.str();
  size_t end = longestLabel;
  while (end > 0 && (text[end] & 0xC0) == 0x80) // not within a character of UTF-8
    --end;
  return (text.take_front(end) + "...").str();
}

std::string labelOf(const FunctionalGraph &program, const Node &node) {
  switch (node.kind) {
  case Node::Kind::parameter:
    return (node.names[0].empty() ? "parameter" : node.names[0]) + "\n" + typesText(node.types);
  case Node::Kind::constant: return shortened(node.text);
  case Node::Kind::function: return program.graphs[node.target].name;
  case Node::Kind::choice: return node.isTwoWay ? "switch" : "case";
  case Node::Kind::apply: return "apply\n" + typesText(node.types);
  case Node::Kind::op: return node.text + shortened(node.attributes) + "\n" + typesText(node.types);
  }
  llvm_unreachable("all kinds are above");
}

const char *shapeOf(Node::Kind kind) {
  switch (kind) {
  case Node::Kind::parameter: return "ellipse";
  case Node::Kind::constant: return "plaintext";
  case Node::Kind::function: return "cds";
  case Node::Kind::choice: return "diamond";
  default: return "box";
  }
}

class DotText {
public:
  explicit DotText(const FunctionalGraph &program) : program(program) {}

  std::string run() {
    text = "digraph {\n  node [fontname=\"monospace\"];\n";
    for (unsigned i = 0; i < program.graphs.size(); ++i)
      addCluster(i);
    for (auto [i, node] : llvm::enumerate(program.nodes))
      addEdges("n" + std::to_string(i), node.inputs, node.after);
    for (auto [i, graph] : llvm::enumerate(program.graphs))
      addEdges("r" + std::to_string(i), graph.results, graph.after);
    for (auto [i, node] : llvm::enumerate(program.nodes))
      if (node.kind == Node::Kind::function)
        add("n" + std::to_string(i) + " -> r" + std::to_string(node.target) + " [style=dotted];");
    return text + "}\n";
  }

private:
  void add(const std::string &line) { text += "  " + line + "\n"; }

  void addCluster(unsigned index) {
    const Graph &graph = program.graphs[index];
    add("subgraph " + quoted("cluster_" + graph.name) + " {");
    add("  label=" + quoted(graph.name) + ";");
    for (llvm::ArrayRef<unsigned> nodes :
         {llvm::ArrayRef(graph.parameters), llvm::ArrayRef(graph.nodes)})
      for (unsigned i : nodes)
        add("  n" + std::to_string(i) + " [shape=" + shapeOf(program.nodes[i].kind) +
            ", label=" + quoted(labelOf(program, program.nodes[i])) + "];");
    add("  r" + std::to_string(index) + " [shape=doublecircle, label=\"return\"];");
    add("}");
  }

  /// The label of an edge is the operand's position, which the picture would lose.
  void addEdges(const std::string &reader, llvm::ArrayRef<Result> inputs,
                std::optional<unsigned> after) {
    for (auto [i, input] : llvm::enumerate(inputs)) {
      const bool isOneOfSeveral = program.nodes[input.node].types.size() > 1;
      const std::string from = isOneOfSeveral ? "#" + std::to_string(input.number) + " to " : "";
      add("n" + std::to_string(input.node) + " -> " + reader +
          " [label=" + quoted(from + std::to_string(i)) + "];");
    }
    if (after)
      add("n" + std::to_string(*after) + " -> " + reader + " [style=dashed, label=\"after\"];");
  }

  const FunctionalGraph &program;
  std::string text;
};

} // namespace

std::string printDot(const FunctionalGraph &program) { return DotText(program).run(); }

} // namespace cotan::forms
