// Which operators have a batching rule, and which are run lane by lane.
#include "cotan/driver/registry.h"
#include "cotan/ir/composite/composite_dialect.h"
#include "cotan/ir/interfaces/op_interfaces.h"
#include "cotan/ir/prim/prim_dialect.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace cotan {
namespace {

struct ByRule {
  std::vector<std::string> withoutKernel, laneByLane;
};

ByRule opsWithoutRule() {
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadDialect<prim::PrimDialect, composite::CompositeDialect>();
  ByRule found;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    StringRef dialect = op.getDialectNamespace();
    if ((dialect != "prim" && dialect != "composite") || op.hasTrait<Elementwise>() ||
        op.hasInterface<Batchable>())
      continue;
    if (!op.hasInterface<Decomposable>())
      found.laneByLane.push_back(op.getStringRef().str());
    else if (op.hasInterface<CallsRuntime>())
      found.withoutKernel.push_back(op.getStringRef().str());
  }
  llvm::sort(found.withoutKernel);
  llvm::sort(found.laneByLane);
  return found;
}

// What takes a tensor and has no rule is slow in a batch: a new one is to be noticed here.
TEST(Batch, AllOpsOfTensorsHaveARule) {
  ByRule ops = opsWithoutRule();
  EXPECT_EQ(ops.laneByLane, (std::vector<std::string>{
                                "prim.broadcast_shapes", // of shapes that differ between lanes
                                "prim.constant",         // takes nothing
                                "prim.iota"}));          // of a shape that differs between lanes
  // Of other composite ops the parts are batched; these lose a kernel of their own.
  EXPECT_EQ(ops.withoutKernel, (std::vector<std::string>{"composite.conv_permuted"}));
}

} // namespace
} // namespace cotan
