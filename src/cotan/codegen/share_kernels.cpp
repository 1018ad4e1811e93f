#include "cotan/codegen/share_kernels.h"

#include "cotan/codegen/kernel.h"
#include "cotan/ir/code/code.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

using namespace mlir;

namespace cotan {
namespace {

/// Fewer are left alone: a constant may save work in each of them.
constexpr size_t leastKernels = 4;

bool isInteger(Operation &op) {
  auto type =
      op.getNumResults() == 1 ? dyn_cast<RankedTensorType>(op.getResult(0).getType()) : nullptr;
  return type && type.getRank() == 0 && type.getElementType().isInteger() &&
         op.hasTrait<OpTrait::ConstantLike>();
}

SmallVector<Operation *> integersOf(code::KernelOp kernel) {
  SmallVector<Operation *> integers;
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (isInteger(op))
      integers.push_back(&op);
  return integers;
}

/// All that is said of a kernel but for its integers and what it reads.
using Key = std::vector<const void *>;

class KeyWriter {
public:
  Key write(code::KernelOp kernel) {
    key.push_back(kernel->getAttrDictionary().getAsOpaquePointer());
    Block &body = kernel.getBody().front();
    for (Value argument : body.getArguments())
      define(argument);
    for (Operation &op : body)
      write(op);
    return std::move(key);
  }

private:
  void write(Operation &op) {
    key.push_back(op.getName().getAsOpaquePointer());
    key.push_back(isInteger(op) ? nullptr : op.getAttrDictionary().getAsOpaquePointer());
    for (Value operand : op.getOperands())
      key.push_back(reinterpret_cast<const void *>(numbers.lookup(operand)));
    for (Value result : op.getResults())
      define(result);
  }

  void define(Value value) {
    numbers[value] = numbers.size() + 1;
    key.push_back(value.getType().getAsOpaquePointer());
  }

  Key key;
  DenseMap<Value, uintptr_t> numbers;
};

using Kernels = SmallVector<code::KernelOp>;

/// Which integers are not the same in all, and whether enough kernels differ in them.
SmallVector<unsigned> findDifferent(ArrayRef<SmallVector<Operation *>> integers) {
  SmallVector<unsigned> different;
  std::set<std::vector<const void *>> variants;
  auto attributesOf = [](Operation *op) { return op->getAttrDictionary(); };
  for (unsigned i = 0; i < integers.front().size(); ++i)
    if (!llvm::all_of(integers, [&](auto &own) {
          return attributesOf(own[i]) == attributesOf(integers.front()[i]);
        }))
      different.push_back(i);
  for (auto &own : integers) {
    std::vector<const void *> variant;
    for (unsigned i : different)
      variant.push_back(attributesOf(own[i]).getAsOpaquePointer());
    variants.insert(std::move(variant));
  }
  return variants.size() < leastKernels ? SmallVector<unsigned>() : different;
}

/// The integer becomes an operand. It is made at the begin of the block: what stands together there
/// stays together.
void takeOut(Operation *integer, code::KernelOp kernel) {
  OpBuilder builder = OpBuilder::atBlockBegin(kernel->getBlock());
  kernel.getInputsMutable().append(builder.clone(*integer)->getResult(0));
  Value argument =
      kernel.getBody().front().addArgument(integer->getResult(0).getType(), integer->getLoc());
  integer->getResult(0).replaceAllUsesWith(argument);
  integer->erase();
}

void share(const Kernels &kernels) {
  if (kernels.size() < leastKernels)
    return;
  SmallVector<SmallVector<Operation *>> integers;
  for (code::KernelOp kernel : kernels)
    integers.push_back(integersOf(kernel));
  for (unsigned i : findDifferent(integers))
    for (auto [own, kernel] : llvm::zip_equal(integers, kernels))
      takeOut(own[i], kernel);
}

struct ShareKernelsPass : PassWrapper<ShareKernelsPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShareKernelsPass)
  StringRef getArgument() const override { return "share-kernels"; }
  StringRef getDescription() const override {
    return "Make kernels equal that differ in integers only";
  }
  void runOnOperation() override { shareKernels(getOperation()); }
};

} // namespace

void shareKernels(func::FuncOp function) {
  llvm::MapVector<Key, Kernels, std::map<Key, unsigned>> groups;
  function.walk([&](code::KernelOp kernel) {
    if (KernelSpace(kernel).rank() > 0 && !integersOf(kernel).empty()) // others are inlined
      groups[KeyWriter().write(kernel)].push_back(kernel);
  });
  for (auto &[key, kernels] : groups)
    share(kernels);
}

std::unique_ptr<Pass> createShareKernelsPass() { return std::make_unique<ShareKernelsPass>(); }

} // namespace cotan
