#include "cotan/codegen/epilogue.h"

#include "cotan/codegen/frame_plan.h"
#include "cotan/codegen/kernel.h"
#include "cotan/codegen/overwrite.h"
#include "cotan/ir/types.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace cotan {
namespace {

/// How many ops behind a product are searched for its kernel.
constexpr unsigned longestWayToKernel = 64;

/// Products of enough rows to be split by them alone, with a right side that stays in the cache.
bool isLarge(const MatrixProduct &product) {
  constexpr int64_t manyRows = 256, mostElements = 1 << 20, leastWork = 1 << 20;
  const auto &[m, n, k, steps, batches] = product;
  return m >= manyRows && n > 1 && k > 1 && n <= mostElements && k <= mostElements &&
         n * k <= mostElements && m * (n * k) >= leastWork;
}

std::optional<MatrixProduct> largeProduct(Operation *op) {
  auto call = dyn_cast<CallsRuntime>(op);
  if (!call || hasFormula(op))
    return std::nullopt;
  std::optional<MatrixProduct> product = call.runtimeCall().product;
  Type element = product ? getElementTypeOrSelf(op->getResult(0).getType()) : Type();
  // Small tensors are in a frame that is planned for one op after the other.
  if (!product || !product->turned() || !isLarge(*product) ||
      !(element.isF32() || element.isF64()) || llvm::any_of(op->getOperandTypes(), isSmallTensor))
    return std::nullopt;
  return product;
}

bool isViewOf(Operation *view, Operation *op) {
  return sharesMemory(view) && rootOf(view->getResult(0)) == op->getResult(0);
}

bool readsResult(Operation *reader, Operation *op) {
  return llvm::any_of(reader->getOperands(),
                      [&](Value x) { return rootOf(x) == op->getResult(0); });
}

/// How many pieces of the kernel's work read one row of the product; 0 if they need more than that.
int64_t piecesPerRow(code::KernelOp kernel, Operation *op, const MatrixProduct &product) {
  KernelSpace space(kernel);
  auto type = cast<RankedTensorType>(space.value.getType());
  if (space.isByRows || space.isInterleaved || !type.hasStaticShape() ||
      type.getNumElements() != product.m * product.n)
    return 0;
  for (auto [i, input] : llvm::enumerate(kernel.getInputs())) {
    // The kernel may write over what it reads: that must not be read by later rows of the product.
    bool isOperand =
        llvm::any_of(op->getOperands(), [&](Value x) { return rootOf(x) == rootOf(input); });
    if (isOperand || (rootOf(input) == op->getResult(0) && !isReadInPlace(kernel, i)))
      return 0;
  }
  if (space.isFlat)
    return product.n;
  const int64_t last = int64_t(space.rank()) - 1;
  const bool isByRows = space.reduced.empty() || ArrayRef(space.reduced) == ArrayRef(last);
  if (last < 1 || !isByRows)
    return 0;
  const int64_t length = type.getDimSize(last);
  return length > 0 && product.n % length == 0 ? product.n / length : 0;
}

/// Moves kernels in one block.
class Placer {
public:
  explicit Placer(Block &block) : block(block) {}

  void run() {
    SmallVector<std::pair<Operation *, MatrixProduct>> products; // in an order that will change
    for (Operation &op : block)
      if (auto product = largeProduct(&op))
        products.push_back({&op, *product});
    for (auto &[op, product] : products)
      place(op, product);
  }

private:
  /// The first kernel that reads the product, if nothing else reads it before.
  code::KernelOp findKernel(Operation *op) {
    Operation *next = op->getNextNode();
    for (unsigned i = 0; next && i < longestWayToKernel; ++i, next = next->getNextNode()) {
      if (readsResult(next, op) && !sharesMemory(next))
        return dyn_cast<code::KernelOp>(next);
      if (next->getNumRegions() > 0 && !isa<code::KernelOp>(next))
        return nullptr; // control flow may read it inside
    }
    return nullptr;
  }

  void place(Operation *op, const MatrixProduct &product) {
    code::KernelOp kernel = findKernel(op);
    if (!kernel || placed.contains(kernel) || !piecesPerRow(kernel, op, product))
      return;
    // What the kernel needs is made before the product, but for views of it.
    SmallVector<Operation *> views, needed;
    DenseSet<Operation *> makers;
    auto addMakers = [&](Operation *reader) {
      for (Value operand : reader->getOperands())
        makers.insert(operand.getDefiningOp());
    };
    addMakers(kernel);
    for (Operation *between = kernel->getPrevNode(); between != op;
         between = between->getPrevNode()) {
      if (!makers.contains(between))
        continue;
      const bool isView = isViewOf(between, op);
      if (!isMemoryEffectFree(between) || (!isView && readsResult(between, op)))
        return;
      (isView ? views : needed).push_back(between);
      addMakers(between);
    }
    for (Operation *maker : llvm::reverse(needed))
      maker->moveBefore(op);
    Operation *last = op;
    for (Operation *view : llvm::reverse(views)) {
      view->moveAfter(last);
      last = view;
    }
    kernel->moveAfter(last);
    placed.insert(kernel);
  }

  Block &block;
  DenseSet<Operation *> placed; // a kernel that reads two products stands behind one
};

struct PlaceEpiloguesPass : PassWrapper<PlaceEpiloguesPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlaceEpiloguesPass)
  StringRef getArgument() const override { return "place-epilogues"; }
  StringRef getDescription() const override {
    return "Move kernels behind the products that they can be run with";
  }
  void runOnOperation() override { placeEpilogues(getOperation()); }
};

} // namespace

Epilogue epilogueOf(Operation *op) {
  std::optional<MatrixProduct> product = largeProduct(op);
  if (!product)
    return {};
  Operation *next = op->getNextNode();
  while (next && isViewOf(next, op))
    next = next->getNextNode();
  auto kernel = dyn_cast_or_null<code::KernelOp>(next);
  int64_t pieces = kernel && readsResult(kernel, op) ? piecesPerRow(kernel, op, *product) : 0;
  return pieces ? Epilogue{kernel, *product, pieces} : Epilogue();
}

void placeEpilogues(func::FuncOp function) {
  function.walk([](Block *block) {
    if (!isa<code::KernelOp>(block->getParentOp()))
      Placer(*block).run();
  });
}

std::unique_ptr<Pass> createPlaceEpiloguesPass() { return std::make_unique<PlaceEpiloguesPass>(); }

} // namespace cotan
