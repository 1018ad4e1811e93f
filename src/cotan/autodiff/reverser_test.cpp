// What both modes say about rules that are wrong. No op of Cotan has such a rule, so they are given
// to arith.negf.
#include "cotan/autodiff/forward.h"
#include "cotan/autodiff/reverse.h"

#include "cotan/driver/registry.h"
#include "cotan/ir/interfaces/op_interfaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace mlir;

namespace {

struct TwoCotangents : Differentiable::ExternalModel<TwoCotangents, arith::NegFOp> {
  Values vjp(Operation *, RuleBuilder &, ValueRange g) const { return Values(2, g[0]); }
};

struct TwoTangents : ForwardDifferentiable::ExternalModel<TwoTangents, arith::NegFOp> {
  Values jvp(Operation *, RuleBuilder &, ValueRange tangents) const {
    return Values(2, tangents[0]);
  }
};

struct Declines : Decomposable::ExternalModel<Declines, arith::NegFOp> {
  Values decompose(Operation *, RuleBuilder &) const { return {}; }
};

/// The diagnostics of `change` on a function of one arith.negf, which has this rule.
template <typename Rule, typename F> std::vector<std::string> diagnosticsOf(F change) {
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  arith::NegFOp::attachInterface<Rule>(context);
  std::vector<std::string> diagnostics;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    diagnostics.push_back(diagnostic.str());
    return success();
  });
  auto module = parseSourceString<ModuleOp>(R"(func.func @f(%x: tensor<f64>) -> tensor<f64> {
    %y = arith.negf %x : tensor<f64>
    return %y : tensor<f64>
  })",
                                            &context);
  EXPECT_TRUE(failed(change(module->lookupSymbol<func::FuncOp>("f"))));
  return diagnostics;
}

using Texts = std::vector<std::string>;

TEST(WrongRules, aVjpAnswersOneCotangentPerOperand) {
  auto reverse = [](func::FuncOp f) { return differentiate(f, {.wrt = {0}, .results = {0}}); };
  EXPECT_EQ(diagnosticsOf<TwoCotangents>(reverse),
            Texts{"the derivative rule of 'arith.negf' answers 2 cotangents, expected 1"});
}

TEST(WrongRules, aJvpAnswersOneTangentPerResult) {
  auto forward = [](func::FuncOp f) { return pushForward(f, {0}); };
  EXPECT_EQ(diagnosticsOf<TwoTangents>(forward),
            Texts{"the derivative rule of 'arith.negf' answers 2 tangents, expected 1"});
}

TEST(WrongRules, forwardModeNeedsADecompositionThatDoesNotDecline) {
  auto forward = [](func::FuncOp f) { return pushForward(f, {0}); };
  EXPECT_EQ(
      diagnosticsOf<Declines>(forward),
      Texts{"'arith.negf' has no derivative rule, but a derivative must flow through it, and it "
            "has no decomposition for these operands and attributes; give the op a 'jvp'"});
}

} // namespace
