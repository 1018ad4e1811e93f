// What programs print, by machine code and by the interpreter. The texts: test/tool/output.mlir.
#include "cotan/driver/executable.h"
#include "cotan/driver/session.h"
#include "cotan/interpreter/interpreter.h"
#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/array_view.h"
#include "cotan/runtime/context.h"
#include "cotan/support/output_sink.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>

using namespace cotan;
using namespace mlir;

namespace {

/// For the time of a test, what is printed: on all threads, and on each.
struct Collector {
  Collector() {
    all.clear();
    setOutputSink([](const char *text, size_t length) {
      mine.append(text, length);
      std::lock_guard lock(mutex);
      all.append(text, length);
    });
  }
  ~Collector() { setOutputSink(nullptr); }

  static inline std::mutex mutex;
  static inline std::string all;
  static inline thread_local std::string mine;
};

TEST(Output, is_a_line_with_the_values) {
  Collector collector;
  Array number = Array::scalar(DType::i64, 7);
  TensorView views[] = {viewOf(number), viewOf(number)};
  StringRef text = "{} and {}";
  EXPECT_EQ(cotan_print(text.data(), text.size(), views, 2), 0);
  EXPECT_EQ(cotan_print("", 0, nullptr, 0), 0);
  EXPECT_EQ(collector.all, "7 and 7\n\n");
}

TEST(Output, an_assertion_is_explained) {
  runtime::Pool pool;
  runtime::Context context(pool);
  Array number = Array::scalar(DType::f64, 0.5);
  TensorView view = viewOf(number);
  cotan_explain(&context, "found {}", 8, &view, 1);
  EXPECT_EQ(context.problem, "found 0.5");
}

constexpr StringRef countdown = R"(
func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = prim.constant dense<0> : tensor<i64>
  %one = prim.constant dense<1> : tensor<i64>
  %r = flow.while (%n) : (tensor<i64>) -> (tensor<i64>)
  cond(%a: tensor<i64>) {
    %more = prim.gt %a, %zero : tensor<i64>
    flow.cond_yield %more : tensor<i1>, %a : tensor<i64>
  } body(%a: tensor<i64>) {
    flow.print "{} of {}" (%a, %n) : tensor<i64>, tensor<i64>
    %b = prim.sub %a, %one : tensor<i64>
    flow.yield %b : tensor<i64>
  }
  return %r : tensor<i64>
})";

std::string countedFrom(int64_t n) {
  std::string text;
  for (int64_t i = n; i > 0; --i)
    text += std::to_string(i) + " of " + std::to_string(n) + "\n";
  return text;
}

TEST(Output, each_thread_prints_in_its_order) {
  Collector collector;
  Session session(llvm::errs());
  auto module = parseSourceString<ModuleOp>(countdown, &session.context());
  auto function = module->lookupSymbol<func::FuncOp>("main");
  auto executable = Executable::compile(function);
  ASSERT_TRUE(succeeded(executable));
  std::vector<std::thread> threads;
  size_t expected = 0;
  for (int64_t n = 40; n < 48; ++n) {
    expected += countedFrom(n).size();
    threads.emplace_back([&, n] {
      Array input = Array::scalar(DType::i64, n);
      if (n % 2 == 0)
        EXPECT_TRUE(succeeded((*executable)->run({input})));
      else
        EXPECT_TRUE(succeeded(interpret(function, {input})));
      EXPECT_EQ(Collector::mine, countedFrom(n));
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(collector.all.size(), expected);
}

} // namespace
