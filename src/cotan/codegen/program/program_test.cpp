// Loops of all kinds take the steps that the interpreter counts, and end where those are used up.
#include "cotan/driver/executable.h"
#include "cotan/driver/session.h"

#include <gtest/gtest.h>

using namespace cotan;
using namespace mlir;

namespace {

constexpr const char *constants = R"(
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %three = prim.constant dense<3> : tensor<i64>
  %true = prim.constant dense<true> : tensor<i1>
)";

/// A loop of %n turns that carries %x, named as `result`, around a text that makes %next of %a.
std::string whileLoop(const std::string &result, const std::string &body) {
  return result +
         ":2 = flow.while (%zero, %x) : (tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)\n"
         "cond(%k: tensor<i64>, %a: tensor<f64>) {\n"
         "  %more = prim.lt %k, %n : tensor<i64>\n"
         "  flow.cond_yield %more : tensor<i1>, %k, %a : tensor<i64>, tensor<f64>\n"
         "} body(%k: tensor<i64>, %a: tensor<f64>) {\n" +
         body +
         "  %l = prim.add %k, %one : tensor<i64>\n"
         "  flow.yield %l, %next : tensor<i64>, tensor<f64>\n}\n";
}

std::string forLoop(const std::string &result, const std::string &to, const std::string &x,
                    const std::string &a, const std::string &body, const std::string &next) {
  return result + " = flow.for %zero to " + to + " step %one : tensor<i64> carry(" + x +
         ") : (tensor<f64>) -> tensor<f64>\n"
         "body(%i" +
         a.substr(1) + ": tensor<i64>, " + a + ": tensor<f64>) {\n" + body + "  flow.yield " +
         next + " : tensor<f64>\n}\n";
}

const std::string work =
    "  %s = prim.sin %a : tensor<f64>\n  %next = prim.add %s, %x : tensor<f64>\n";
const std::string branch =
    "  %s = prim.sin %a : tensor<f64>\n"
    "  %big = prim.gt %s, %x : tensor<f64>\n"
    "  %next = flow.if %big : tensor<i1> -> tensor<f64> {\n"
    "    %e = prim.cos %s : tensor<f64>\n    flow.yield %e : tensor<f64>\n"
    "  } else {\n"
    "    %e = prim.tan %s : tensor<f64>\n    flow.yield %e : tensor<f64>\n  }\n";
const std::string nested =
    forLoop("  %next", "%three", "%a", "%b", "  %t = prim.sin %b : tensor<f64>\n", "%t");

std::string program(const std::string &loop, const std::string &result) {
  return std::string("func.func @main(%n: tensor<i64>, %x: tensor<f64>, %c: tensor<i1>, %rows: "
                     "tensor<?xf64>) "
                     "-> tensor<f64> {\n") +
         constants + loop + "  return " + result + " : tensor<f64>\n}\n";
}

/// What a run of `turns` says, or how many steps it takes.
struct Ran {
  std::string said;
  uint64_t steps = 0;
};

Ran run(const std::string &text, int64_t turns, bool compiled, Limits limits = {}) {
  Ran found;
  llvm::raw_string_ostream errors(found.said);
  Session session(errors);
  if (failed(session.loadText(text, "test")))
    return found;
  auto function = session.findEntry("main");
  Arrays inputs = {Array::scalar(DType::i64, turns), Array::scalar(DType::f64, 0.3),
                   Array::scalar(DType::i1, true),
                   Array::zeros(DType::f64, {std::min<int64_t>(turns, 100)})};
  RunStatistics statistics;
  if (compiled) {
    auto executable = Executable::compile(*function);
    if (succeeded(executable))
      (void)(*executable)->run(inputs, limits, &statistics);
  } else {
    (void)interpret(*function, inputs, limits, &statistics);
  }
  found.steps = statistics.steps;
  return found;
}

/// The steps of a turn.
double stepsOfTurn(const std::string &text, bool compiled) {
  const Ran few = run(text, 20, compiled), many = run(text, 50, compiled);
  EXPECT_EQ(few.said + many.said, "") << text;
  return double(many.steps - few.steps) / 30;
}

TEST(Program, takesAsManyStepsPerTurnAsTheInterpreter) {
  for (const std::string &body : {work, branch, nested})
    for (const std::string &text : {program(whileLoop("%r", body), "%r#1"),
                                    program(forLoop("%r", "%n", "%x", "%a", body, "%next"), "%r")})
      EXPECT_EQ(stepsOfTurn(text, true), stepsOfTurn(text, false)) << text;
}

// It becomes a loop that takes rows and puts them in their places, which are steps as well.
TEST(Program, takesTheStepsOfAScanAndThoseOfItsRows) {
  const std::string text =
      program("%r:2 = flow.scan carry(%x) over(%rows) : (tensor<f64>, tensor<?xf64>) "
              "-> (tensor<f64>, tensor<?xf64>)\n"
              "body(%a: tensor<f64>, %b: tensor<f64>) {\n" +
                  work +
                  "  flow.yield %next, %s : tensor<f64>, tensor<f64>\n}\n"
                  "%y = prim.sum %r#1 axes [0] : tensor<?xf64>\n"
                  "%z = prim.add %y, %r#0 : tensor<f64>\n",
              "%z");
  const double compiled = stepsOfTurn(text, true), interpreted = stepsOfTurn(text, false);
  EXPECT_GE(compiled, interpreted);
  EXPECT_LE(compiled, interpreted + 6);
}

/// Loops that never end, or not in a lifetime.
std::vector<std::string> endless() {
  auto carrying = [](const std::string &start, const std::string &condition,
                     const std::string &result) {
    return program("%r = flow.while (" + start +
                       ") : (tensor<i1>) -> (tensor<i1>)\n"
                       "cond(%a: tensor<i1>) {\n" +
                       condition +
                       "} body(%a: tensor<i1>) {\n  flow.yield %a : tensor<i1>\n}\n"
                       "%f = prim.cast %r : tensor<i1> -> tensor<f64>\n",
                   result);
  };
  const std::string itself = "  flow.cond_yield %a : tensor<i1>, %a : tensor<i1>\n",
                    constant = "  flow.cond_yield %true : tensor<i1>, %a : tensor<i1>\n",
                    computed =
                        "  %not = prim.not %a : tensor<i1>\n  %still = prim.not %not : tensor<i1>\n"
                        "  flow.cond_yield %still : tensor<i1>, %a : tensor<i1>\n";
  std::vector<std::string> programs;
  for (const std::string &condition : {itself, constant, computed})
    for (const char *start : {"%true", "%c"})
      for (const char *result : {"%f", "%x"})
        programs.push_back(carrying(start, condition, result));
  programs.push_back(program(whileLoop("%r", work), "%r#1"));
  programs.push_back(program(forLoop("%r", "%n", "%x", "%a", work, "%next"), "%r"));
  return programs;
}

TEST(Program, endsWhereTheStepsAreUsedUp) {
  const Limits limits{.maxSteps = 1000};
  for (const std::string &text : endless())
    for (bool compiled : {false, true})
      EXPECT_NE(
          run(text, INT64_MAX, compiled, limits).said.find("the limit of 1000 steps is reached"),
          std::string::npos)
          << (compiled ? "compiled\n" : "interpreted\n") << text;
}

} // namespace
