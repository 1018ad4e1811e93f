#include "cotan/frontends/cpp/interruption.h"

#include "cotan/cotan.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::atomic<bool> isWanted = false;

/// Asks for an interruption a while after it was made, and for none when it ends.
class Interrupting {
public:
  Interrupting()
      : thread([this] {
          std::this_thread::sleep_for(100ms);
          begin = Clock::now();
          isWanted = true;
        }) {
    ct::set_interruption_check([] { return isWanted.load(); });
  }
  ~Interrupting() {
    thread.join();
    isWanted = false;
    ct::set_interruption_check(nullptr);
  }
  auto latency() const { return Clock::now() - begin; }

private:
  Clock::time_point begin;
  std::thread thread;
};

ct::Tensor counted(const ct::Tensor &turns) {
  return ct::fori_loop(
      0, turns, [](ct::Tensor, ct::Tensor a) { return a * 0.5 + 1.0; }, ct::Tensor(1.0));
}

TEST(Interruption, ends_loops) {
  auto f = ct::jit(counted);
  EXPECT_EQ(f(ct::Tensor(0)).item<double>(), 1.0);
  {
    Interrupting soon;
    EXPECT_THROW(f(ct::Tensor(int64_t(1) << 60)), ct::Interrupted);
    EXPECT_LT(soon.latency(), 2s);
  }
  EXPECT_NEAR(f(ct::Tensor(50)).item<double>(), 2.0, 1e-5);
}

TEST(Interruption, ends_what_makes_ever_more_functions) {
  using Map = ct::Closure<ct::Tensor(ct::Tensor)>;
  auto f = ct::jit([](ct::Tensor n) {
    auto next = [](Map h, ct::Tensor x) { return h(x) + 1; };
    auto turn = [&](ct::Tensor, std::pair<Map, ct::Tensor> s) {
      ct::Tensor turns = ct::where(s.second < 0.0, 1, 10'000); // unknown: nothing leaves the loop
      return std::pair(ct::closure(next, s.first), counted(turns) + s.second);
    };
    return ct::fori_loop(0, n, turn, std::pair(Map([](ct::Tensor x) { return x; }), 0.0)).first(0);
  });
  EXPECT_EQ(f(20).item<int>(), 20);
  {
    Interrupting soon; // for more functions there would be no room, which could be told first
    EXPECT_THROW(f(4'000'000), ct::Interrupted);
    EXPECT_LT(soon.latency(), 2s);
  }
  EXPECT_EQ(f(200).item<int>(), 200);
}

TEST(Interruption, ends_loaded_programs) {
  auto program = ct::Program::parse(R"(
    func.func @main(%x: tensor<f64>) -> tensor<f64> {
      %zero = prim.constant dense<0.0> : tensor<f64>
      %r = flow.while (%x) : (tensor<f64>) -> (tensor<f64>)
      cond(%a: tensor<f64>) {
        %more = prim.gt %a, %zero : tensor<f64>
        flow.cond_yield %more : tensor<i1>, %a : tensor<f64>
      } body(%a: tensor<f64>) {
        %b = prim.sqrt %a : tensor<f64>
        flow.yield %b : tensor<f64>
      }
      return %r : tensor<f64>
    })");
  Interrupting soon;
  EXPECT_THROW(program.run({ct::Tensor(2.0)}), ct::Interrupted);
  EXPECT_LT(soon.latency(), 2s);
}

bool endsAmidWork = false;

/// Runs `work` in a process of its own, which is to end with the status.
template <typename F> void inProcess(int status, F work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(300); // better than to hang
    endsAmidWork = true;
    work();
    std::exit(status);
  }
  int ended = 0;
  waitpid(child, &ended, 0);
  EXPECT_TRUE(WIFEXITED(ended)) << "signal " << WTERMSIG(ended);
  EXPECT_EQ(WEXITSTATUS(ended), status);
}

TEST(Interruption, is_not_needed_to_end_the_process) {
  inProcess(3, [] {
    auto f = ct::jit(counted);
    f(ct::Tensor(1));
    std::thread([=] { f(ct::Tensor(int64_t(1) << 60)); }).detach();
    std::thread([] {
      for (int i = 0;; ++i)
        ct::grad([=](ct::Tensor x) { return ct::sin(x) * double(i); })(ct::Tensor(0.5));
    }).detach();
    std::thread([a = ct::ones({300, 300})] {
      for (;;)
        ct::matmul(a, a);
    }).detach();
    std::this_thread::sleep_for(200ms);
  });
}

TEST(Interruption, does_not_keep_a_fork) {
  inProcess(0, [] { // the threads end with it
    auto f = ct::jit(counted);
    f(ct::Tensor(1));
    std::thread([=] { f(ct::Tensor(int64_t(1) << 60)); }).detach();
    std::thread([] {
      for (int i = 0;; ++i)
        ct::grad([=](ct::Tensor x) { return ct::sin(x) * double(i); })(ct::Tensor(0.5));
    }).detach();
    for (int i = 0; i < 5; ++i) {
      std::this_thread::sleep_for(20ms);
      inProcess(4, [=] {
        ct::Tensor slope = ct::grad([](ct::Tensor x) { return ct::exp(x) * 2.0; })(ct::Tensor(0.0));
        if (slope.item<double>() != 2.0 || f(ct::Tensor(0)).item<double>() != 1.0)
          std::exit(5);
      });
    }
    std::exit(::testing::Test::HasFailure());
  });
}

} // namespace

/// Asked by the sanitizer of leaks: what threads had in hand is not one.
extern "C" int __lsan_is_turned_off() { return endsAmidWork; }
