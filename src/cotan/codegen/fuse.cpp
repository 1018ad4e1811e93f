#include "cotan/codegen/fuse.h"

#include "cotan/codegen/merge.h"
#include "cotan/ir/code/code.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace cotan {
namespace {

bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getRank() == 0;
}

bool isSplat(Value value) {
  DenseElementsAttr elements;
  return matchPattern(value, m_Constant(&elements)) && elements.isSplat();
}

/// Whether the result is some elements of the only operand: each reader may read them there, as
/// well as from a copy.
bool isPart(Operation *op) {
  if (op->getNumOperands() != 1 || isa<Reducing>(op) || !op->hasTrait<Linear>() ||
      cast<Lowerable>(op).follows(0))
    return false;
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  return llvm::all_of(op->getResultTypes(), [&](Type type) {
    auto part = cast<RankedTensorType>(type);
    return part.hasStaticShape() && from.hasStaticShape() &&
           part.getNumElements() < from.getNumElements();
  });
}

/// Whether it makes a single number of few: the program reads them itself, as a call takes longer
/// than that, and a function of its own takes long to compile.
bool isOfOneElement(Operation *op) {
  auto type = cast<RankedTensorType>(readResultOf(op).getType());
  return isa<Lowerable>(op) && !isa<Reducing>(op) && op->getNumResults() == 1 &&
         type.hasStaticShape() && type.getNumElements() == 1;
}

/// Fuses the ops of one block.
class BlockFuser {
public:
  BlockFuser(Block &block, bool joins) : block(block), joins(joins) {}

  void run() {
    takeResultsApart();
    if (joins) {
      repeatForReaders();
      rowOps = RowOps(block);
    }
    for (auto [i, op] : llvm::enumerate(block))
      positions[&op] = i;
    for (Operation &op : llvm::reverse(block))
      if ((isFusable(&op) || rowOps.rowsOf(&op)) && !op.use_empty())
        place(&op);
    if (clusters.empty())
      return;
    BlockOrder order(block, std::move(clusters));
    if (joins) {
      mergeClusters(order);
      recompute(order, positions);
      order.moveToReaders();
    }
    for (OrderedNode &node : order.nodes())
      if (node.cluster)
        build(*node.cluster);
      else
        node.op->moveBefore(block.getTerminator());
  }

private:
  static bool isFusable(Operation *op) { return hasFormula(op) && !isScalarOp(op); }

  /// Gives each result of an op that has several an op of its own: loops have one space.
  void takeResultsApart() {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!isFusable(&op))
        continue;
      Operation *last = &op;
      for (OpResult result : llvm::drop_begin(op.getResults())) {
        if (result.use_empty())
          continue;
        Operation *copy = OpBuilder(last->getBlock(), std::next(last->getIterator())).clone(op);
        result.replaceAllUsesWith(copy->getResult(result.getResultNumber()));
        last = copy;
      }
    }
  }

  /// Gives each reader that may be fused a repetition, view or part of its own: these need no
  /// memory. Last to first, as what reads a view may be one.
  void repeatForReaders() {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (!isFusable(&op) || !(isRepetition(&op) || op.hasTrait<View>() || isPart(&op)))
        continue;
      for (OpResult result : op.getResults())
        for (OpOperand &use : llvm::make_early_inc_range(result.getUses()))
          if (use.getOwner()->getBlock() == &block && isFusable(use.getOwner()) &&
              !result.hasOneUse())
            use.set(OpBuilder(&op).clone(op)->getResult(result.getResultNumber()));
    }
  }

  /// The position at which a user reads: its cluster's, or that of the op in this block it is in.
  unsigned positionOf(Operation *user) const {
    if (Cluster *cluster = clusterOf.lookup(user))
      return positions.lookup(cluster->root());
    return positions.lookup(block.findAncestorOpInBlock(*user));
  }

  void place(Operation *op) {
    Operation *first = *llvm::min_element(
        op->getUsers(), [&](auto *a, auto *b) { return positionOf(a) < positionOf(b); });
    Cluster *cluster = clusterOf.lookup(first);
    bool isReadOutside = llvm::any_of(
        op->getUsers(), [&](Operation *user) { return clusterOf.lookup(user) != cluster; });
    const bool isJoined = cluster && joins && cluster->tryAdd(op, isReadOutside);
    if (!isJoined && (op->hasTrait<View>() || !isFusable(op)))
      return; // a kernel would copy it, or call what the runtime does better
    if (!isJoined)
      cluster = (clusters[op] = std::make_unique<Cluster>(op, rowOps)).get();
    clusterOf[op] = cluster;
  }

  /// Those whose readers compute them themselves.
  static void eraseUnused(SmallVectorImpl<Operation *> &members) {
    for (Operation *&op : llvm::reverse(members))
      if (op->use_empty()) {
        op->erase();
        op = nullptr;
      }
    llvm::erase(members, nullptr);
  }

  void build(Cluster &cluster) {
    cluster.settle();
    SmallVector<Operation *> members(cluster.members()); // its root may be erased here
    llvm::sort(members,
               [&](auto *a, auto *b) { return positions.lookup(a) < positions.lookup(b); });
    eraseUnused(members);
    if (members.size() == 1 && isOfOneElement(members.front()))
      return members.front()->moveBefore(block.getTerminator());
    llvm::SetVector<Value> inputs, outputs;
    for (Operation *op : members) {
      for (Value operand : op->getOperands())
        if (!cluster.contains(operand.getDefiningOp()) && !isSplat(operand))
          inputs.insert(operand);
      for (Value result : op->getResults())
        if (llvm::any_of(result.getUsers(), [&](auto *user) { return !cluster.contains(user); }))
          outputs.insert(result);
    }
    if (!outputs.empty()) // others may compute what they read themselves
      buildKernel(cluster, members, inputs.getArrayRef(), outputs.getArrayRef());
    for (Operation *op : llvm::reverse(members))
      op->erase();
  }

  void buildKernel(Cluster &cluster, ArrayRef<Operation *> members, ArrayRef<Value> inputs,
                   ArrayRef<Value> outputs) {
    OpBuilder builder(block.getTerminator());
    auto kernel =
        code::KernelOp::create(builder, members.back()->getLoc(), TypeRange(ValueRange(outputs)),
                               inputs, cluster.isByRows());
    fill(kernel, members, inputs, outputs);
    for (auto [old, fresh] : llvm::zip_equal(outputs, kernel.getOutputs()))
      Value(old).replaceUsesWithIf(
          fresh, [&](OpOperand &use) { return !cluster.contains(use.getOwner()); });
  }

  void fill(code::KernelOp kernel, ArrayRef<Operation *> members, ArrayRef<Value> inputs,
            ArrayRef<Value> outputs) {
    Block &body = kernel.getBody().emplaceBlock();
    IRMapping mapping;
    for (Value input : inputs)
      mapping.map(input, body.addArgument(input.getType(), kernel.getLoc()));
    OpBuilder builder = OpBuilder::atBlockEnd(&body);
    for (Operation *op : members) {
      for (Value operand : op->getOperands())
        if (!mapping.contains(operand))
          builder.clone(*operand.getDefiningOp(), mapping);
      builder.clone(*op, mapping);
    }
    SmallVector<Value> values;
    for (Value output : outputs)
      values.push_back(mapping.lookup(output));
    code::YieldOp::create(builder, kernel.getLoc(), values);
  }

  Block &block;
  bool joins;
  RowOps rowOps;
  DenseMap<Operation *, unsigned> positions;
  DenseMap<Operation *, Cluster *> clusterOf;
  DenseMap<Operation *, std::unique_ptr<Cluster>> clusters; // by their roots
};

struct FusePass : PassWrapper<FusePass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FusePass)
  StringRef getArgument() const override { return "fuse"; }
  StringRef getDescription() const override {
    return "Group operators that can be computed in one nest of loops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<code::CodeDialect>();
  }
  void runOnOperation() override { fuse(getOperation()); }
};

} // namespace

bool isScalarOp(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

static void makeKernels(func::FuncOp function, bool joins) {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) {
    if (!isa<code::KernelOp>(block->getParentOp()))
      blocks.push_back(block);
  });
  for (Block *block : blocks)
    BlockFuser(*block, joins).run();
}

void fuse(func::FuncOp function) { makeKernels(function, /*joins=*/true); }
void fuseNothing(func::FuncOp function) { makeKernels(function, /*joins=*/false); }

std::unique_ptr<Pass> createFusePass() { return std::make_unique<FusePass>(); }

} // namespace cotan
