// Many threads that trace, differentiate, compile and run at once.
#include "cotan/trace/context.h"

#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <barrier>
#include <cmath>
#include <cstdlib>
#include <thread>

namespace {

constexpr int numThreads = 8;

/// How often each thread does what a test does; a stress test asks for more.
int turns(int usual) {
  const char *wanted = std::getenv("COTAN_STRESS");
  return wanted ? usual * std::max(1, std::atoi(wanted)) : usual;
}

/// Calls work(n) on threads that start together.
template <typename F> void onThreads(F work) {
  std::barrier together(numThreads);
  std::vector<std::thread> threads;
  for (int n = 0; n < numThreads; ++n)
    threads.emplace_back([&, n] {
      together.arrive_and_wait();
      work(n);
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Context, compiles_different_functions_at_once) {
  onThreads([](int n) {
    for (int i = 0; i < turns(3); ++i) {
      const double scale = 1 + n + numThreads * i;
      auto f = ct::jit([=](ct::Tensor x) { return ct::sum(ct::sin(x) * scale); });
      ct::Tensor x = ct::array({0.5, 1.0, double(n)});
      const double value = std::sin(0.5) + std::sin(1.0) + std::sin(double(n));
      EXPECT_NEAR(f(x).item<double>(), scale * value, 1e-9 * scale);
      EXPECT_NEAR(ct::grad(f)(x).values<double>()[1], scale * std::cos(1.0), 1e-9 * scale);
    }
  });
}

TEST(Context, compiles_one_function_once_for_all) {
  for (int i = 0; i < turns(3); ++i) {
    auto f = ct::jit([=](ct::Tensor x) {
      return ct::fori_loop(
          0, 10, [](ct::Tensor i, ct::Tensor a) { return a * 0.5 + ct::exp(-a); }, x + double(i));
    });
    double expected = 1 + i;
    for (int turn = 0; turn < 10; ++turn)
      expected = expected * 0.5 + std::exp(-expected);
    ct::Tensor x = ct::array({1.0});
    onThreads([&](int) { EXPECT_NEAR(f(x).values<double>()[0], expected, 1e-9); });
  }
}

TEST(Context, applies_operations_at_once) {
  onThreads([](int n) {
    for (int i = 0; i < turns(100); ++i) {
      ct::Tensor x = ct::array({1.0, double(n), double(i)});
      EXPECT_EQ((x * 2.0 + x).values<double>()[1], 3.0 * n);
    }
  });
}

TEST(Context, keeps_the_errors_of_threads_apart) {
  onThreads([](int n) {
    for (int i = 0; i < turns(10); ++i)
      try {
        ct::matmul(ct::ones({2, n + 3}), ct::ones({2, 2}));
        ADD_FAILURE() << "no error";
      } catch (const ct::Error &error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(n + 3)), std::string::npos)
            << error.what();
      }
  });
}

TEST(Context, shares_the_cores) {
  ct::Tensor x = ct::full({1 << 18}, 2.0);
  auto f = ct::jit([](ct::Tensor x) { return ct::sum(ct::exp(x)); });
  auto g = ct::jit([](ct::Tensor a) { return ct::sum(ct::matmul(a, a)); });
  ct::Tensor a = ct::ones({200, 200});
  onThreads([&](int) {
    for (int i = 0; i < turns(5); ++i) {
      EXPECT_NEAR(f(x).item<double>() / (std::exp(2.0) * (1 << 18)), 1, 1e-5);
      EXPECT_EQ(g(a).item<double>(), 200. * 200 * 200);
    }
  });
}

} // namespace
