#include "cotan/driver/passes.h"

#include "cotan/transforms/decompose.h"

#include "mlir/Transforms/Passes.h"

namespace cotan {

void registerPasses() {
  mlir::registerPass(createDecomposePass);
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerInlinerPass();
  mlir::registerLoopInvariantCodeMotionPass();
  mlir::registerSCCPPass();
  mlir::registerSymbolDCEPass();
}

} // namespace cotan
