#include "cotan/driver/passes.h"

#include "cotan/autodiff/passes.h"
#include "cotan/batching/batch.h"
#include "cotan/batching/batch_loops.h"
#include "cotan/closures/functionalize.h"
#include "cotan/codegen/epilogue.h"
#include "cotan/codegen/fuse.h"
#include "cotan/codegen/gather_calls.h"
#include "cotan/codegen/overlap.h"
#include "cotan/codegen/place_updates.h"
#include "cotan/codegen/share_kernels.h"
#include "cotan/driver/resolve_functions.h"
#include "cotan/transforms/absorb_permutations.h"
#include "cotan/transforms/decompose.h"
#include "cotan/transforms/hoist_invariants.h"
#include "cotan/transforms/inline_calls.h"
#include "cotan/transforms/lift_cf.h"
#include "cotan/transforms/lower_flow.h"
#include "cotan/transforms/lower_for.h"
#include "cotan/transforms/lower_scan.h"
#include "cotan/transforms/merge_equal.h"
#include "cotan/transforms/merge_equal_functions.h"
#include "cotan/transforms/refine_sizes.h"
#include "cotan/transforms/remove_unread.h"
#include "cotan/transforms/replace_tail_calls.h"
#include "cotan/transforms/sum_after_loops.h"
#include "cotan/transforms/tensorize_numbers.h"
#include "cotan/transforms/unroll_recursion.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/Passes.h"

namespace cotan {

void registerPasses() {
  registerAutodiffPasses();
  mlir::registerPass(createAbsorbPermutationsPass);
  mlir::registerPass(createBatchLoopsPass);
  mlir::registerPass(createBatchPass);
  mlir::registerPass(createDecomposePass);
  mlir::registerPass(createFunctionalizePass);
  mlir::registerPass(createFusePass);
  mlir::registerPass(createGatherCallsPass);
  mlir::registerPass(createHoistInvariantsPass);
  mlir::registerPass(createInlineCallsPass);
  mlir::registerPass(createLiftCfPass);
  mlir::registerPass(createLowerFlowPass);
  mlir::registerPass(createLowerForPass);
  mlir::registerPass(createLowerScanPass);
  mlir::registerPass(createMergeEqualFunctionsPass);
  mlir::registerPass(createMergeEqualPass);
  mlir::registerPass(createOverlapPass);
  mlir::registerPass(createPlaceEpiloguesPass);
  mlir::registerPass(createPlaceUpdatesPass);
  mlir::registerPass(createRefineSizesPass);
  mlir::registerPass(createRemoveUnreadPass);
  mlir::registerPass(createReplaceTailCallsPass);
  mlir::registerPass(createResolveFunctionsPass);
  mlir::registerPass(createShareKernelsPass);
  mlir::registerPass(createSumAfterLoopsPass);
  mlir::registerPass(createTensorizeNumbersPass);
  mlir::registerPass(createUnrollRecursionPass);
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerInlinerPass();
  mlir::registerLoopInvariantCodeMotionPass();
  mlir::registerSCCPPass();
  mlir::registerSymbolDCEPass();
}

} // namespace cotan
