// before: flow.while (%x) cond(%a) { ... cond_yield %more, %b } body(%c) { ... yield %d }
// after:  header(a): ... choose body if more, else after, and apply it
//         body:   ... header(d), which reads b
//         after:  b
#include "cotan/ir/calls.h"
#include "cotan/ir/flow/flow.h"
#include "cotan/translate/effects.h"
#include "cotan/translate/functional_graph.h"
#include "cotan/translate/op_text.h"

#include "llvm/ADT/TypeSwitch.h"

#include <deque>

using namespace mlir;

namespace cotan::forms {
namespace {

/// Makes the graphs one after the other, those around others first: what is read from outside is
/// made by then, and nothing recurses.
class GraphBuilder {
public:
  GraphBuilder(ArrayRef<func::FuncOp> functions, const FunctionNames &names,
               const SourceNames &source)
      : source(source), effects(functions) {
    for (auto &[op, name] : names)
      (void)words.fresh(name);
    for (func::FuncOp function : functions) {
      functionGraphs[function] = program.graphs.size();
      program.graphs.push_back({names.at(function)});
    }
    for (func::FuncOp function : functions)
      waiting.push_back({functionGraphs[function], &function.getBody(), function, {}});
  }

  FunctionalGraph run() {
    while (!waiting.empty()) {
      Work work = waiting.front();
      waiting.pop_front();
      current = work.graph;
      functionNodes.clear();
      addParameters(work);
      for (Operation &op : work.region->front().without_terminator())
        add(&op);
      finish(work);
    }
    return std::move(program);
  }

private:
  /// A graph that has a name but no nodes yet.
  struct Work {
    unsigned graph;
    Region *region;
    Operation *parent;          // whose region it is
    SmallVector<Result> values; // what the region's arguments are; if not given, parameters
    unsigned header = 0;        // of a loop
    bool isBody = false;
  };

  Graph &graph() { return program.graphs[current]; }

  //--- Nodes

  unsigned addNode(Node node) {
    program.nodes.push_back(std::move(node));
    graph().nodes.push_back(program.nodes.size() - 1);
    return program.nodes.size() - 1;
  }

  /// Puts a node with an effect behind the last one.
  void order(unsigned node) {
    program.nodes[node].after = graph().after;
    graph().after = node;
  }

  std::vector<Result> read(ValueRange values) {
    std::vector<Result> results;
    for (Value value : values)
      results.push_back(made.at(sameValue(value)));
    return results;
  }

  void name(unsigned node, ValueRange values) {
    for (auto [i, value] : llvm::enumerate(values)) {
      made[value] = {node, unsigned(i)};
      program.nodes[node].types.push_back(value.getType());
      program.nodes[node].names.push_back(source.of(value));
    }
  }

  /// The graph as a value; in each graph that uses it there is one node for it.
  Result functionNode(unsigned target) {
    auto [known, isNew] = functionNodes.try_emplace(target, 0);
    if (isNew)
      known->second = addNode({.kind = Node::Kind::function, .target = target});
    return {known->second};
  }

  unsigned apply(Result function, std::vector<Result> arguments, TypeRange types, bool hasEffect) {
    arguments.insert(arguments.begin(), function);
    unsigned node = addNode({.kind = Node::Kind::apply, .inputs = std::move(arguments)});
    if (hasEffect)
      order(node);
    llvm::append_range(program.nodes[node].types, types);
    return node;
  }

  unsigned choose(Value chooser, ArrayRef<unsigned> targets, bool isTwoWay) {
    std::vector<Result> inputs = read(chooser);
    for (unsigned target : targets)
      inputs.push_back(functionNode(target));
    return addNode({.kind = Node::Kind::choice, .inputs = std::move(inputs), .isTwoWay = isTwoWay});
  }

  static std::vector<Result> resultsOf(unsigned node, unsigned count) {
    std::vector<Result> results;
    for (unsigned i = 0; i < count; ++i)
      results.push_back({node, i});
    return results;
  }

  //--- Graphs

  unsigned addGraph(StringRef wanted) {
    program.graphs.push_back({.name = words.fresh(wanted), .around = current});
    return program.graphs.size() - 1;
  }

  void addParameters(const Work &work) {
    ValueRange arguments = work.region->front().getArguments();
    if (!work.values.empty() || work.isBody) {
      for (auto [argument, value] : llvm::zip_equal(arguments, work.values))
        made[argument] = value;
      return;
    }
    for (Value argument : arguments) {
      program.nodes.push_back({.kind = Node::Kind::parameter});
      graph().parameters.push_back(program.nodes.size() - 1);
      name(program.nodes.size() - 1, argument);
    }
  }

  void finish(const Work &work) {
    Operation *end = work.region->front().getTerminator();
    if (auto decision = dyn_cast<flow::CondYieldOp>(end))
      return finishHeader(work, decision);
    if (!work.isBody) {
      graph().results = read(end->getOperands());
      return;
    }
    unsigned again = apply(functionNode(work.header), read(end->getOperands()),
                           end->getOperandTypes(), effects.has(work.parent));
    graph().results = resultsOf(again, end->getNumOperands());
  }

  void finishHeader(const Work &work, flow::CondYieldOp decision) {
    std::vector<Result> values = read(decision.getValues());
    const unsigned body = addGraph("body"), after = addGraph("after");
    waiting.push_back({body, &cast<flow::WhileOp>(work.parent).getBody(), work.parent,
                       SmallVector<Result>(values.begin(), values.end()), work.graph, true});
    program.graphs[after].results = values;
    unsigned chosen = choose(decision.getCondition(), {body, after}, /*isTwoWay=*/true);
    unsigned left = apply({chosen}, {}, decision.getValues().getTypes(), effects.has(work.parent));
    graph().results = resultsOf(left, values.size());
  }

  //--- Operations

  void add(Operation *op) {
    if (isSameValue(op))
      return;
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](flow::WhileOp loop) { addLoop(loop); })
        .Case<flow::IfOp, flow::SwitchOp>([&](auto branch) { addBranch(branch); })
        .Default([&](Operation *) {
          if (cotan::calleeOf(op))
            addCall(op);
          else
            addPlain(op);
        });
  }

  void addPlain(Operation *op) {
    Node node = {.kind = Node::Kind::op, .text = constantText(op)};
    if (!node.text.empty()) {
      node.kind = Node::Kind::constant;
    } else {
      node.text = op->getName().getStringRef();
      node.attributes = attributesText(op);
      node.inputs = read(op->getOperands());
    }
    unsigned added = addNode(std::move(node));
    name(added, op->getResults());
    if (effects.has(op))
      order(added);
  }

  void addCall(Operation *op) {
    unsigned target = functionGraphs.at(functionNamed(op, cotan::calleeOf(op)));
    Result callee = functionNode(target);
    name(apply(callee, read(op->getOperands()), {}, effects.has(op)), op->getResults());
  }

  /// What the op starts with: `starts` and stacks. What `init` makes is made here, before the op.
  std::vector<Result> startsOf(flow::Structured op, ValueRange starts) {
    Region &init = op.getInit();
    if (init.empty())
      return read(starts);
    for (auto [argument, start] : llvm::zip_equal(init.getArguments(), read(starts)))
      made[argument] = start;
    for (Operation &inner : init.front().without_terminator())
      add(&inner);
    return read(init.front().getTerminator()->getOperands());
  }

  void addLoop(flow::WhileOp loop) {
    std::vector<Result> starts = startsOf(loop, loop.getInitial());
    const unsigned header = addGraph("header");
    waiting.push_back({header, &loop.getCond(), loop, {}});
    name(apply(functionNode(header), std::move(starts), {}, effects.has(loop)), loop.getResults());
  }

  template <typename Branch> void addBranch(Branch branch) {
    constexpr bool isTwoWay = std::is_same_v<Branch, flow::IfOp>;
    std::vector<Result> stacks = startsOf(branch, {});
    SmallVector<unsigned> targets;
    for (auto [i, region] : llvm::enumerate(branch->getRegions().drop_front())) {
      targets.push_back(addGraph(!isTwoWay ? "case" : i == 0 ? "yes" : "no"));
      if (!region.empty()) // an else that is left out has no results
        waiting.push_back(
            {targets.back(), &region, branch, SmallVector<Result>(stacks.begin(), stacks.end())});
    }
    unsigned chosen = choose(branch->getOperand(0), targets, isTwoWay);
    name(apply({chosen}, {}, {}, effects.has(branch)), branch->getResults());
  }

  const SourceNames &source;
  Effects effects;
  Identifiers words;
  FunctionalGraph program;
  std::deque<Work> waiting;
  unsigned current = 0;
  llvm::DenseMap<Operation *, unsigned> functionGraphs;
  llvm::DenseMap<unsigned, unsigned> functionNodes; // of the current graph
  llvm::DenseMap<Value, Result> made;
};

} // namespace

FunctionalGraph graphOf(ArrayRef<func::FuncOp> functions, const FunctionNames &names,
                        const SourceNames &source) {
  return GraphBuilder(functions, names, source).run();
}

} // namespace cotan::forms
