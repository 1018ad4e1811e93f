#include "cotan/autodiff/custom_series.h"

#include "cotan/ir/calls.h"
#include "cotan/ir/types.h"
#include "cotan/ops/op_rules.h"

using namespace mlir;

namespace cotan {
namespace {

SmallVector<Value> floatsOf(ValueRange values) {
  return llvm::filter_to_vector(values, [](Value x) { return carriesDerivative(x.getType()); });
}

llvm::BitVector floatsAmong(TypeRange types) {
  llvm::BitVector floats;
  for (Type type : types)
    floats.push_back(carriesDerivative(type));
  return floats;
}

/// What the rule takes: x and x'.
SmallVector<Value> operandsOf(flow::CustomCallOp call, Series &series) {
  SmallVector<Value> operands(call.getOperands());
  for (Value x : floatsOf(call.getOperands()))
    operands.push_back(series.coefficientOrZeros(x, 1));
  return operands;
}

CurveOfResults firstOrder(flow::CustomCallOp call, func::FuncOp rule, Series &series) {
  auto made = func::CallOp::create(series.builder(), call.getLoc(), rule, operandsOf(call, series));
  const unsigned count = call.getNumResults();
  return {made.getResults().take_front(count),
          SmallVector<Value>(made.getResults().drop_front(count))};
}

/// The coefficients of y' are those of the rule, a function like any other, along the curves x and
/// x'. Coefficient k of x' is k + 1 times coefficient k + 1 of x; the last one is not known, and
/// not needed: k times coefficient k of y is coefficient k - 1 of y'.
CurveOfResults higherOrders(flow::CustomCallOp call, func::FuncOp rule, Series &series,
                            MovedFunctions &functions) {
  const unsigned order = series.order(), count = call.getNumResults();
  RuleBuilder b(series.builder(), call.getLoc());
  auto multiple = [&](double factor, Value value) { return (factor * b(value)).value(); };
  const MovedFunction &moved = functions.of(
      ActiveCall(rule, floatsAmong(rule.getArgumentTypes()), floatsAmong(rule.getResultTypes())));
  SmallVector<Value> operands = operandsOf(call, series);
  for (Value x : floatsOf(call.getOperands()))
    for (unsigned k = 1; k <= order; ++k)
      operands.push_back(series.coefficientOrZeros(x, k));
  for (Value x : floatsOf(call.getOperands()))
    for (unsigned k = 1; k <= order; ++k)
      operands.push_back(k < order ? multiple(k + 1, series.coefficientOrZeros(x, k + 1))
                                   : b.zerosLike(x).value());
  auto made = func::CallOp::create(series.builder(), call.getLoc(), moved.type.getResults(),
                                   func::FuncOp(moved.function).getName(), operands);
  CurveOfResults curve{made.getResults().take_front(count), {}};
  ValueRange slopes = made.getResults().slice(count, floatsOf(call.getResults()).size());
  ValueRange further = made.getResults().take_back(slopes.size() * order); // coefficients of y'
  for (auto [i, slope] : llvm::enumerate(slopes)) {
    curve.coefficients.push_back(slope);
    for (unsigned k = 2; k <= order; ++k)
      curve.coefficients.push_back(multiple(1.0 / k, further[i * order + k - 2]));
  }
  return curve;
}

} // namespace

CurveOfResults callJvp(flow::CustomCallOp call, Series &series, MovedFunctions &functions) {
  func::FuncOp rule = functionNamed(call, call.getJvpAttr());
  return series.order() == 1 ? firstOrder(call, rule, series)
                             : higherOrders(call, rule, series, functions);
}

} // namespace cotan
