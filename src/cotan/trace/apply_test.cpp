// Operations at once and traced, and the derivatives of what was traced.
#include "cotan/trace/apply.h"

#include "cotan/trace/derivatives.h"
#include "cotan/trace/error.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace cotan;
using namespace cotan::trace;

namespace {

TensorRef scalar(double value) { return makeTensor(Array::scalar(DType::f64, value)); }
double numberOf(const TensorRef &tensor) { return tensor->array->asDouble(); }

TensorRef mul(const TensorRef &x, const TensorRef &y) {
  return applyOne({"prim.mul", {}, {}, {}, true}, {x, y});
}
TensorRef add(const TensorRef &x, const TensorRef &y) {
  return applyOne({"prim.add", {}, {}, {}, true}, {x, y});
}

/// d f / d x at `x`.
TensorRef slope(llvm::function_ref<TensorRef(TensorRef)> f, const TensorRef &x) {
  auto traced = cotan::trace::trace(
      {x->type()}, [&](llvm::ArrayRef<TensorRef> arguments) { return Tensors{f(arguments[0])}; });
  return call(gradient(*traced, {0}, 0), {x}).back();
}

TEST(Apply, runsAtOnce) {
  EXPECT_DOUBLE_EQ(numberOf(applyOne({"prim.tanh"}, {scalar(0.5)})), std::tanh(0.5));
}

TEST(Apply, broadcastsAndConverts) {
  DType types[] = {DType::f32, DType::f32};
  auto x = makeTensor(Array::vector({1, 2, 3}));
  auto y = llvm::makeIntrusiveRefCnt<TensorBody>(0.5);
  auto z = applyOne({"prim.mul", {}, {}, types, true}, {x, y});
  EXPECT_EQ(z->dtype, DType::f32);
  EXPECT_EQ(z->array->asDouble(2), 1.5);
}

TEST(Apply, throwsWhatTheOpSays) {
  auto x = makeTensor(Array::vector({1, 2, 3})), y = makeTensor(Array::vector({1, 2}));
  EXPECT_THROW(applyOne({"prim.matmul"}, {x, y}), ct::Error);
}

TEST(Gradient, ofAClosureOverWhatIsTraced) {
  // d/dx x * (d/dy x + y at 1) at 1 is 1; were the two mixed up, it would be 2.
  auto one = scalar(1);
  auto sum = slope(
      [&](TensorRef x) { return mul(x, slope([&](TensorRef y) { return add(x, y); }, one)); }, one);
  EXPECT_EQ(numberOf(sum), 1);
  auto product =
      slope([&](TensorRef x) { return mul(x, slope([&](TensorRef y) { return mul(x, y); }, one)); },
            scalar(4));
  EXPECT_EQ(numberOf(product), 8);
}

TEST(Gradient, ofAGradientOfAGradient) {
  auto cube = [](TensorRef x) { return mul(x, mul(x, x)); };
  auto first = [&](TensorRef x) { return slope(cube, x); };
  auto second = [&](TensorRef x) { return slope(first, x); };
  EXPECT_EQ(numberOf(slope(second, scalar(5))), 6);
}

TEST(Trace, refusesWhatOutlivedItsFunction) {
  TensorRef leaked;
  slope([&](TensorRef x) { return leaked = mul(x, x); }, scalar(2));
  EXPECT_THROW(mul(leaked, leaked), ct::Error);
}

TEST(Apply, runsOnThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> failures = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int64_t n = 1; n < 6; ++n) {
        auto x = makeTensor(Array::zeros(DType::f64, {n}));
        failures += applyOne({"prim.cos"}, {x})->array->asDouble(n - 1) != 1;
        failures += numberOf(slope([](TensorRef x) { return mul(x, x); }, scalar(i))) != 2 * i;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

TEST(Apply, takesMicroseconds) {
  auto x = makeTensor(Array::zeros(DType::f32, {8}));
  applyOne({"prim.tanh"}, {x});
  auto start = std::chrono::steady_clock::now();
  constexpr int turns = 100'000;
  for (int i = 0; i < turns; ++i)
    applyOne({"prim.tanh"}, {x});
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  printf("%.2f us a call\n", seconds / turns * 1e6);
  EXPECT_LT(seconds / turns, 50e-6); // leaves room for a loaded machine and sanitizers
}

} // namespace
