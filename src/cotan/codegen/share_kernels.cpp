#include "cotan/codegen/share_kernels.h"

#include "cotan/codegen/kernel.h"
#include "cotan/codegen/kernel_key.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

using namespace mlir;

namespace cotan {
namespace {

/// Fewer are left alone: a constant may save work in each of them.
constexpr size_t leastKernels = 4;

SmallVector<Operation *> integersOf(code::KernelOp kernel) {
  SmallVector<Operation *> integers;
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (isInteger(op))
      integers.push_back(&op);
  return integers;
}

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
  llvm::MapVector<KernelKey, Kernels, std::map<KernelKey, unsigned>> groups;
  function.walk([&](code::KernelOp kernel) {
    if (KernelSpace(kernel).rank() > 0 && !integersOf(kernel).empty()) // others are inlined
      groups[keyWithoutIntegers(kernel)].push_back(kernel);
  });
  for (auto &[key, kernels] : groups)
    share(kernels);
}

std::unique_ptr<Pass> createShareKernelsPass() { return std::make_unique<ShareKernelsPass>(); }

} // namespace cotan
