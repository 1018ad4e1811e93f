// What `decompose` says about rules that decline or are wrong. No op of Cotan has such a rule, so
// one is given to arith.negf.
#include "cotan/transforms/decompose.h"

#include "cotan/driver/registry.h"
#include "cotan/ops/op_rules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace mlir;

namespace {

Values (*rule)(RuleBuilder &b, Value x);

struct Negation : Decomposable::ExternalModel<Negation, arith::NegFOp> {
  Values decompose(Operation *op, RuleBuilder &b) const { return rule(b, op->getOperand(0)); }
};

struct Outcome {
  bool succeeded = false, isWhole = false;
  std::vector<std::string> diagnostics;
};

Outcome decomposeWith(Values (*given)(RuleBuilder &, Value)) {
  rule = given;
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  arith::NegFOp::attachInterface<Negation>(context);
  Outcome outcome;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    outcome.diagnostics.push_back(diagnostic.str());
    return success();
  });
  auto module = parseSourceString<ModuleOp>(R"(func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
    %y = arith.negf %x : tensor<2xf64>
    return %y : tensor<2xf64>
  })",
                                            &context);
  outcome.succeeded = succeeded(decompose(*module));
  module->walk([&](arith::NegFOp) { outcome.isWhole = true; });
  return outcome;
}

using Texts = std::vector<std::string>;

TEST(Decompose, leavesAnOpWholeWhoseRuleDeclines) {
  Outcome outcome = decomposeWith([](RuleBuilder &b, Value x) -> Values {
    (void)exp(b(x)); // what was built before is taken out again
    return {};
  });
  EXPECT_TRUE(outcome.succeeded);
  EXPECT_TRUE(outcome.isWhole);
  EXPECT_EQ(outcome.diagnostics,
            Texts{"'arith.negf' stays whole: it has no decomposition for these "
                  "operands and attributes"});
}

TEST(Decompose, refusesAnotherNumberOfValues) {
  Outcome outcome = decomposeWith([](RuleBuilder &, Value x) { return Values(2, x); });
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.diagnostics,
            Texts{"the decomposition of 'arith.negf' gives 2 values for 1 results"});
}

TEST(Decompose, refusesAValueOfAnotherType) {
  Outcome outcome = decomposeWith([](RuleBuilder &b, Value x) { return Values{sum(b(x), {0})}; });
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.diagnostics,
            Texts{"the decomposition of 'arith.negf' gives 'tensor<f64>' for a "
                  "result of type 'tensor<2xf64>'"});
}

TEST(Decompose, refusesNoValue) {
  Outcome outcome = decomposeWith([](RuleBuilder &, Value) { return Values(1, Value()); });
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.diagnostics,
            Texts{"the decomposition of 'arith.negf' gives no value for result #0"});
}

TEST(Decompose, refusesOpsThatAreNotValid) {
  Outcome outcome = decomposeWith([](RuleBuilder &b, Value x) {
    auto type = RankedTensorType::get({3}, Float64Type::get(x.getContext()));
    return Values{reshape(type, b(x), Expr())};
  });
  EXPECT_FALSE(outcome.succeeded);
  ASSERT_EQ(outcome.diagnostics.size(), 2u);
  EXPECT_NE(outcome.diagnostics[0].find("cannot view"), std::string::npos);
  EXPECT_EQ(outcome.diagnostics[1], "the decomposition of 'arith.negf' is invalid");
}

} // namespace
