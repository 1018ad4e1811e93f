// The few ops that every rule is made with, whatever it computes: this layer lies below the classes
// of ops, which say what they are (ops/basic_ops.cpp).
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectInterface.h"

namespace cotan {

class BasicOps : public mlir::DialectInterface::Base<BasicOps> {
public:
  using Base::Base;
  using Builder = mlir::OpBuilder;
  using Location = mlir::Location;
  using Type = mlir::RankedTensorType;
  using Value = mlir::Value;

  /// Of the dialect that is loaded.
  static const BasicOps &in(mlir::MLIRContext *context);

  virtual mlir::Operation *constant(Builder &, Location, mlir::DenseElementsAttr value) const = 0;
  /// The sizes of `x`, one i64 per axis.
  virtual Value shape(Builder &, Location, Value x) const = 0;
  /// The same elements under this type; `shape`, which may be null, gives its open sizes.
  virtual Value reshape(Builder &, Location, Type, Value x, Value shape) const = 0;
  /// Repeated to this type; `shape` as above.
  virtual Value broadcast(Builder &, Location, Type, Value x, Value shape) const = 0;
  /// Vectors one behind the other.
  virtual Value concat(Builder &, Location, Type, mlir::ValueRange vectors) const = 0;
  /// What shapes are together.
  virtual Value broadcastShapes(Builder &, Location, Type, mlir::ValueRange shapes) const = 0;
  virtual Value add(Builder &, Location, Value x, Value y) const = 0;
  virtual Value subtract(Builder &, Location, Value x, Value y) const = 0;
  /// The parts of complex numbers, and complex numbers of their parts.
  virtual Value real(Builder &, Location, Value z) const = 0;
  virtual Value imag(Builder &, Location, Value z) const = 0;
  virtual Value complex(Builder &, Location, Value re, Value im) const = 0;
  virtual Value logicalNot(Builder &, Location, Value x) const = 0;
};

/// A value that stands where there is none: zeros, of size 0 where the type leaves it open.
mlir::Value noValue(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type);

} // namespace cotan
