#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/error.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

using namespace cotan;

namespace {

/// Writes its number, or fails with it if there is no place to write to.
int32_t write(const TensorView *, TensorView *result, const int64_t *numbers) {
  if (!result->data)
    return setError("no place for " + std::to_string(*numbers));
  *static_cast<int64_t *>(result->data) = *numbers;
  return 0;
}

struct Calls {
  explicit Calls(int64_t count) : numbers(count), written(count, -1), results(count) {
    std::iota(numbers.begin(), numbers.end(), 0);
    for (int64_t i = 0; i < count; ++i) {
      results[i] = {.data = &written[i], .sizes = nullptr, .rank = 0, .dtype = int32_t(DType::i64)};
      calls.push_back(
          {.function = write, .operands = nullptr, .results = &results[i], .numbers = &numbers[i]});
    }
  }
  int64_t make() const { return cotan_together(calls.size(), calls.data()); }

  std::vector<int64_t> numbers, written;
  std::vector<TensorView> results;
  std::vector<cotan::abi::Call> calls;
};

TEST(Together, makes_each_call_once) {
  for (int64_t count : {1, 2, 16, 100}) {
    Calls calls(count);
    EXPECT_EQ(calls.make(), count);
    EXPECT_EQ(calls.written, calls.numbers);
  }
}

TEST(Together, answers_with_the_first_that_failed) {
  for (int turn = 0; turn < 100; ++turn) {
    Calls calls(16);
    for (int64_t i : {5, 6, 15})
      calls.results[i].data = nullptr;
    setError("an older one");
    EXPECT_EQ(calls.make(), 5);
    EXPECT_EQ(lastError(), "no place for 5");
    EXPECT_EQ(calls.written[0], 0);
  }
}

} // namespace
