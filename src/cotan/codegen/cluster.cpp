#include "cotan/codegen/cluster.h"
#include "cotan/codegen/tensor_type.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr unsigned mostMembers = 128;
constexpr unsigned mostCopies = 8; // of the code of one member
/// Rows of more elements than this are not worth going through again and again.
constexpr int64_t longestRow = 4096;

Follows identity(unsigned rank) { return llvm::to_vector(llvm::seq<int64_t>(0, rank)); }

/// Which axis of the operand each axis of the result is, -1 for the 1s of keepdims.
SmallVector<int64_t> keptAxes(Operation *op) {
  RankedTensorType from = tensorType(op->getOperand(0)), to = tensorType(readResultOf(op));
  ArrayRef<int64_t> axes = cast<Reducing>(op).reducedAxes();
  bool keepdims = from.getRank() == to.getRank() && !axes.empty();
  SmallVector<int64_t> kept;
  for (int64_t axis = 0; axis < from.getRank(); ++axis)
    if (!llvm::is_contained(axes, axis))
      kept.push_back(axis);
    else if (keepdims)
      kept.push_back(-1);
  return kept;
}

bool readsScalarsOnly(Operation *op) {
  return llvm::all_of(op->getOperands(), [](Value x) { return tensorType(x).getRank() == 0; });
}

constexpr unsigned mostSources = 64;

/// The values a value has its sizes from, and itself: what is read element by element, and what is
/// asked for the shape it is given.
llvm::SetVector<Value> sizeSources(Value value) {
  llvm::SetVector<Value> sources;
  sources.insert(value);
  auto add = [&](Value source, Value of) {
    if (sources.size() < mostSources && isa<RankedTensorType>(source.getType()) &&
        tensorType(source).getShape() == tensorType(of).getShape())
      sources.insert(source);
  };
  for (size_t i = 0; i < sources.size(); ++i) {
    Value of = sources[i];
    Operation *maker = of.getDefiningOp();
    for (Value operand : maker ? maker->getOperands() : ValueRange())
      if (Operation *shape = operand.getDefiningOp(); shape && shape->hasTrait<OfShapes>())
        add(shape->getOperand(0), of);
      else if (maker->hasTrait<Elementwise>())
        add(operand, of);
  }
  return sources;
}

/// Whether two values are known to have the same sizes.
bool haveOneShape(Value x, Value y) {
  if (tensorType(x).getShape() != tensorType(y).getShape())
    return false;
  if (tensorType(x).hasStaticShape())
    return true;
  llvm::SetVector<Value> sources = sizeSources(x);
  return llvm::any_of(sizeSources(y), [&](Value source) { return sources.contains(source); });
}

} // namespace

/// Whether a member may ask for these numbers when it says its sizes: they must be in memory
/// before.
static bool decidesSizesWithin(Operation *op, const llvm::DenseMap<Operation *, Follows> &members) {
  return llvm::any_of(readResultOf(op).getUses(), [&](OpOperand &use) {
    return members.contains(use.getOwner()) && cotan::decidesSizes(use);
  });
}

OpResult readResultOf(Operation *op) {
  for (OpResult result : op->getResults())
    if (!result.use_empty())
      return result;
  return op->getResult(0);
}

Cluster::Cluster(Operation *root, const RowOps &rowOps) : rootOp(root), rowOps(rowOps) {
  ops.push_back(root);
  if (auto reduction = dyn_cast<Reducing>(root)) {
    whole = root->getOperand(0);
    reduced = llvm::to_vector(reduction.reducedAxes());
    follows[root] = keptAxes(root);
  } else {
    whole = readResultOf(root);
    follows[root] = identity(tensorType(whole).getRank());
  }
  space = tensorType(whole);
  rows = rowOps.rowsOf(root);
}

Follows Cluster::followsOf(Operation *op) const {
  Follows common;
  for (OpOperand &use : readResultOf(op).getUses()) {
    Operation *user = use.getOwner();
    auto member = follows.find(user);
    if (member == follows.end())
      continue;
    Follows axes;
    if (isa<Reducing>(user))
      axes = identity(space.getRank());
    else if (Follows local = cast<Lowerable>(user).follows(use.getOperandNumber());
             local && member->second) {
      axes.emplace();
      for (int64_t axis : *local)
        axes->push_back(axis < 0 ? -1 : (*member->second)[axis]);
    }
    if (!axes || (common && *common != *axes))
      return std::nullopt;
    common = axes;
  }
  return common;
}

bool Cluster::isWholeSpace(Type type, const Follows &axes) const {
  return axes && *axes == *identity(space.getRank()) &&
         cast<RankedTensorType>(type).getShape() == space.getShape();
}

Follows Cluster::rowAxes(unsigned rank) const {
  if (!reduced || !llvm::is_contained(*reduced, space.getRank() - 1))
    return std::nullopt; // along columns, rows' numbers lie side by side and are not computed once
  SmallVector<int64_t> kept;
  for (int64_t axis = 0; axis < space.getRank(); ++axis)
    if (!llvm::is_contained(*reduced, axis))
      kept.push_back(axis);
    else if (rank == space.getRank())
      kept.push_back(-1);
  return kept;
}

bool Cluster::isRow(Type type, const Follows &axes) const {
  auto tensor = cast<RankedTensorType>(type);
  Follows kept = rowAxes(tensor.getRank());
  return kept && int64_t(kept->size()) == tensor.getRank() && axes && *axes == *kept &&
         llvm::all_of(llvm::enumerate(*kept), [&](auto entry) {
           int64_t size = entry.value() < 0 ? 1 : space.getDimSize(entry.value());
           return tensor.getDimSize(entry.index()) == size;
         });
}

bool Cluster::isWhole(Operation *member) const {
  return isWholeSpace(readResultOf(member).getType(), follows.lookup(member));
}
bool Cluster::isRow(Operation *member) const {
  return isRow(readResultOf(member).getType(), follows.lookup(member));
}

/// The operand must be the space, and the result be read row by row.
bool Cluster::fitsReduction(Operation *op, const Follows &axes) const {
  ArrayRef<int64_t> own = cast<Reducing>(op).reducedAxes();
  if (!axes || !haveOneShape(op->getOperand(0), whole) || (reduced && *reduced != own))
    return false;
  return *axes == keptAxes(op);
}

/// The first `count` axes of the space; those of size 1 do not count.
SmallVector<int64_t> Cluster::outerAxes(size_t count) const {
  SmallVector<int64_t> axes;
  for (int64_t axis = 0; axis < space.getRank() && axes.size() < count; ++axis)
    if (space.getDimSize(axis) != 1)
      axes.push_back(axis);
  return axes;
}

/// Of what members read at other places than their own: all of them together not more often than
/// there are elements. Each place has code of its own, and functions are computed for whole
/// registers.
bool Cluster::isReadAsOften(Operation *op) const {
  auto countOf = [](Operation *maker) {
    auto type = tensorType(readResultOf(maker));
    return type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  };
  const int64_t count = countOf(op);
  int64_t reads = 0;
  for (Operation *reader : readResultOf(op).getUsers()) {
    if (countOf(reader) == ShapedType::kDynamic)
      return false;
    reads += countOf(reader);
  }
  if (count == ShapedType::kDynamic || reads > (op->hasOneUse() ? 2 : 1) * count)
    return false;
  const unsigned made = copiesFor(op);
  const bool isFunction = op->hasTrait<Elementwise>() && !isCheap(op);
  return made == 1 || (made <= mostCopies && !(isFunction && hasNarrowRows()));
}

unsigned Cluster::copiesFor(Operation *op) const {
  unsigned sum = 0;
  for (Operation *reader : readResultOf(op).getUsers())
    sum += std::max(1u, copies.lookup(reader));
  return sum;
}

bool Cluster::fitsFormula(Operation *op, const Follows &axes, bool isReadOutside) const {
  auto type = tensorType(readResultOf(op));
  if (isWholeSpace(type, axes) || isRow(type, axes))
    return true;
  if (isReadOutside)
    return false;
  if (readsScalarsOnly(op))
    return true;
  if (axes) { // rows are computed once; what misses an outer axis would be computed again and again
    SmallVector<int64_t> kept;
    for (int64_t axis : *axes)
      if (axis >= 0 && space.getDimSize(axis) != 1)
        kept.push_back(axis);
    return kept == outerAxes(kept.size());
  }
  return !reduced && isReadAsOften(op);
}

bool Cluster::tryAdd(Operation *op, bool isReadOutside) {
  if (decidesSizesWithin(op, follows))
    return false;
  if (!byRows && tryAddToSpace(op, isReadOutside))
    return true;
  return tryAddByRows(op, isReadOutside);
}

bool Cluster::tryAddToSpace(Operation *op, bool isReadOutside) {
  if (ops.size() >= mostMembers || !hasFormula(op))
    return false;
  Follows axes = followsOf(op);
  if (auto reduction = dyn_cast<Reducing>(op)) {
    if (!fitsReduction(op, axes))
      return false;
    // Reductions would be computed again at each place that is read.
    if (!reduced && llvm::any_of(follows, [](auto &entry) { return !entry.second; }))
      return false;
    reduced = llvm::to_vector(reduction.reducedAxes());
  } else if (!fitsFormula(op, axes, isReadOutside)) {
    return false;
  }
  if (rows && (rowOps.rowsOf(op) != rows || !readsRowsOf(op)))
    rows = 0;
  ops.push_back(op);
  follows[op] = axes;
  if (!axes)
    copies[op] = copiesFor(op);
  return true;
}

//--- clusters that become one

bool Cluster::readsElementByElement(Operation *op) const {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return contains(user) && user->hasTrait<Elementwise>();
  });
}

bool Cluster::isRowsOf(const Cluster &earlier) const {
  auto hasItsSizes = [&](Operation *op) { return earlier.isRow(op) && readsElementByElement(op); };
  return !reduced && earlier.isRow(space, earlier.rowAxes(space.getRank())) &&
         (space.hasStaticShape() || llvm::any_of(earlier.ops, hasItsSizes)) &&
         llvm::all_of(ops, [&](Operation *op) { return isWhole(op); }) &&
         llvm::all_of(earlier.ops, [&](Operation *op) {
           bool isRead = llvm::any_of(op->getUsers(), [&](auto *user) { return contains(user); });
           return !isRead || (earlier.isRow(op) && followsOf(op) == identity(space.getRank()));
         });
}

/// Whether the members here read each value of the earlier cluster at the place it is computed for.
bool Cluster::readsAsMade(const Cluster &earlier) const {
  return llvm::all_of(earlier.ops, [&](Operation *op) {
    bool isRead = llvm::any_of(op->getUsers(), [&](auto *user) { return contains(user); });
    Follows made = earlier.follows.lookup(op), read = isRead ? followsOf(op) : made;
    return !isRead || (made && read && *made == *read && !decidesSizesWithin(op, follows));
  });
}

bool Cluster::sharesSizes(const Cluster &earlier) const {
  return space.hasStaticShape() || llvm::any_of(earlier.ops, [&](Operation *op) {
           return earlier.isWhole(op) && readsElementByElement(op);
         });
}

/// Whether members of either read what is reduced along other axes than rows are.
bool Cluster::readsTotals(const Cluster &earlier, ArrayRef<int64_t> rowAxes) const {
  auto isReadTotal = [&](Operation *op) {
    auto reduction = dyn_cast<Reducing>(op);
    return reduction && reduction.reducedAxes() != rowAxes &&
           llvm::any_of(op->getUsers(),
                        [&](Operation *user) { return contains(user) || earlier.contains(user); });
  };
  return llvm::any_of(ops, isReadTotal) || llvm::any_of(earlier.ops, isReadTotal);
}

Follows Cluster::commonReduced(const Cluster &earlier) const {
  if (!reduced || !earlier.reduced)
    return reduced ? reduced : earlier.reduced;
  // Each reduction that needs another is a pass over the row, which should stay in the cache.
  int64_t length = space.getRank() ? space.getShape().back() : 1;
  if (ShapedType::isDynamic(length) || length > longestRow)
    return std::nullopt;
  if (*reduced == *earlier.reduced)
    return reduced;
  if (space.getRank() < 2)
    return std::nullopt;
  const SmallVector<int64_t> outer = *identity(space.getRank() - 1), last = {space.getRank() - 1};
  if (*reduced == last && *earlier.reduced == outer)
    return reduced;
  if (*reduced == outer && *earlier.reduced == last)
    return earlier.reduced;
  return std::nullopt;
}

bool Cluster::canMerge(const Cluster &earlier) const {
  return canMergeSpaces(earlier) || canMergeByRows(earlier);
}

bool Cluster::canMergeSpaces(const Cluster &earlier) const {
  auto readsElsewhere = [](auto &entry) { return !entry.second; };
  if (byRows || earlier.byRows || ops.size() + earlier.ops.size() > mostMembers)
    return false;
  if (space.getShape() != earlier.space.getShape())
    return isRowsOf(earlier);
  Follows common = commonReduced(earlier);
  if ((reduced || earlier.reduced) &&
      (!common || readsTotals(earlier, *common) || llvm::any_of(follows, readsElsewhere) ||
       llvm::any_of(earlier.follows, readsElsewhere)))
    return false;
  return readsAsMade(earlier) && sharesSizes(earlier);
}

void Cluster::merge(const Cluster &earlier) {
  if (canMergeSpaces(earlier))
    mergeSpaces(earlier);
  else
    mergeByRows(earlier);
}

void Cluster::mergeSpaces(const Cluster &earlier) {
  if (rows != earlier.rows ||
      llvm::any_of(earlier.ops, [&](Operation *op) { return !readsRowsOf(op); }))
    rows = 0;
  if (space.getShape() != earlier.space.getShape()) {
    for (auto &[op, axes] : follows)
      axes = earlier.rowAxes(space.getRank());
    space = earlier.space;
    whole = earlier.whole;
    reduced = earlier.reduced;
  } else {
    reduced = commonReduced(earlier);
  }
  llvm::append_range(ops, earlier.ops);
  for (auto &entry : earlier.follows)
    follows.insert(entry);
}

void Cluster::addCopy(Operation *copy, const Cluster &from, Operation *original) {
  rows = 0; // it may be read at other rows
  ops.push_back(copy);
  follows[copy] = from.follows.lookup(original);
}

} // namespace cotan
