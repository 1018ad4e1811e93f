#include "cotan/driver/passes.h"

#include "cotan/autodiff/passes.h"

#include "mlir/Transforms/Passes.h"

namespace cotan {

void registerPasses() {
  registerAutodiffPasses();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerInlinerPass();
  mlir::registerLoopInvariantCodeMotionPass();
  mlir::registerSCCPPass();
  mlir::registerSymbolDCEPass();
}

} // namespace cotan
