// Clusters that are computed row by row, all numbers of a row in registers: where rows are short,
// loops over them are mostly overhead, and values of different shapes share no other loop.
#include "cotan/codegen/cluster.h"

#include "cotan/codegen/tensor_type.h"
#include "cotan/ir/code/code.h"

using namespace mlir;

namespace cotan {
namespace {

constexpr int64_t leastRows = 64, shortRow = 32;
/// Of a cluster: code is made for each number of a row.
constexpr int64_t mostNumbers = 2048;
/// Rows as long as this fill registers by themselves.
constexpr int64_t fillsRegisters = 8;

/// How many rows a value has, if they are many and short; 0 if not.
int64_t rowsIn(RankedTensorType type) {
  if (!type.hasStaticShape() || type.getRank() == 0 || type.getDimSize(0) < leastRows)
    return 0;
  const int64_t length = type.getNumElements() / type.getDimSize(0);
  return length > 0 && length <= shortRow ? type.getDimSize(0) : 0;
}

bool isNarrow(RankedTensorType type) {
  return type.getRank() > 1 && type.getShape().back() < fillsRegisters;
}

} // namespace

//--- ops that are worth it

/// How many rows the result of `op` has, if it can be computed row by row; 0 if it cannot.
static int64_t rowsOf(Operation *op) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  if (op->getNumResults() == 0 || !llvm::all_of(op->getResultTypes(), isTensor) ||
      !llvm::all_of(op->getOperandTypes(), isTensor) || op->hasTrait<OpTrait::ConstantLike>() ||
      !hasFormulaOfRows(op) || llvm::any_of(op->getOpOperands(), decidesSizes))
    return 0;
  const int64_t rows = rowsIn(tensorType(readResultOf(op)));
  auto hasRows = [&](Value result) { // those that are not read too
    return tensorType(result).getRank() > 0 && tensorType(result).getDimSize(0) == rows;
  };
  if (rows == 0 || !llvm::all_of(op->getResults(), hasRows))
    return 0;
  if (!isa<Reducing>(op))
    return rows;
  return keepsRows(op->getOpOperand(0)) && rowsIn(tensorType(op->getOperand(0))) == rows ? rows : 0;
}

/// How many operations it takes for a row; none if it only says where numbers are.
static int64_t workOf(Operation *op, int64_t rows) {
  const int64_t numbers = tensorType(readResultOf(op)).getNumElements() / rows;
  if (isa<Reducing>(op))
    return tensorType(op->getOperand(0)).getNumElements() / rows;
  if (op->hasTrait<View>() || (op->hasTrait<Linear>() && !op->hasTrait<Elementwise>()))
    return 0;
  auto call = dyn_cast<CallsRuntime>(op);
  std::optional<MatrixProduct> product = call ? call.runtimeCall().product : std::nullopt;
  constexpr int64_t ofFunctions = 8;
  return numbers * (product ? product->k : isCheap(op) ? 1 : ofFunctions);
}

RowOps::RowOps(Block &block) {
  for (Operation &op : block)
    if (int64_t count = cotan::rowsOf(&op); count && !op.use_empty()) {
      rows[&op] = count;
      groups.insert(&op);
    }
  auto join = [&](OpOperand &operand) {
    Operation *maker = operand.get().getDefiningOp();
    if (maker && rows.contains(maker) && rows.lookup(maker) == rows.lookup(operand.getOwner()) &&
        keepsRows(operand))
      groups.unionSets(maker, operand.getOwner());
  };
  for (auto &[op, count] : rows)
    llvm::for_each(op->getOpOperands(), join);
  dropCheapGroups();
}

/// Numbers of a row that lie apart from those of the next take long to read and to write: much must
/// be computed of them.
void RowOps::dropCheapGroups() {
  constexpr int64_t leastPerAccess = 2;
  llvm::DenseMap<Operation *, int64_t> gains;
  llvm::DenseSet<std::pair<Operation *, Value>> seen;
  for (auto &[op, count] : rows) {
    int64_t &gain = gains[groups.getLeaderValue(op)];
    const int64_t numbers = tensorType(readResultOf(op)).getNumElements() / count;
    gain += workOf(op, count);
    auto isOutside = [&](Operation *other) {
      return !rows.contains(other) || groups.getLeaderValue(other) != groups.getLeaderValue(op);
    };
    if (llvm::any_of(op->getUsers(), isOutside))
      gain -= leastPerAccess * numbers;
    for (Value operand : op->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          (!maker || isOutside(maker)) && rowsIn(tensorType(operand)) == count &&
          seen.insert({groups.getLeaderValue(op), operand}).second)
        gain -= leastPerAccess * tensorType(operand).getNumElements() / count;
  }
  for (auto &[op, count] : rows)
    if (gains.lookup(groups.getLeaderValue(op)) <= 0)
      count = 0;
}

//--- clusters

/// Whether the members read rows of `op` as their own.
bool Cluster::readsRowsOf(Operation *op) const {
  return llvm::all_of(readResultOf(op).getUses(), [&](OpOperand &use) {
    return !contains(use.getOwner()) ||
           (keepsRows(use) && tensorType(use.get()).getDimSize(0) == rows);
  });
}

int64_t Cluster::numbersOfRow() const {
  int64_t numbers = 0;
  for (Operation *op : ops)
    numbers += tensorType(readResultOf(op)).getNumElements() / rows;
  return numbers;
}

bool Cluster::hasNarrowRows() const {
  return byRows || llvm::any_of(ops, [](Operation *op) {
           return isNarrow(tensorType(readResultOf(op))) ||
                  (isa<Reducing>(op) && isNarrow(tensorType(op->getOperand(0))));
         });
}

bool Cluster::tryAddByRows(Operation *op, bool isReadOutside) {
  const bool isCopied = isReadOutside && op->hasTrait<View>();
  if (!rows || isCopied || rowOps.rowsOf(op) != rows || !readsRowsOf(op) ||
      numbersOfRow() + tensorType(readResultOf(op)).getNumElements() / rows > mostNumbers)
    return false;
  if (!hasNarrowRows() && !isNarrow(tensorType(readResultOf(op))))
    return false;
  byRows = true;
  ops.push_back(op);
  follows[op] = std::nullopt;
  return true;
}

bool Cluster::canMergeByRows(const Cluster &earlier) const {
  return rows && rows == earlier.rows && (hasNarrowRows() || earlier.hasNarrowRows()) &&
         numbersOfRow() + earlier.numbersOfRow() <= mostNumbers &&
         llvm::all_of(earlier.ops, [&](Operation *op) { return readsRowsOf(op); });
}

void Cluster::mergeByRows(const Cluster &earlier) {
  byRows = true;
  llvm::append_range(ops, earlier.ops);
  for (auto &entry : earlier.follows)
    follows.insert(entry);
}

void Cluster::settle() {
  auto isElementwise = [](Operation *op) { return op->hasTrait<Elementwise>(); };
  byRows |=
      rows && hasNarrowRows() && !llvm::all_of(ops, isElementwise) && numbersOfRow() <= mostNumbers;
}

} // namespace cotan
