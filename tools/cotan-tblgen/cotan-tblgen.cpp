// Generates from the ops' .td files what every front door needs. Each generator is a file beside
// this one, which registers itself.
#include "mlir/Tools/mlir-tblgen/MlirTblgenMain.h"

int main(int argc, char **argv) { return mlir::MlirTblgenMain(argc, argv); }
