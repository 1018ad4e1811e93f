#include "cotan/ops/basic_ops.h"

#include "cotan/ir/interfaces/basic_ops.h"
#include "cotan/ops/op_evaluation.h"
#include "cotan/ops/op_rules.h"

#define GET_OP_CLASSES
#include "cotan/ops/arithmetic/arithmetic.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/complex/complex.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/conversion/cast.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/creation/constant.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/layout/broadcast.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/layout/concat.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/layout/reshape.h.inc"
#define GET_OP_CLASSES
#include "cotan/ops/logic/logic.h.inc"

using namespace mlir;

namespace cotan::ops {
namespace {

struct PrimitiveOps : BasicOps {
  explicit PrimitiveOps(Dialect *dialect) : BasicOps(dialect) {}

  Operation *constant(OpBuilder &b, Location loc, DenseElementsAttr value) const override {
    return prim::ConstantOp::create(b, loc, value.getType(), value);
  }
  Value shape(OpBuilder &b, Location loc, Value x) const override {
    return prim::ShapeOp::create(b, loc, x);
  }
  Value reshape(OpBuilder &b, Location loc, Type type, Value x, Value shape) const override {
    return prim::ReshapeOp::create(b, loc, type, x, shape);
  }
  Value broadcast(OpBuilder &b, Location loc, Type type, Value x, Value shape) const override {
    return prim::BroadcastOp::create(b, loc, type, x, shape);
  }
  Value concat(OpBuilder &b, Location loc, Type type, ValueRange vectors) const override {
    return prim::ConcatOp::create(b, loc, type, vectors, /*axis=*/0);
  }
  Value broadcastShapes(OpBuilder &b, Location loc, Type type, ValueRange shapes) const override {
    return prim::BroadcastShapesOp::create(b, loc, type, shapes);
  }
  Value add(OpBuilder &b, Location loc, Value x, Value y) const override {
    auto type = cast<RankedTensorType>(x.getType());
    if (!isStorageOnly(type.getElementType()))
      return prim::AddOp::create(b, loc, x, y);
    // Cotangents: they are added in f32.
    auto wide = type.clone(b.getF32Type());
    Value sum = prim::AddOp::create(b, loc, prim::CastOp::create(b, loc, wide, x),
                                    prim::CastOp::create(b, loc, wide, y));
    return prim::CastOp::create(b, loc, type, sum);
  }
  Value subtract(OpBuilder &b, Location loc, Value x, Value y) const override {
    return prim::SubOp::create(b, loc, x, y);
  }
  Value real(OpBuilder &b, Location loc, Value z) const override {
    return composite::RealOp::create(b, loc, z);
  }
  Value imag(OpBuilder &b, Location loc, Value z) const override {
    return composite::ImagOp::create(b, loc, z);
  }
  Value complex(OpBuilder &b, Location loc, Value re, Value im) const override {
    return composite::ComplexOp::create(b, loc, re, im);
  }
  Value logicalNot(OpBuilder &b, Location loc, Value x) const override {
    return prim::NotOp::create(b, loc, x);
  }
};

} // namespace

void addBasicOps(Dialect &prim) { prim.addInterfaces<PrimitiveOps>(); }

} // namespace cotan::ops
