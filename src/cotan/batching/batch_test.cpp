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
  std::vector<std::string> decomposed, laneByLane;
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
    auto &list = op.hasInterface<Decomposable>() ? found.decomposed : found.laneByLane;
    list.push_back(op.getStringRef().str());
  }
  llvm::sort(found.decomposed);
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
  EXPECT_EQ(ops.decomposed, (std::vector<std::string>{"composite.allclose",
                                                      "composite.batch_norm",
                                                      "composite.conv_permuted",
                                                      "composite.diag_embed",
                                                      "composite.diagonal",
                                                      "composite.dropout",
                                                      "composite.empty",
                                                      "composite.expand",
                                                      "composite.huber",
                                                      "composite.kron",
                                                      "composite.linspace",
                                                      "composite.masked_fill",
                                                      "composite.masked_select",
                                                      "composite.mse",
                                                      "composite.nonzero",
                                                      "composite.random_int",
                                                      "composite.rank",
                                                      "composite.reduce_window",
                                                      "composite.repeat_interleave",
                                                      "composite.roll",
                                                      "composite.size",
                                                      "composite.slice_assign",
                                                      "composite.tile",
                                                      "composite.unique",
                                                      "composite.window_extremum"}));
}

} // namespace
} // namespace cotan
