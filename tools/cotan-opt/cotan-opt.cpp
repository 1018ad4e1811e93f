// MLIR's optimizer driver with Cotan's dialects and passes.
#include "cotan/driver/passes.h"
#include "cotan/driver/registry.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  cotan::registerEverything(registry);
  cotan::registerPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Cotan optimizer driver\n", registry));
}
