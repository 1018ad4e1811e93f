// adafactor_update: meaning. Signature and doc: adafactor.td.
#include "cotan/ops/optimizer/adafactor.inc"

#include "cotan/ops/optimizer/update.h"
#include "cotan/ops/reduction/vector_norm.h"

using namespace cotan;
using namespace cotan::composite;
using namespace mlir;

LogicalResult AdafactorUpdateOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                  Adaptor x, SmallVectorImpl<Type> &results) {
  auto rankOf = [](Value value) { return mlir::cast<RankedTensorType>(value.getType()).getRank(); };
  const int64_t rank = rankOf(x.getX());
  if (rank < 2)
    return emitOptionalError(loc, "x has ", rank, " axes, but must have at least 2");
  if (rankOf(x.getRows()) != rank - 1 || rankOf(x.getColumns()) != rank - 1)
    return emitOptionalError(loc, "rows and columns must have ", rank - 1, " axes, but have ",
                             rankOf(x.getRows()), " and ", rankOf(x.getColumns()));
  return inferUpdate<AdafactorUpdateOp>(loc, x, results, 3);
}

Sizes AdafactorUpdateOp::sizes(Adaptor, SizeRules &rules, unsigned result) {
  constexpr unsigned rowOperand = 2, columnOperand = 3, rateOperand = 4, stepOperand = 5;
  Sizes sizes = rules.commonSizes(2), rows = sizes, columns = sizes;
  rows.pop_back();
  columns.erase(columns.end() - 2);
  for (auto [operand, expected, what] :
       {std::tuple(rowOperand, &rows, "rows do not have the shape of x without its last axis"),
        std::tuple(columnOperand, &columns,
                   "columns do not have the shape of x without its last axis but one")})
    for (auto [axis, size] : llvm::enumerate(*expected))
      rules.requireEqual(size, rules.size(operand, axis), what);
  for (unsigned i : {rateOperand, stepOperand})
    rules.require(rules.rank(i) == 0 ? 1 : 0,
                  "the learning rate and the step must be one number each");
  return result == 0 ? sizes : result == 1 ? rows : columns;
}

/// The root of the mean of all squares.
static Expr rootMeanSquare(RuleBuilder &b, const Expr &x, Value like) {
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  return vectorNorm(x, 2, all) * rsqrt(countAlong(b, like, all, x.elementType()));
}

/// `x`, but at least `least`.
static Expr atLeast(const Expr &x, double least) { return where(x > least, x, least); }

Values AdafactorUpdateOp::decompose(RuleBuilder &b) {
  Type type = getX().getType().getElementType();
  Expr x = widened(b(getX())), g = widened(b(getG())), rate = widened(b(getLearningRate()));
  Expr step = stepNumber(b(getStep())), squares = square(g);
  const int64_t last = x.rank() - 1;
  const auto &semantics = mlir::cast<FloatType>(x.elementType()).getFloatSemantics();
  const double tiny = std::ldexp(1.0, 1 - int(llvm::APFloat::semanticsPrecision(semantics)));
  Expr share = castTo(pow(step, b.full(getRateDecay().convertToDouble(), step)), x.elementType());
  auto towards = [&](Value before, const Expr &now) {
    return (1.0 - share) * widened(b(before)) + share * now;
  };
  Expr rows = towards(getRows(), mean(squares, last)),
       columns = towards(getColumns(), mean(squares, last - 1));
  Expr whole = expand_dims(atLeast(mean(rows, last - 1, /*keepdims=*/true), tiny), last);
  Expr variance = expand_dims(rows, last) * expand_dims(columns, last - 1) / whole;
  Expr d = g * rsqrt(atLeast(variance, tiny * tiny));
  d = d / atLeast(rootMeanSquare(b, d, getX()) / getCut().convertToDouble(), 1.0);
  Expr scale = atLeast(rootMeanSquare(b, x, getX()), getLeastScale().convertToDouble());
  Expr kept = x - rate * getWeightDecay().convertToDouble() * x;
  return narrowedTo(type, {kept - scale * minimum(rate, castTo(rsqrt(step), x.elementType())) * d,
                           rows, columns});
}
