// What recurrent networks share: cells and sequences of turns, of one gate or several.
#pragma once

#include "cotan/ops/op_rules.h"

#include "mlir/IR/TypeUtilities.h"

namespace cotan {

/// How the operands of a cell or a sequence lie: x, the states, two weights, biases, lengths.
struct RecurrentLayout {
  unsigned gates, states = 1, biases = 0;
  bool isSequence = false, hasLengths = false;

  template <typename Adaptor> RecurrentLayout with(Adaptor x) const {
    RecurrentLayout layout = *this;
    layout.biases = unsigned(bool(x.getBiasIh())) + unsigned(bool(x.getBiasHh()));
    if constexpr (requires { x.getLengths(); })
      layout.hasLengths = bool(x.getLengths());
    return layout;
  }
};

/// Fails, at `loc`, if operands have other numbers of axes or several element types.
llvm::LogicalResult verifyRecurrent(std::optional<mlir::Location> loc, mlir::ValueRange operands,
                                    const RecurrentLayout &layout);
llvm::LogicalResult verifyNonlinearity(std::optional<mlir::Location> loc, llvm::StringRef name);
/// The sizes of each state.
Sizes sizesOfState(SizeRules &rules, const RecurrentLayout &layout);

template <typename Op>
llvm::LogicalResult inferRecurrent(std::optional<mlir::Location> loc, typename Op::Adaptor x,
                                   const RecurrentLayout &layout,
                                   llvm::SmallVectorImpl<mlir::Type> &results) {
  if (failed(verifyRecurrent(loc, x.getOperands(), layout.with(x))))
    return llvm::failure();
  if constexpr (requires { x.getNonlinearity(); })
    if (failed(verifyNonlinearity(loc, x.getNonlinearity())))
      return llvm::failure();
  llvm::SmallVector<mlir::Type> types(layout.states + unsigned(layout.isSequence),
                                      mlir::getElementTypeOrSelf(x.getX()));
  return inferTypes<Op>(loc, x, types, results);
}

/// What the gates are made of; f16 and bf16 are computed in f32.
class Products {
public:
  template <typename Op>
  Products(Op op, RuleBuilder &b)
      : element(op.getX().getType().getElementType()), x(widened(b(op.getX()))),
        ofInput(widened(b(op.getWeightIh()))), ofState(widened(b(op.getWeightHh()))) {
    if (op.getBiasIh())
      biasOfInput = widened(b(op.getBiasIh()));
    if (op.getBiasHh())
      biasOfState = widened(b(op.getBiasHh()));
  }

  Expr input() const { return total(product(x, ofInput), biasOfInput); }
  Expr state(const Expr &h) const { return total(product(h, ofState), biasOfState); }
  /// Of a network that only asks for their sum.
  Expr inputAndBiases() const { return total(input(), biasOfState); }
  Expr stateAlone(const Expr &h) const { return product(h, ofState); }
  /// The results in the type of the operands.
  Values narrowed(const Exprs &results) const;

private:
  static Expr product(const Expr &x, const Expr &weight);

  mlir::Type element;
  Expr x, ofInput, ofState, biasOfInput, biasOfState;
};

/// The next states, of gates one behind the other along the last axis.
Exprs nextOfRnn(llvm::StringRef nonlinearity, const Expr &gate);
Exprs nextOfLstm(const Expr &gates, const Expr &c);
Exprs nextOfGru(const Expr &fromInput, const Expr &fromState, const Expr &h);

} // namespace cotan
