#include "cotan/translate/functional_graph.h"

namespace cotan::forms {

bool endsInCall(const FunctionalGraph &program, const Graph &graph) {
  if (graph.nodes.empty())
    return false;
  const unsigned last = graph.nodes.back();
  const Node &node = program.nodes[last];
  if (node.kind != Node::Kind::apply || node.types.size() != graph.results.size())
    return false;
  for (unsigned i = 0; i < graph.results.size(); ++i)
    if (graph.results[i].node != last || graph.results[i].number != i)
      return false;
  return true;
}

} // namespace cotan::forms
