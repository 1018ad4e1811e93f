// A-normal form: every value but the last has a name, and a branch or a loop is a function that is
// chosen, then applied.
#include "cotan/translate/lambda_text.h"
#include "cotan/translate/op_text.h"
#include "cotan/translate/printers.h"

#include "llvm/ADT/StringExtras.h"

namespace cotan::forms {
namespace {

/// Whether the graph ends in an application whose results are its own: a tail call.
bool endsInCall(const FunctionalGraph &program, const Graph &graph) {
  if (graph.nodes.empty())
    return false;
  const unsigned last = graph.nodes.back();
  const Node &node = program.nodes[last];
  if (node.kind != Node::Kind::apply || node.types.size() != graph.results.size())
    return false;
  for (auto [i, result] : llvm::enumerate(graph.results))
    if (result.node != last || result.number != i)
      return false;
  return true;
}

class AnfText {
public:
  explicit AnfText(const FunctionalGraph &program) : program(program) {
    for (const Graph &graph : program.graphs)
      (void)words.fresh(graph.name);
  }

  std::string run() {
    for (unsigned i = 0; i < program.graphs.size(); ++i)
      if (!program.graphs[i].around)
        printFunction(i);
    return text.take();
  }

private:
  /// A graph that is being printed, up to a node.
  struct Open {
    unsigned graph;
    unsigned next = 0;
  };

  void printFunction(unsigned first) {
    begin(first);
    while (!open.empty()) {
      Open &top = open.back();
      const Graph &graph = program.graphs[top.graph];
      const bool isTailCall = endsInCall(program, graph);
      if (top.next == graph.nodes.size() - isTailCall) {
        text.close(isTailCall ? application(program.nodes[graph.nodes.back()])
                              : tuple(graph.results));
        open.pop_back();
        continue;
      }
      print(top.graph, graph.nodes[top.next++]);
    }
  }

  void begin(unsigned index) {
    const Graph &graph = program.graphs[index];
    std::string parameters;
    for (unsigned parameter : graph.parameters) {
      nameResults(parameter);
      parameters += (parameters.empty() ? "" : ", ") + names[parameter][0] + ": " +
                    typeText(program.nodes[parameter].types[0]);
    }
    text.open(graph.name, parameters);
    open.push_back({index});
  }

  void print(unsigned graph, unsigned index) {
    const Node &node = program.nodes[index];
    nameResults(index);
    if (node.kind == Node::Kind::function) {
      if (program.graphs[node.target].around == graph) // else it is known already
        begin(node.target);
      return;
    }
    text.let(tupleText(names[index]), valueOf(node));
  }

  std::string valueOf(const Node &node) const {
    switch (node.kind) {
    case Node::Kind::constant: return node.text;
    case Node::Kind::choice: return (node.isTwoWay ? "switch(" : "case(") + list(node.inputs) + ")";
    case Node::Kind::apply: return application(node) + " : " + typesText(node.types);
    default:
      return node.text + "(" + list(node.inputs) + ")" + node.attributes + " : " +
             typesText(node.types);
    }
  }

  std::string application(const Node &node) const {
    return nameOf(node.inputs[0]) + "(" + list(llvm::ArrayRef(node.inputs).drop_front()) + ")";
  }

  void nameResults(unsigned index) {
    const Node &node = program.nodes[index];
    std::vector<std::string> &results = names[index];
    if (node.kind == Node::Kind::function)
      results.push_back(program.graphs[node.target].name);
    else if (node.kind == Node::Kind::choice)
      results.push_back(words.fresh("f"));
    else
      for (size_t i = 0; i < node.types.size(); ++i) {
        const bool isNamed = i < node.names.size() && !node.names[i].empty();
        results.push_back(words.fresh(isNamed ? node.names[i] : "v"));
      }
  }

  std::string nameOf(Result result) const { return names.at(result.node)[result.number]; }

  std::string list(llvm::ArrayRef<Result> results) const {
    return llvm::join(llvm::map_range(results, [&](Result each) { return nameOf(each); }), ", ");
  }

  std::string tuple(llvm::ArrayRef<Result> results) const {
    return results.size() == 1 ? nameOf(results[0]) : "(" + list(results) + ")";
  }

  const FunctionalGraph &program;
  Identifiers words;
  LambdaText text;
  std::vector<Open> open;
  llvm::DenseMap<unsigned, std::vector<std::string>> names; // of a node's results
};

} // namespace

std::string printAnf(const FunctionalGraph &program) { return AnfText(program).run(); }

} // namespace cotan::forms
