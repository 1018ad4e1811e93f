// Limits and memory: a run that goes too far ends in one located error, and all it made is freed.
#include "cotan/interpreter/interpreter.h"

#include "cotan/driver/registry.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace cotan;
using namespace mlir;

namespace {

/// What a run of @main gave. That a failed run frees all it made is asserted by `interpret`.
struct Outcome {
  std::vector<double> values; // the first element of each result
  std::vector<std::string> errors;
  std::vector<unsigned> lines; // of the errors
  RunStatistics statistics;
};

/// Runs @main of `program` under `limits`.
Outcome run(StringRef program, const Limits &limits = {}, ArrayRef<Array> inputs = {}) {
  DialectRegistry registry;
  registerEverything(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  Outcome outcome;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    outcome.errors.push_back(diagnostic.str());
    auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    outcome.lines.push_back(loc ? loc.getLine() : 0);
    return success();
  });
  auto module = parseSourceString<ModuleOp>(program, &context);
  if (!module)
    return outcome;
  auto results =
      interpret(module->lookupSymbol<func::FuncOp>("main"), inputs, limits, &outcome.statistics);
  EXPECT_EQ(MemoryMeter::current(), nullptr);
  if (succeeded(results))
    for (const Array &array : *results)
      outcome.values.push_back(array.asDouble());
  return outcome;
}

constexpr StringRef constants = R"(
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %many = prim.constant dense<1000000> : tensor<i64>
  %true = prim.constant dense<true> : tensor<i1>
)";

std::string mainOf(StringRef results, StringRef body) {
  return ("func.func @main() -> (" + results + ") {" + constants + body + "}").str();
}

TEST(Limits, stepsEndALoopWithoutEnd) {
  Outcome outcome = run(mainOf("", R"(flow.while () : () -> ()
    cond { flow.cond_yield %true : tensor<i1> }
    body { flow.yield }
    return)"),
                        {.maxSteps = 1000});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_NE(outcome.errors[0].find("the limit of 1000 steps is reached"), std::string::npos);
  EXPECT_GE(outcome.lines[0], 7u);
}

TEST(Limits, stepsEndAnUnstructuredLoop) {
  Outcome outcome =
      run("func.func @main() {\n  cf.br ^loop\n^loop:\n  cf.br ^loop\n}", {.maxSteps = 1000});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_EQ(outcome.lines[0], 4u);
}

TEST(Limits, memoryEndsALoopThatOnlyCounts) {
  Outcome outcome = run(mainOf("", R"(%s = flow.create_stack
    flow.while () : () -> ()
    cond { flow.cond_yield %true : tensor<i1> }
    body {
      flow.push_back %s
      flow.yield
    }
    return)"),
                        {.maxMemory = 100'000});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_NE(outcome.errors[0].find("'flow.push_back': the memory limit of 100000 bytes"),
            std::string::npos);
  EXPECT_LE(outcome.statistics.peakBytes, 100'000u);
}

TEST(Limits, depthEndsARecursionWithoutEnd) {
  Outcome outcome = run("func.func @main() {\n  call @main() : () -> ()\n  return\n}");
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_NE(outcome.errors[0].find("calls are nested 100000 deep"), std::string::npos);
  EXPECT_EQ(outcome.lines[0], 2u);
}

TEST(Limits, memoryEndsARecursionWithoutEnd) {
  Outcome outcome =
      run("func.func @main() {\n  call @main() : () -> ()\n  return\n}", {.maxMemory = 100'000});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_NE(outcome.errors[0].find("the memory limit"), std::string::npos);
}

TEST(Memory, ofALoopDoesNotGrowWithItsTurns) {
  auto peakOf = [](StringRef turns) {
    return run(mainOf("tensor<i64>", ("%n = prim.constant dense<" + turns + R"(> : tensor<i64>
      %r = flow.for %zero to %n step %one : tensor<i64> carry(%one) : (tensor<i64>) -> (tensor<i64>)
      body(%i: tensor<i64>, %x: tensor<i64>) {
        %y = prim.add %x, %i : tensor<i64>
        %z = prim.mul %y, %y : tensor<i64>
        flow.yield %z : tensor<i64>
      }
      return %r : tensor<i64>)")
                                         .str()))
        .statistics.peakBytes;
  };
  EXPECT_EQ(peakOf("3"), peakOf("3000"));
}

// Each program would leave memory behind, which the address sanitizer reports.
TEST(Memory, ofStacksThatHoldEachOtherIsFreed) {
  Outcome outcome = run(mainOf("tensor<i1>", R"(%s = flow.create_stack
    %t = flow.create_stack
    flow.push_back %s, %s, %t : !flow.stack, !flow.stack
    flow.push_back %t, %s : !flow.stack
    %e = flow.is_empty %s
    return %e : tensor<i1>)"));
  EXPECT_EQ(outcome.values, std::vector<double>{0});
}

TEST(Memory, ofStacksNestedAMillionDeepIsFreedWithoutRecursion) {
  Outcome outcome = run(mainOf("tensor<i1>", R"(%s = flow.create_stack
    %last = flow.for %zero to %many step %one : tensor<i64> carry(%s) : (!flow.stack) -> (!flow.stack)
    body(%i: tensor<i64>, %inner: !flow.stack) {
      %outer = flow.create_stack
      flow.push_back %outer, %inner : !flow.stack
      flow.yield %outer : !flow.stack
    }
    %e = flow.is_empty %last
    return %e : tensor<i1>)"));
  EXPECT_EQ(outcome.values, std::vector<double>{0});
}

TEST(Loops, reachTheEndsOfTheIndexType) {
  Outcome outcome = run(R"(func.func @main() -> (tensor<i8>, tensor<i8>) {
    %low = prim.constant dense<-128> : tensor<i8>
    %high = prim.constant dense<127> : tensor<i8>
    %step = prim.constant dense<100> : tensor<i8>
    %a = flow.for %low to %high step %step : tensor<i8> carry(%low) : (tensor<i8>) -> (tensor<i8>)
    body(%i: tensor<i8>, %x: tensor<i8>) { flow.yield %i : tensor<i8> }
    %b = flow.for %high to %low step %low : tensor<i8> reverse carry(%low) : (tensor<i8>) -> (tensor<i8>)
    body(%i: tensor<i8>, %x: tensor<i8>) { flow.yield %i : tensor<i8> }
    return %a, %b : tensor<i8>, tensor<i8>
  })");
  EXPECT_EQ(outcome.values, (std::vector<double>{72, 127}));
}

TEST(Loops, ofTheWholeIndexRangeStart) {
  Outcome outcome = run(R"(func.func @main() {
    %low = prim.constant dense<-9223372036854775808> : tensor<i64>
    %high = prim.constant dense<9223372036854775807> : tensor<i64>
    %step = prim.constant dense<1> : tensor<i64>
    flow.for %low to %high step %step : tensor<i64> reverse carry() : () -> ()
    body(%i: tensor<i64>) { flow.yield }
    return
  })",
                        {.maxSteps = 100});
  ASSERT_EQ(outcome.errors.size(), 1u);
  EXPECT_NE(outcome.errors[0].find("the limit of 100 steps"), std::string::npos);
}

TEST(Switches, clampAnUnsignedIndexToTheLastCase) {
  Outcome outcome = run(R"(func.func @main() -> tensor<i64> {
    %a = prim.constant dense<1> : tensor<i64>
    %b = prim.constant dense<2> : tensor<i64>
    %i = prim.constant dense<18446744073709551615> : tensor<ui64>
    %r = flow.switch %i : tensor<ui64> -> (tensor<i64>)
    case { flow.yield %a : tensor<i64> }
    case { flow.yield %b : tensor<i64> }
    return %r : tensor<i64>
  })");
  EXPECT_EQ(outcome.values, std::vector<double>{2});
}

TEST(Switches, ofCfCompareBits) {
  Outcome outcome = run(R"(func.func @main() -> tensor<i64> {
    %flag = arith.constant true
    %a = prim.constant dense<1> : tensor<i64>
    %b = prim.constant dense<2> : tensor<i64>
    cf.switch %flag : i1, [default: ^end(%a : tensor<i64>), 1: ^end(%b : tensor<i64>)]
  ^end(%r: tensor<i64>):
    return %r : tensor<i64>
  })");
  EXPECT_EQ(outcome.values, std::vector<double>{2});
}

TEST(Inputs, areThoseOfTheFunction) {
  auto errorOf = [](StringRef type, ArrayRef<Array> inputs) {
    Outcome outcome = run(("func.func @main(%x: " + type + ") { return }").str(), {}, inputs);
    return outcome.errors.empty() ? std::string() : outcome.errors[0];
  };
  Array vector = Array::zeros(DType::f64, {2});
  EXPECT_EQ(errorOf("tensor<2xf64>", {}), "takes 1 inputs, but 0 are given");
  EXPECT_EQ(errorOf("!flow.stack", vector), "argument #0 is '!flow.stack', which cannot be given");
  EXPECT_EQ(errorOf("complex<f64>", vector),
            "argument #0 is 'complex<f64>', which cannot be given");
  EXPECT_EQ(errorOf("tensor<2xf32>", vector),
            "argument #0 is 'tensor<2xf32>', but the input has elements f64");
  EXPECT_EQ(errorOf("tensor<?x3xf64>", vector),
            "argument #0: the shape is [2] here, but the program says [?, 3]");
  EXPECT_EQ(errorOf("f64", vector), "argument #0: the shape is [2] here, but the program says []");
  EXPECT_EQ(errorOf("tensor<?xf64>", vector), "");
}

TEST(Functions, haveABodyOfOpsThatCanBeRun) {
  EXPECT_EQ(run("func.func private @main()").errors,
            std::vector<std::string>{"'func.func': 'main' has no body"});
  EXPECT_EQ(run(mainOf("tensor<2xf64>", R"(
    %x = prim.constant dense<1.0> : tensor<2xf64>
    %y = composite.relu %x : tensor<2xf64>
    return %y : tensor<2xf64>)"))
                .errors,
            std::vector<std::string>{
                "'composite.relu' cannot be interpreted; decompose it first (--decompose)"});
}

TEST(Stacks, refuseToPopWhatWasNotPushed) {
  auto errorOf = [](StringRef frame) {
    Outcome outcome = run(mainOf("", ("%s = flow.create_stack\n" + frame + "\nreturn").str()));
    return outcome.errors.empty() ? std::string() : outcome.errors[0];
  };
  EXPECT_EQ(errorOf("flow.pop_back %s"), "'flow.pop_back': the stack is empty");
  EXPECT_EQ(errorOf("flow.push_back %s, %one : tensor<i64>\n flow.pop_back %s"),
            "'flow.pop_back': the frame holds 1 values, but 0 are popped");
  EXPECT_EQ(errorOf("flow.push_back %s, %one : tensor<i64>\n %x = flow.pop_back %s : tensor<f64>"),
            "'flow.pop_back': value #0 of the frame is tensor<i64>, but tensor<f64> is popped");
  EXPECT_EQ(errorOf("flow.push_back %s, %s : !flow.stack\n %x = flow.pop_back %s : tensor<f64>"),
            "'flow.pop_back': value #0 of the frame is !flow.stack, but tensor<f64> is popped");
  EXPECT_EQ(
      errorOf("%x = prim.iota axis 0 -> tensor<2xi64>\n flow.push_back %s, %x : tensor<2xi64>\n"
              "%y = flow.pop_back %s : tensor<?xi64>"),
      "'flow.pop_back': value #0 of the frame is tensor<2xi64>, but tensor<?xi64> is popped");
}

} // namespace
