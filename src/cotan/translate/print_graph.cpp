// A sea of nodes: each line is a node with the nodes it reads; the order of the lines means
// nothing.
#include "cotan/translate/op_text.h"
#include "cotan/translate/printers.h"

#include "llvm/ADT/StringExtras.h"

namespace cotan::forms {
namespace {

std::string of(const FunctionalGraph &program, Result result) {
  const bool isOneOfSeveral = program.nodes[result.node].types.size() > 1;
  return "%" + std::to_string(result.node) +
         (isOneOfSeveral ? "#" + std::to_string(result.number) : "");
}

std::string listOf(const FunctionalGraph &program, llvm::ArrayRef<Result> results) {
  return llvm::join(llvm::map_range(results, [&](Result result) { return of(program, result); }),
                    ", ");
}

std::string bodyOf(const FunctionalGraph &program, const Node &node) {
  switch (node.kind) {
  case Node::Kind::parameter:
    return "parameter " + (node.names[0].empty() ? "" : node.names[0] + " ") + ": " +
           typesText(node.types);
  case Node::Kind::constant: return "value " + node.text;
  case Node::Kind::function: return "function " + program.graphs[node.target].name;
  case Node::Kind::choice:
    return (node.isTwoWay ? "switch(" : "case(") + listOf(program, node.inputs) + ")";
  case Node::Kind::apply:
    return "apply " + of(program, node.inputs[0]) + "(" +
           listOf(program, llvm::ArrayRef(node.inputs).drop_front()) +
           ") : " + typesText(node.types);
  case Node::Kind::op:
    return node.text + "(" + listOf(program, node.inputs) + ")" + node.attributes + " : " +
           typesText(node.types);
  }
  llvm_unreachable("all kinds are above");
}

std::string afterOf(std::optional<unsigned> node) {
  return node ? " after %" + std::to_string(*node) : "";
}

} // namespace

std::string printGraph(const FunctionalGraph &program) {
  std::string text;
  for (const Graph &graph : program.graphs) {
    text += (text.empty() ? "" : "\n") + ("graph " + graph.name) +
            (graph.around ? " in " + program.graphs[*graph.around].name : "") + " {\n";
    for (llvm::ArrayRef<unsigned> nodes :
         {llvm::ArrayRef(graph.parameters), llvm::ArrayRef(graph.nodes)})
      for (unsigned i : nodes)
        text += "  %" + std::to_string(i) + " = " + bodyOf(program, program.nodes[i]) +
                afterOf(program.nodes[i].after) + "\n";
    text += "  return(" + listOf(program, graph.results) + ")" + afterOf(graph.after) + "\n}\n";
  }
  return text;
}

} // namespace cotan::forms
