// Taylor coefficients against known series, and how many ops they take.
#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"

#include "cotan/driver/registry.h"
#include "cotan/interpreter/interpreter.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace cotan;
using namespace mlir;

namespace {

using Numbers = std::vector<double>;

/// A function of 0-d x and w whose body computes %y.
class Function {
public:
  explicit Function(const std::string &body)
      : context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>("func.func @f(%x: tensor<f64>, %w: tensor<f64>) -> "
                                         "tensor<f64> {\n" +
                                             body + "\n  return %y : tensor<f64>\n}",
                                         &context);
  }

  /// Coefficients 0, 1, ... of the result, where `curve` holds those of x.
  Numbers expand(const Numbers &curve) {
    func::FuncOp f = function();
    EXPECT_TRUE(succeeded(pushForward(f, {0}, curve.size() - 1)));
    Numbers inputs = curve;
    inputs.insert(inputs.begin() + 1, 0); // w
    return run(f, inputs);
  }

  /// The derivative with respect to w of the fourth one with respect to x, by Taylor mode or by
  /// reverse mode alone.
  double fourthAndFirst(double x, double w, bool byTaylor) {
    func::FuncOp f = function().clone();
    Numbers inputs = {x, w};
    if (byTaylor) {
      EXPECT_TRUE(succeeded(pushForward(f, {0}, 4, 1)));
      inputs.push_back(1);
    }
    for (unsigned order = 0; !byTaylor && order < 4; ++order)
      EXPECT_TRUE(succeeded(differentiate(f, {.wrt = {0}, .results = {order}})));
    EXPECT_TRUE(succeeded(differentiate(f, {.wrt = {1}, .results = {4}})));
    const double found = run(f, inputs).back();
    f.erase();
    return byTaylor ? 24 * found : found;
  }

  unsigned countOps(unsigned order) {
    func::FuncOp copy = function().clone();
    EXPECT_TRUE(succeeded(pushForward(copy, {0}, order)));
    const unsigned count = llvm::range_size(copy.front());
    copy.erase();
    return count;
  }

private:
  static Numbers run(func::FuncOp f, const Numbers &numbers) {
    Arrays inputs;
    for (double number : numbers)
      inputs.push_back(Array::scalar(DType::f64, number));
    FailureOr<Arrays> outputs = interpret(f, inputs);
    Numbers found;
    for (const Array &output : *outputs)
      found.push_back(output.asDouble(0));
    return found;
  }

  func::FuncOp function() { return module->lookupSymbol<func::FuncOp>("f"); }
  static DialectRegistry registry() {
    DialectRegistry all;
    registerEverything(all);
    return all;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

std::string unary(const std::string &name) { return "%y = prim." + name + " %x : tensor<f64>"; }

/// x + t to the eighth order.
Numbers line(double x) { return {x, 1, 0, 0, 0, 0, 0, 0, 0}; }

void expectNear(const Numbers &found, const Numbers &expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (size_t k = 0; k < found.size(); ++k)
    EXPECT_NEAR(found[k], expected[k], 1e-13) << "coefficient " << k;
}

TEST(Series, ofTheExponential) {
  Numbers expected = {std::exp(0.3)};
  for (int k = 1; k <= 8; ++k)
    expected.push_back(expected.back() / k);
  expectNear(Function(unary("exp")).expand(line(0.3)), expected);
}

TEST(Series, ofTheSine) {
  Numbers expected;
  for (int k = 0; k <= 8; ++k)
    expected.push_back(std::sin(0.3 + k * std::numbers::pi / 2) / std::tgamma(k + 1));
  expectNear(Function(unary("sin")).expand(line(0.3)), expected);
}

TEST(Series, ofTheHyperbolicTangentAtZero) {
  expectNear(Function(unary("tanh")).expand(line(0)),
             {0, 1, 0, -1.0 / 3, 0, 2.0 / 15, 0, -17.0 / 315, 0});
}

/// Its derivatives are polynomials in y: p' (1 - y^2) follows p.
TEST(Series, ofTheHyperbolicTangent) {
  const double y = std::tanh(0.3);
  Numbers polynomial = {0, 1}, expected;
  double factorial = 1;
  for (int k = 0; k <= 8; factorial *= ++k) {
    double value = 0;
    for (size_t i = polynomial.size(); i-- > 0;)
      value = value * y + polynomial[i];
    expected.push_back(value / factorial);
    Numbers next(polynomial.size() + 1);
    for (size_t i = 1; i < polynomial.size(); ++i) {
      next[i - 1] += i * polynomial[i];
      next[i + 1] -= i * polynomial[i];
    }
    polynomial = next;
  }
  expectNear(Function(unary("tanh")).expand(line(0.3)), expected);
}

/// x = log(1 + t) with all its coefficients, so e^x is 1 + t.
TEST(Series, alongACurve) {
  Numbers curve = {0};
  for (int k = 1; k <= 8; ++k)
    curve.push_back((k % 2 ? 1.0 : -1.0) / k);
  expectNear(Function(unary("exp")).expand(curve), {1, 1, 0, 0, 0, 0, 0, 0, 0});
}

/// x = (1 + t)^2, so its root is 1 + t, and that of the reciprocal 1 - t + t^2 - ...
TEST(Series, ofRoots) {
  const Numbers curve = {1, 2, 1, 0, 0, 0, 0, 0, 0};
  expectNear(Function(unary("sqrt")).expand(curve), {1, 1, 0, 0, 0, 0, 0, 0, 0});
  expectNear(Function(unary("rsqrt")).expand(curve), {1, -1, 1, -1, 1, -1, 1, -1, 1});
}

/// What a network that fits a differential equation is trained by.
TEST(Series, hasTheGradientThatNestedReverseModeHas) {
  Function network(R"(
    %0 = prim.mul %x, %w : tensor<f64>
    %1 = prim.tanh %0 : tensor<f64>
    %2 = prim.mul %1, %w : tensor<f64>
    %y = prim.tanh %2 : tensor<f64>)");
  const double expected = network.fourthAndFirst(0.3, 1.2, /*byTaylor=*/false);
  EXPECT_GT(std::fabs(expected), 1);
  EXPECT_NEAR(network.fourthAndFirst(0.3, 1.2, /*byTaylor=*/true), expected, 1e-11);
}

/// Twice the order takes four times the ops, and no more: what formulas have in common is shared.
TEST(Series, takesQuadraticallyManyOps) {
  for (const char *name :
       {"exp",  "log",   "log1p", "expm1",  "sin",        "cos",   "tan",   "sinh",
        "cosh", "tanh",  "asin",  "acos",   "atan",       "asinh", "acosh", "atanh",
        "sqrt", "rsqrt", "cbrt",  "square", "reciprocal", "erf",   "erfc",  "erfinv"}) {
    Function function(unary(name));
    EXPECT_LT(function.countOps(16), 4.4 * function.countOps(8)) << name;
    EXPECT_LT(function.countOps(32), 4.4 * function.countOps(16)) << name;
  }
  for (const char *exponent : {"3.0", "2.5", "-1.0"}) {
    Function power("%p = prim.constant dense<" + std::string(exponent) +
                   "> : tensor<f64>\n%y = prim.pow %x, %p : tensor<f64>");
    EXPECT_LT(power.countOps(16), 4.4 * power.countOps(8)) << exponent;
  }
}

} // namespace
