// Compiling often, and finding what was compiled before. Values: cotan-check compares all samples.
#include "cotan/driver/executable.h"
#include "cotan/driver/session.h"
#include "cotan/support/output_sink.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace cotan;
using namespace mlir;

namespace {

/// For the time of a test, an environment variable.
class Environment {
public:
  Environment(const char *name, const std::string &value) : name(name) {
    const char *before = std::getenv(name);
    previous = before ? before : "";
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { setenv(name, previous.c_str(), 1); }

private:
  const char *name;
  std::string previous;
};

/// A cache of its own.
class CacheFolder {
public:
  CacheFolder() { EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("cotan_cache", path)); }
  ~CacheFolder() { std::filesystem::remove_all(std::string(path)); }
  std::string name() const { return std::string(path); }

private:
  llvm::SmallString<128> path;
};

constexpr StringRef sumTimes = R"(
func.func @main(%x: tensor<?xf64>) -> tensor<f64> {
  %c = prim.constant dense<CONSTANT> : tensor<f64>
  %sum = prim.sum %x axes [0] : tensor<?xf64>
  %y = prim.mul %sum, %c : tensor<f64>
  return %y : tensor<f64>
})";

std::string withConstant(double value) {
  std::string text = sumTimes.str(), number;
  llvm::raw_string_ostream(number) << llvm::format("%.3f", value);
  return text.replace(text.find("CONSTANT"), 8, number);
}

/// A kernel, then `ops` operators on numbers.
std::string longProgram(unsigned ops) {
  std::string text = "func.func @main(%x: tensor<?xf64>) -> tensor<f64> {\n"
                     "  %c = prim.constant dense<0.5> : tensor<f64>\n"
                     "  %0 = prim.sum %x axes [0] : tensor<?xf64>\n";
  llvm::raw_string_ostream os(text);
  for (unsigned i = 0; i < ops; ++i)
    os << "  %" << i + 1 << " = prim." << (i % 2 ? "add %" : "mul %") << i
       << (i % 2 ? ", %0" : ", %c") << " : tensor<f64>\n";
  os << "  return %" << ops << " : tensor<f64>\n}\n";
  return text;
}

/// The program's result for [1, 2], and whether it was compiled for it.
std::pair<double, bool> runOnce(Session &session, const std::string &text) {
  auto module = parseSourceString<ModuleOp>(text, &session.context());
  DefaultTimingManager manager;
  manager.setEnabled(true);
  manager.setOutput(createOutputStrategy(DefaultTimingManager::OutputFormat::Text, llvm::nulls()));
  CompileReport report;
  report.timing = manager.getRootScope();
  auto executable = Executable::compile(module->lookupSymbol<func::FuncOp>("main"), &report);
  if (failed(executable))
    return {0, false};
  Array input(DType::f64, {2});
  reinterpret_cast<double *>(input.mutableData())[0] = 1;
  reinterpret_cast<double *>(input.mutableData())[1] = 2;
  auto results = (*executable)->run({input});
  return {succeeded(results) ? results->front().asDouble() : 0, !report.functions.empty()};
}

std::pair<double, bool> runOnce(const std::string &text) {
  Session session(llvm::errs());
  return runOnce(session, text);
}

size_t residentBytes() {
  size_t all, resident;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGE_SIZE);
}

TEST(Executable, doesNotGrowTheProcess) {
  Environment off("COTAN_CACHE", "off");
  Session session(llvm::errs());
  size_t warm = 0;
  for (int i = 0; i < 500; ++i) {
    if (i == 100)
      warm = residentBytes();
    ASSERT_EQ(runOnce(session, withConstant(i)), std::pair(3.0 * i, true));
  }
  if (!LLVM_ADDRESS_SANITIZER_BUILD) // it keeps what is freed, and looks for leaks itself
    EXPECT_LT(residentBytes(), warm + (size_t(4) << 20));
}

TEST(Executable, resultsOutliveTheProgramAndLaterRuns) {
  Session session(llvm::errs());
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
      %y = prim.add %x, %x : tensor<?xf64>
      return %y, %y, %x : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
    })",
                                            &session.context());
  auto executable = Executable::compile(module->lookupSymbol<func::FuncOp>("main"));
  ASSERT_TRUE(succeeded(executable));
  auto runOn = [&](double value) {
    Array input(DType::f64, {1000});
    llvm::fill(input.mutableValues<double>(), value);
    return *(*executable)->run({input});
  };
  Arrays first = runOn(1), second = runOn(2);
  std::thread([dropped = std::move(second)]() mutable { dropped.clear(); }).join();
  Arrays third = runOn(3);
  executable->reset();
  for (auto [results, value] : {std::pair(&first, 1.0), std::pair(&third, 3.0)})
    for (auto [result, factor] : llvm::zip_equal(*results, std::array{2.0, 2.0, 1.0}))
      for (double element : result.values<double>())
        ASSERT_EQ(element, factor * value);
  EXPECT_NE(first[0].data(), first[1].data()); // each may be written to by its owner
}

TEST(Executable, overwritesWhatIsDonated) {
  Session session(llvm::errs());
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<1000xf64> {cotan.donated}, %y: tensor<1000xf64>) -> tensor<1000xf64> {
      %z = prim.add %x, %y : tensor<1000xf64>
      return %z : tensor<1000xf64>
    })",
                                            &session.context());
  auto executable = Executable::compile(module->lookupSymbol<func::FuncOp>("main"));
  ASSERT_TRUE(succeeded(executable));
  Array ones(DType::f64, {1000});
  llvm::fill(ones.mutableValues<double>(), 1.0);
  // Not the result of a run: copied, and still there.
  Arrays results = *(*executable)->run({ones, ones});
  EXPECT_EQ(ones.asDouble(999), 1.0);
  EXPECT_EQ(results[0].asDouble(999), 2.0);
  // Held by somebody else.
  Array held = results[0];
  Arrays others = *(*executable)->run({held, ones});
  EXPECT_EQ(held.asDouble(0), 2.0);
  EXPECT_EQ(others[0].asDouble(0), 3.0);
  // Given away: the result lies where it lay, and no memory is taken.
  held = Array();
  const std::byte *place = others[0].data();
  RunStatistics statistics;
  others.push_back(ones);
  Arrays last = *(*executable)->run(std::move(others), {}, &statistics);
  EXPECT_EQ(last[0].data(), place);
  EXPECT_EQ(last[0].asDouble(999), 4.0);
  EXPECT_EQ(statistics.peakBytes, 8000u);
}

TEST(Executable, ofALongProgramIsLinkedToItsKernels) {
  Environment off("COTAN_CACHE", "off");
  constexpr unsigned ops = 10000; // more than are optimized
  double y = 3;
  for (unsigned i = 0; i < ops; ++i)
    y = i % 2 ? y + 3 : y * 0.5;
  EXPECT_EQ(runOnce(longProgram(ops)), std::pair(y, true));
}

TEST(Executable, keepsAllObjectFilesOnDisk) {
  ProgramObject program;
  program.objects = {"first", "", "the third"};
  auto unpacked = llvm::cantFail(ProgramObject::unpack(program.pack()));
  EXPECT_EQ(unpacked.objects, program.objects);
}

TEST(Executable, isCompiledOnceInAProcess) {
  CacheFolder folder;
  Environment on("COTAN_CACHE", "on"), place("COTAN_CACHE_DIR", folder.name());
  EXPECT_EQ(runOnce(withConstant(2)), std::pair(6.0, true));
  std::filesystem::remove_all(folder.name()); // what is found now is found in memory
  EXPECT_EQ(runOnce(withConstant(2)), std::pair(6.0, false));
  EXPECT_EQ(runOnce(withConstant(3)), std::pair(9.0, true));
}

TEST(Executable, isSharedByThreadsThatCompileTheSame) {
  CacheFolder folder;
  Environment on("COTAN_CACHE", "on"), place("COTAN_CACHE_DIR", folder.name());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] { EXPECT_EQ(runOnce(withConstant(5)).first, 15.0); });
  for (std::thread &thread : threads)
    thread.join();
}

/// Compiled with this effort: its result for [1, 2, 3], and whether it was compiled quickly.
struct Made {
  explicit Made(StringRef text, Effort effort = Effort::quick)
      : module(parseSourceString<ModuleOp>(text, &session.context())),
        executable(*Executable::compile(module->lookupSymbol<func::FuncOp>("main"), nullptr,
                                        {.effort = effort})) {}
  double run() const {
    Array input(DType::f64, {3});
    llvm::copy(ArrayRef<double>{1, 2, 3}, input.mutableValues<double>().begin());
    return executable->run({input})->front().asDouble();
  }

  Session session{llvm::errs()};
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Executable> executable;
};

TEST(Executable, isMadeFasterWhereItsRunsTookLong) {
  CacheFolder folder;
  Environment on("COTAN_CACHE", "on"), place("COTAN_CACHE_DIR", folder.name());
  Made made(withConstant(7));
  EXPECT_TRUE(made.executable->isQuick());
  EXPECT_FALSE(made.executable->isWorthMore());
  int runs = 0;
  for (; !made.executable->isWorthMore(); ++runs)
    ASSERT_EQ(made.run(), 42);
  EXPECT_GT(runs, 10);
  CompileReport report;
  ASSERT_TRUE(succeeded(made.executable->optimize(report)));
  EXPECT_TRUE(report.isMade);
  EXPECT_FALSE(made.executable->isQuick());
  EXPECT_FALSE(made.executable->isWorthMore());
  EXPECT_EQ(made.run(), 42);
  EXPECT_FALSE(Made(withConstant(7)).executable->isQuick()); // the better code is found
}

TEST(Executable, isNotQuickForThoseWhoWantMore) {
  CacheFolder folder;
  Environment on("COTAN_CACHE", "on"), place("COTAN_CACHE_DIR", folder.name());
  EXPECT_TRUE(Made(withConstant(8)).executable->isQuick());
  EXPECT_TRUE(Made(withConstant(8)).executable->isQuick()); // found
  Made whole(withConstant(8), Effort::whole);
  EXPECT_FALSE(whole.executable->isQuick());
  EXPECT_EQ(whole.run(), 48);
}

/// As many lanes as there are, some more, and several times as many: quick code has a loop of its
/// own for them.
TEST(Executable, givesTheSameBitsQuickly) {
  Environment off("COTAN_CACHE", "off");
  constexpr StringRef text = R"(
func.func @main(%x: tensor<?x?xf32>, %h: tensor<?x?xbf16>)
    -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<?x?xbf16>) {
  %e = prim.exp %x : tensor<?x?xf32>
  %rows = prim.sum %e axes [1] : tensor<?x?xf32>
  %columns = prim.sum %e axes [0] : tensor<?x?xf32>
  %all = prim.sum %e axes [0, 1] : tensor<?x?xf32>
  %t = prim.tanh %h : tensor<?x?xbf16>
  return %e, %rows, %columns, %all, %t
    : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<?x?xbf16>
})";
  const Made quick(text), whole(text, Effort::whole);
  ASSERT_TRUE(quick.executable->isQuick());
  for (int64_t rows : {0, 1, 3})
    for (int64_t columns = 0; columns < 70; ++columns) {
      Array x(DType::f32, {rows, columns}), h(DType::bf16, {rows, columns});
      for (auto [i, element] : llvm::enumerate(x.mutableValues<float>()))
        element = 0.37F * float(i % 11) - 1.9F;
      for (auto [i, element] : llvm::enumerate(h.mutableValues<uint16_t>()))
        element = 0x3F00 + 7 * i % 256; // 0.5 to 2
      auto found = quick.executable->run({x, h}), expected = whole.executable->run({x, h});
      for (auto [one, other] : llvm::zip_equal(*found, *expected))
        EXPECT_EQ(std::memcmp(one.data(), other.data(), other.bytes()), 0)
            << rows << " rows, " << columns << " columns";
    }
}

TEST(Executable, isOptimizedByOneOfManyThreads) {
  Environment off("COTAN_CACHE", "off");
  Made made(withConstant(9));
  std::atomic<int> compiled = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      CompileReport report;
      for (int k = 0; k < 50; ++k)
        EXPECT_EQ(made.run(), 54);
      EXPECT_TRUE(succeeded(made.executable->optimize(report)));
      compiled += report.isMade;
      EXPECT_EQ(made.run(), 54);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(compiled, 1);
}

TEST(Executable, isNotQuickWhereAStepMayTakeLong) {
  Environment off("COTAN_CACHE", "off");
  constexpr StringRef isLarge = R"(
func.func @main(%x: tensor<?xf64>) -> tensor<f64> {
  %s = prim.sum %x axes [0] : tensor<?xf64>
  %many = prim.broadcast %s : tensor<f64> -> tensor<1000x1000xf64>
  %e = prim.exp %many : tensor<1000x1000xf64>
  %y = prim.sum %e axes [0, 1] : tensor<1000x1000xf64>
  return %y : tensor<f64>
})";
  EXPECT_FALSE(Made(isLarge).executable->isQuick());
}

/// Adds 1 to the sum of the argument, in a loop with another op, until it is `most`.
std::string counting(int most, const std::string &op = "", const std::string &ofArgument = "") {
  return "func.func @main(%x: tensor<3xf64> " + ofArgument + R"() -> tensor<f64> {
  %s = prim.sum %x axes [0] : tensor<3xf64>
  %one = prim.constant dense<1.0> : tensor<f64>
  %most = prim.constant dense<)" +
         std::to_string(most) + R"(.0> : tensor<f64>
  %y = flow.while (%s) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.lt %a, %most : tensor<f64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    )" + op +
         R"(
    %b = prim.add %a, %one : tensor<f64>
    flow.yield %b : tensor<f64>
  }
  return %y : tensor<f64>
})";
}

TEST(Executable, beginsAgainWithBetterCodeWhereARunTakesLong) {
  Environment off("COTAN_CACHE", "off");
  const Made brief(counting(100)), lasting(counting(10000000));
  EXPECT_TRUE(brief.executable->isQuick());
  EXPECT_TRUE(lasting.executable->isQuick());
  EXPECT_EQ(brief.run(), 100);
  EXPECT_EQ(lasting.run(), 1e7);
  EXPECT_TRUE(brief.executable->isQuick());
  EXPECT_FALSE(lasting.executable->isQuick());
  EXPECT_EQ(lasting.run(), 1e7);
}

TEST(Executable, countsStepsAsFarAsTheUserWants) {
  Environment off("COTAN_CACHE", "off");
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  Made quick(counting(10000000)), whole(counting(10000000), Effort::whole);
  ScopedDiagnosticHandler handler(&quick.session.context(), [&](Diagnostic &diagnostic) {
    stream << diagnostic;
    return success();
  });
  Limits limits;
  limits.maxSteps = 100;
  EXPECT_TRUE(failed(quick.executable->run({Array::zeros(DType::f64, {3})}, limits)));
  EXPECT_TRUE(StringRef(errors).contains("the limit of 100 steps is reached")) << errors;
  EXPECT_TRUE(quick.executable->isQuick());
  RunStatistics ofQuick, ofWhole;
  EXPECT_TRUE(succeeded(quick.executable->run({Array::zeros(DType::f64, {3})}, {}, &ofQuick)));
  EXPECT_TRUE(succeeded(whole.executable->run({Array::zeros(DType::f64, {3})}, {}, &ofWhole)));
  EXPECT_EQ(ofQuick.steps, ofWhole.steps);
}

TEST(Executable, beginsAgainWithTheArgumentsItWasGiven) {
  Environment off("COTAN_CACHE", "off");
  EXPECT_EQ(Made(counting(10000000, "", "{cotan.donated}")).run(), 1e7);
}

TEST(Executable, printsOnceWhereItBeginsAgain) {
  Environment off("COTAN_CACHE", "off");
  const Made made(counting(400000, "flow.print \"a {}\"(%a) : tensor<f64>"));
  static size_t lines;
  lines = 0;
  setOutputSink([](const char *, size_t) { ++lines; });
  EXPECT_EQ(made.run(), 400000);
  setOutputSink(nullptr);
  EXPECT_FALSE(made.executable->isQuick());
  EXPECT_EQ(lines, 400000 - 6);
}

/// It would stop there again.
TEST(Executable, isNotQuickWhereItStopsForSomebody) {
  Environment off("COTAN_CACHE", "off");
  EXPECT_FALSE(Made(counting(10, "flow.print \"a\" {cotan.stop}")).executable->isQuick());
}

TEST(Executable, beginsAgainInRecursion) {
  Environment off("COTAN_CACHE", "off");
  constexpr StringRef calls = R"(
func.func private @count(%a: tensor<f64>) -> tensor<f64> {
  %most = prim.constant dense<20.0> : tensor<f64>
  %more = prim.lt %a, %most : tensor<f64>
  %y = flow.if %more : tensor<i1> -> tensor<f64> {
    %one = prim.constant dense<1.0> : tensor<f64>
    %b = prim.add %a, %one : tensor<f64>
    %left = func.call @count(%b) : (tensor<f64>) -> tensor<f64>
    %right = func.call @count(%b) : (tensor<f64>) -> tensor<f64>
    %sum = prim.add %left, %right : tensor<f64>
    flow.yield %sum : tensor<f64>
  } else {
    %leaf = prim.constant dense<1.0> : tensor<f64>
    flow.yield %leaf : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @main(%x: tensor<?xf64>) -> tensor<f64> {
  %s = prim.sum %x axes [0] : tensor<?xf64>
  %y = func.call @count(%s) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
})";
  const Made made(calls);
  EXPECT_TRUE(made.executable->isQuick());
  EXPECT_EQ(made.run(), 1 << 14);
}

/// What is said of a division by zero in `text`, which lies in `file`.
std::string errorOf(StringRef text, StringRef file) {
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  Session session(stream);
  EXPECT_TRUE(succeeded(session.loadText(text, file)));
  auto executable = Executable::compile(*session.findEntry());
  Limits limits;
  limits.maxSteps = 10;
  EXPECT_TRUE(failed((*executable)->run({}, limits)));
  return errors.substr(0, errors.find(" error"));
}

TEST(Executable, reportsWhereItsOwnProgramFails) {
  CacheFolder folder;
  Environment on("COTAN_CACHE", "on"), place("COTAN_CACHE_DIR", folder.name());
  std::string text = R"(func.func private @forever(%x: tensor<f64>) -> tensor<f64> {
  %y = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
  cond(%a: tensor<f64>) {
    %more = prim.constant dense<true> : tensor<i1>
    flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
  } body(%a: tensor<f64>) {
    flow.yield %a : tensor<f64>
  }
  return %y : tensor<f64>
}
func.func @main() -> tensor<f64> {
  %x = prim.constant dense<1.0> : tensor<f64>
  %y = func.call @forever(%x) : (tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
})";
  std::string first = errorOf(text, "first.mlir"), second = errorOf("\n\n" + text, "second.mlir");
  EXPECT_TRUE(StringRef(first).starts_with("first.mlir:7:5:")) << first;
  EXPECT_TRUE(StringRef(second).starts_with("second.mlir:9:5:")) << second;
}

} // namespace
