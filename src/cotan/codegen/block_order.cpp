#include "cotan/codegen/block_order.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {

/// Room between labels for nodes that move.
static constexpr int64_t labelStep = int64_t(1) << 20;
/// How many readers a search may look at: it must not take longer than what it gains, and some
/// values are read by all of a program.
static constexpr size_t longestSearch = 2000;

BlockOrder::BlockOrder(Block &block, DenseMap<Operation *, std::unique_ptr<Cluster>> clusters)
    : block(block) {
  DenseSet<Operation *> members;
  for (auto &[root, cluster] : clusters)
    members.insert(cluster->members().begin(), cluster->members().end());
  Operation *lastEffect = nullptr;
  for (Operation &op : block.without_terminator()) {
    auto cluster = clusters.find(&op);
    if (members.contains(&op) && cluster == clusters.end())
      continue;
    Node node = list.emplace(list.end());
    node->op = &op;
    if (cluster != clusters.end())
      node->cluster = std::move(cluster->second);
    for (Operation *member : node->members())
      nodeOfOp[member] = node;
    if (isMemoryEffectFree(&op))
      continue;
    if (lastEffect)
      nextEffect[lastEffect] = &op;
    lastEffect = &op;
  }
  label();
}

void BlockOrder::label() {
  int64_t next = 0;
  for (OrderedNode &node : list)
    node.label = next += labelStep;
}

std::optional<BlockOrder::Node> BlockOrder::nodeOf(Operation *op) const {
  auto found = nodeOfOp.find(block.findAncestorOpInBlock(*op));
  return found == nodeOfOp.end() ? std::nullopt : std::optional(found->second);
}

bool BlockOrder::anySuccessor(Node node, function_ref<bool(Node)> isFound) const {
  for (Operation *member : node->members())
    for (Operation *user : member->getUsers())
      if (auto reader = nodeOf(user); reader && *reader != node && isFound(*reader))
        return true;
  Operation *next = nextEffect.lookup(node->op);
  return next && isFound(*nodeOf(next));
}

void BlockOrder::moveBehind(Node node, Node place) {
  list.splice(std::next(place), list, node);
  Node after = std::next(node);
  node->label = after == list.end() ? place->label + labelStep
                                    : place->label + (after->label - place->label) / 2;
  if (node->label == place->label)
    label();
}

bool BlockOrder::bringTogether(Node first, Node last) {
  SmallVector<Node> found, pending = {first};
  DenseSet<OrderedNode *> seen;
  size_t looked = 0;
  while (!pending.empty()) {
    Node node = pending.pop_back_val();
    auto ends = [&](Node next) {
      if (++looked > longestSearch || (next == last && node != first))
        return true;
      if (isBefore(next, last) && seen.insert(&*next).second) {
        found.push_back(next);
        pending.push_back(next);
      }
      return false;
    };
    if (anySuccessor(node, ends))
      return false;
  }
  llvm::sort(found, [&](Node a, Node b) { return isBefore(a, b); });
  Node place = last;
  for (Node node : found) {
    moveBehind(node, place);
    place = node;
  }
  return true;
}

std::optional<BlockOrder::Node> BlockOrder::firstReader(Node node) const {
  std::optional<Node> first;
  for (Operation *member : node->members())
    for (Operation *user : member->getUsers()) {
      auto reader = nodeOf(user);
      if (!reader)
        return std::nullopt;
      if (*reader != node && (!first || isBefore(*reader, *first)))
        first = reader;
    }
  return first;
}

/// Arguments of functions stay; of loops, their memory may be written over.
bool BlockOrder::isNeededUntil(Value operand, Node node, Node place) const {
  Operation *maker = operand.getDefiningOp();
  const bool isOutside =
      maker ? !block.findAncestorOpInBlock(*maker)
            : operand.getParentBlock() != &block || isa<FunctionOpInterface>(block.getParentOp());
  if (isOutside || matchPattern(operand, m_Constant()))
    return true;
  return llvm::any_of(operand.getUsers(), [&](Operation *user) {
    auto reader = nodeOf(user);
    return !reader || (*reader != node && !isBefore(*reader, place));
  });
}

void BlockOrder::moveToReaders() {
  for (Node next = list.end(); next != list.begin();) {
    Node node = std::prev(next);
    next = node;
    auto reader = node->cluster ? firstReader(node) : std::nullopt;
    if (!reader || std::next(node) == *reader)
      continue;
    const bool isFree = llvm::all_of(node->members(), [&](Operation *member) {
      return llvm::all_of(member->getOperands(), [&](Value operand) {
        auto maker = operand.getDefiningOp() ? nodeOf(operand.getDefiningOp()) : std::nullopt;
        return (maker && *maker == node) || isNeededUntil(operand, node, *reader);
      });
    });
    if (!isFree)
      continue;
    next = std::next(node);
    moveBehind(node, std::prev(*reader));
  }
}

void BlockOrder::replace(Node first, Node last) {
  for (Operation *member : last->members())
    nodeOfOp[member] = last;
  list.erase(first);
}

} // namespace cotan
