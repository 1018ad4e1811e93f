// `cotan opt` under the name that scripts and editors of the MLIR world look for.
#include "../cotan/command.h"

#include "cotan/support/big_stack.h"

int main(int argc, char **argv) {
  int status = 0;
  cotan::runOnBigStack([&] { status = cotan::tool::optimizerMain(argc, argv, "cotan-opt"); });
  return status;
}
