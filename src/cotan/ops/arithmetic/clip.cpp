// clip: meaning. Signature and doc: clip.td.
#include "cotan/ops/arithmetic/clip.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values ClipOp::decompose(RuleBuilder &b) {
  return {minimum(maximum(b(getX()), b(getLow())), b(getHigh()))};
}
