// checkpoint_name: meaning and derivative. Signature and doc: checkpoint_name.td.
#include "cotan/ops/conversion/checkpoint_name.inc"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

Values CheckpointNameOp::decompose(RuleBuilder &b) { return {b(getX())}; }
Values CheckpointNameOp::vjp(RuleBuilder &b, ValueRange g) { return {b(g[0])}; }
