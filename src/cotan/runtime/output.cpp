#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/error.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/text_template.h"

#include <algorithm>

using namespace cotan;

static std::vector<Elements> elementsOf(const TensorView *values, int64_t count) {
  std::vector<Elements> elements;
  for (const TensorView &value : std::span(values, count))
    elements.push_back({dtypeOf(value), std::span(value.sizes, value.rank), value.data});
  return elements;
}

static std::string filled(const char *text, int64_t length, const TensorView *values,
                          int64_t count) {
  return fillTemplate(std::string_view(text, length), elementsOf(values, count));
}

int32_t cotan_print(const char *text, int64_t length, const TensorView *values, int64_t count) {
  return withoutExceptions([&] {
    printLine(filled(text, length, values, count));
    return 0;
  });
}

int32_t cotan_stop(const char *text, int64_t length, const TensorView *values, int64_t count) {
  return withoutExceptions([&] {
    stopAt(std::string_view(text, length), elementsOf(values, count));
    return 0;
  });
}

/// That of the loop; the one that was asked for longest ago, if it has none.
static runtime::Context::Progress &progressOf(runtime::Context &context, std::string_view text) {
  auto *oldest = context.progress.data();
  for (auto &one : context.progress) {
    if (one.text == text)
      return one;
    if (one.asked < oldest->asked)
      oldest = &one;
  }
  *oldest = {};
  return *oldest;
}

int32_t cotan_progress(abi::Run *run, int64_t turn, const char *begin, int64_t length,
                       const TensorView *values, int64_t count) {
  using std::chrono::milliseconds;
  const std::string_view text(begin, length);
  constexpr milliseconds often(100), rarely(20);
  auto &progress = progressOf(runtime::contextOf(run), text);
  const auto now = std::chrono::steady_clock::now();
  const bool isFirst = progress.text != text || turn < progress.turn, isLast = turn < 0;
  if (isFirst)
    progress = {text, turn, 1, now, now};
  else if (now - progress.asked < rarely)
    progress.every *= 2;
  else if (now - progress.asked > often)
    progress.every = std::max<int64_t>(1, progress.every / 2);
  const bool isTold = isFirst || now - progress.told >= often;
  progress.turn = turn;
  progress.asked = now;
  if (isTold)
    progress.told = now;
  run->toldTurn = isLast ? -2 : turn; // a loop around it may end next, or it begins again
  run->turnsToTell = isLast ? 1 : progress.every;
  if (isLast)
    progress = {};
  if (!isTold)
    return 0;
  return withoutExceptions([&] {
    tellLine(filled(begin, length, values, count));
    return 0;
  });
}

void cotan_explain(abi::Run *run, const char *text, int64_t length, const TensorView *values,
                   int64_t count) {
  std::string &problem = runtime::contextOf(run).problem;
  const int32_t status = withoutExceptions([&] {
    problem = filled(text, length, values, count);
    return 0;
  });
  if (status != 0)
    problem.clear(); // the last error says it
}
