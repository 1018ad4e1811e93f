// Loops run once for a value and its cotangents, and as often as these are asked for again.
#include "cotan/trace/vjp.h"

#include "cotan/cotan.h"
#include "cotan/frontends/cpp/tracing.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

#include <cmath>
#include <gtest/gtest.h>
#include <thread>

using namespace cotan::trace;

namespace {

/// A loop in a branch in a loop: stacks on a stack. The numbers of turns depend on x.
ct::Tensors nested(const ct::Tensors &given) {
  auto isSmall = [](const ct::Tensors &c) { return ct::sum(c[0] * c[0]) < 50.0; };
  auto turn = [](const ct::Tensors &c) {
    auto grow = [&] {
      return ct::fori_loop(
          0, c[1], [](ct::Tensor, ct::Tensor a) { return a * 1.25 + 0.1 * ct::sin(a); }, c[0]);
    };
    auto grown = ct::cond(c[1] % 2 == 0, grow, [&] { return c[0] * 1.5; });
    return ct::Tensors{grown, c[1] + 1};
  };
  ct::Tensors last = ct::while_loop(isSmall, turn, ct::Tensors{given[0], ct::Tensor(0)});
  return {last[0] * ct::astype(last[1], last[0].dtype())};
}

unsigned loopsOf(const TracedFunctionRef &function) {
  unsigned count = 0;
  mlir::func::FuncOp(function->function()).walk([&](mlir::LoopLikeOpInterface) { ++count; });
  return count;
}

struct VjpTest : testing::Test {
  ct::Tensor x = ct::array({0.3, -0.7, 1.1}), seed = ct::array({1.0, -2.0, 0.5});
  Tensors arguments = ct::asArguments(ct::Tensors{x});
  TracedFunctionRef function = ct::traced(nested, typesOf(arguments));
  std::vector<double> expected =
      ct::grad([&](ct::Tensor y) { return ct::sum(nested({y})[0] * seed); })(x).values<double>();

  void check(const Vjp &vjp) {
    auto found = ct::outer(vjp.cotangents(ct::asArguments(ct::Tensors{seed})))[0].values<double>();
    for (auto [one, other] : llvm::zip_equal(found, expected))
      EXPECT_NEAR(one, other, 1e-12 * std::abs(other));
  }
};

TEST_F(VjpTest, loops_stand_in_one_of_the_programs) {
  const unsigned loops = loopsOf(function);
  Pullback once = pullback(*function, {0}, /*mayHandOverStacks=*/true);
  EXPECT_TRUE(once.handsOverStacks);
  EXPECT_EQ(loopsOf(once.forward), loops);
  EXPECT_EQ(loopsOf(once.reverse), loops);
  Pullback again = pullback(*function, {0}, /*mayHandOverStacks=*/false);
  EXPECT_FALSE(again.handsOverStacks);
  EXPECT_EQ(loopsOf(again.reverse), 2 * loops);
}

/// What the function does with its own stacks is done before.
TEST_F(VjpTest, of_a_gradient) {
  auto slope = [](const ct::Tensors &given) {
    return ct::Tensors{ct::grad([](ct::Tensor x) { return ct::sum(nested({x})[0]); })(given[0])};
  };
  expected = ct::jit(ct::grad([&](ct::Tensor x) { return ct::sum(slope({x})[0] * seed); }))(x)
                 .values<double>();
  Vjp vjp(ct::traced(slope, typesOf(arguments)), {0}, arguments, Vjp::Loops::once);
  for (int call = 0; call < 2; ++call)
    check(vjp);
}

TEST_F(VjpTest, is_the_gradient_at_every_call) {
  Vjp once(function, {0}, arguments, Vjp::Loops::once);
  for (int call = 0; call < 3; ++call)
    check(once);
  check(Vjp(function, {0}, arguments, Vjp::Loops::again));
}

TEST_F(VjpTest, is_called_by_threads_at_once) {
  for (int turn = 0; turn < 3; ++turn) {
    Vjp vjp(function, {0}, arguments, Vjp::Loops::once);
    std::vector<std::thread> threads;
    for (int n = 0; n < 8; ++n)
      threads.emplace_back([&] { check(vjp); });
    for (std::thread &thread : threads)
      thread.join();
  }
}

TEST_F(VjpTest, gives_its_memory_back_unread) {
  for (int turn = 0; turn < 100; ++turn) {
    auto pool = cotan::runtime::borrowPool();
    EXPECT_EQ(pool->inUse(), 0u);
    cotan::runtime::returnPool(std::move(pool));
    Vjp(function, {0}, arguments, Vjp::Loops::once);
  }
}

} // namespace
