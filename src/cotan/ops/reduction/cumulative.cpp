// cumsum, cumprod, cummax, cummin, linear_recurrence: meaning and derivative. Signature and doc:
// cumulative.td.
#include "cotan/ops/reduction/cumulative.inc"

#include "cotan/ops/layout/checks.h"
#include "cotan/ops/reduction/axes.h"
#include "cotan/ops/reduction/running.h"

using namespace cotan;
using namespace cotan::prim;
using namespace mlir;

namespace {

/// How an op runs along its axis.
template <typename Op> Running runOf(Op op) {
  return {int64_t(op.getAxis()), op.getReverse(), op.getExclusive()};
}

/// What reaches h of h[i] = a[i] * h[i - 1] + b[i] when `g` reaches the result of `op`, which runs
/// along with that recurrence: s[i] = g[i] + a[i + 1] * s[i + 1], or g[i + 1] if `op` is exclusive.
template <typename Op> Expr runBack(Op op, const Expr &a, const Expr &g) {
  if (op.getExclusive())
    return linear_recurrence(a, g, op.getAxis(), !op.getReverse(), /*exclusive=*/true);
  return g + linear_recurrence(a, a * g, op.getAxis(), !op.getReverse(), /*exclusive=*/true);
}

/// How the result of a running extremum follows from x. It is constant over stretches of the axis;
/// the elements that equal it are its winners, and share what their stretch receives from there on.
struct Stretches {
  Expr wins;      // 1 where x equals the extremum so far, else 0
  Expr continues; // 1 where the extremum is the one of the element before, else 0
  Expr count;     // the winners so far that the result at each place is shared by
};

template <typename Op, typename F> Stretches findStretches(Op op, RuleBuilder &b, F cumulative) {
  Expr x = b(op.getX()), y = b(op.getY());
  Expr other = cumulative(x, op.getAxis(), op.getReverse(), !op.getExclusive());
  Expr current = op.getExclusive() ? other : y, before = op.getExclusive() ? y : other;
  Expr wins = castTo(eq(x, current), x.elementType());
  Expr continues = castTo(eq(current, before), x.elementType());
  Expr count = linear_recurrence(continues, wins, op.getAxis(), op.getReverse(), op.getExclusive());
  return {wins, continues, maximum(count, 1.0)};
}

template <typename Op, typename F>
Values extremumVjp(Op op, RuleBuilder &b, ValueRange g, F cumulative) {
  Stretches stretches = findStretches(op, b, cumulative);
  return {stretches.wins * runBack(op, stretches.continues, b(g[0]) / stretches.count)};
}

template <typename Op, typename F>
Values extremumJvp(Op op, RuleBuilder &b, ValueRange tangents, F cumulative) {
  Stretches stretches = findStretches(op, b, cumulative);
  Expr total = linear_recurrence(stretches.continues, stretches.wins * b(tangents[0]), op.getAxis(),
                                 op.getReverse(), op.getExclusive());
  return {total / stretches.count};
}

} // namespace

#define COTAN_CUMULATIVE(OP, FUNCTION)                                                             \
  LogicalResult OP::verify() {                                                                     \
    return verifyAxes(getLoc(), int64_t(getAxis()), getType().getRank());                          \
  }                                                                                                \
  RuntimeCall OP::runtimeCall() {                                                                  \
    return {FUNCTION, {int64_t(getAxis()), getReverse(), getExclusive()}};                         \
  }                                                                                                \
  Sizes OP::sizes(SizeRules &rules, unsigned) {                                                    \
    return rules.commonSizes((*this)->getNumOperands());                                           \
  }
COTAN_CUMULATIVE(CumsumOp, "cotan_cumsum")
COTAN_CUMULATIVE(CumprodOp, "cotan_cumprod")
COTAN_CUMULATIVE(CummaxOp, "cotan_cummax")
COTAN_CUMULATIVE(CumminOp, "cotan_cummin")
COTAN_CUMULATIVE(LinearRecurrenceOp, "cotan_linear_recurrence")

Arrays CumsumOp::evaluate(ArrayRef<Array> x) { return runningSum(runOf(*this), x[0]); }

Values CumsumOp::vjp(RuleBuilder &b, ValueRange g) {
  return {cumsum(b(g[0]), getAxis(), !getReverse(), getExclusive())};
}

Arrays CumprodOp::evaluate(ArrayRef<Array> x) {
  return accumulate(
      runOf(*this), x[0], [](auto) { return 1; }, [](auto a, auto b) { return wrap(a) * wrap(b); });
}

// The product of all before times what the product so far would receive: no division by x.
Values CumprodOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr x = b(getX());
  Expr before = getExclusive() ? b(getY()) : cumprod(x, getAxis(), getReverse(), true);
  return {before * runBack(*this, x, b(g[0]))};
}

Values CumprodOp::jvp(RuleBuilder &b, ValueRange tangents) {
  Expr x = b(getX());
  Expr before = getExclusive() ? b(getY()) : cumprod(x, getAxis(), getReverse(), true);
  return {linear_recurrence(x, b(tangents[0]) * before, getAxis(), getReverse(), getExclusive())};
}

Arrays CummaxOp::evaluate(ArrayRef<Array> x) {
  return accumulate(
      runOf(*this), x[0], [](auto zero) { return lowest<decltype(zero)>(); },
      [](auto a, auto b) { return larger(a, b); });
}

Values CummaxOp::vjp(RuleBuilder &b, ValueRange g) { return extremumVjp(*this, b, g, cummax); }
Values CummaxOp::jvp(RuleBuilder &b, ValueRange tangents) {
  return extremumJvp(*this, b, tangents, cummax);
}

Arrays CumminOp::evaluate(ArrayRef<Array> x) {
  return accumulate(
      runOf(*this), x[0], [](auto zero) { return highest<decltype(zero)>(); },
      [](auto a, auto b) { return smaller(a, b); });
}

Values CumminOp::vjp(RuleBuilder &b, ValueRange g) { return extremumVjp(*this, b, g, cummin); }
Values CumminOp::jvp(RuleBuilder &b, ValueRange tangents) {
  return extremumJvp(*this, b, tangents, cummin);
}

Arrays LinearRecurrenceOp::evaluate(ArrayRef<Array> operands) {
  const Array &a = operands[0], &b = operands[1];
  needFit(*this, operands);
  Array h(a.dtype(), a.shape());
  const RunningLine line(runOf(*this), a.shape());
  visitNumber(a.dtype(), [&](auto element) {
    using T = decltype(element);
    auto factors = a.values<T>(), terms = b.values<T>();
    auto to = h.mutableValues<T>();
    forEachLine(a.shape(), getAxis(), [&](int64_t start) {
      long double sofar = 0;
      for (int64_t i = 0; i < line.size; ++i) {
        const int64_t position = line.position(start, i);
        const long double next = factors[position] * sofar + terms[position];
        to[position] = static_cast<T>(getExclusive() ? sofar : next);
        sofar = next;
      }
    });
  });
  return {h};
}

// Of h[i] = a[i] * h[i - 1] + b[i]: what reaches h[i] reaches b[i], and a[i] times h[i - 1].
Values LinearRecurrenceOp::vjp(RuleBuilder &b, ValueRange g) {
  Expr a = b(getA()), db = runBack(*this, a, b(g[0])), da;
  if (b.needs(0)) {
    Expr before =
        getExclusive() ? b(getH()) : linear_recurrence(a, b(getB()), getAxis(), getReverse(), true);
    da = db * before;
  }
  return {da, db};
}

// Coefficient k obeys the recurrence itself: a * h[i - 1] is a product of series, and what is not
// a[0] times coefficient k of it is known.
Values LinearRecurrenceOp::taylor(SeriesBuilder &b, unsigned k) {
  Expr a = b(getA()), before = b(getH());
  if (!getExclusive())
    before = b.shared(linear_recurrence(a, b(getB()), getAxis(), getReverse(), true));
  Expr change = total(b.coefficient(getB(), k), sumOfProducts(b, getA(), before.value(), k, 1));
  if (!change)
    return {Expr()};
  return {linear_recurrence(a, change, getAxis(), getReverse(), getExclusive())};
}

Values LinearRecurrenceOp::jvp(RuleBuilder &b, ValueRange tangents) {
  Expr a = b(getA()), change;
  if (tangents[0]) {
    Expr before =
        getExclusive() ? b(getH()) : linear_recurrence(a, b(getB()), getAxis(), getReverse(), true);
    change = b(tangents[0]) * before;
  }
  if (tangents[1])
    change = change ? change + b(tangents[1]) : b(tangents[1]);
  return {linear_recurrence(a, change, getAxis(), getReverse(), getExclusive())};
}

Values CumsumOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values CumprodOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values CummaxOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values CumminOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
Values LinearRecurrenceOp::batch(Batch &x) { return x.again({x.shifted(getAxisAttrName())}); }
