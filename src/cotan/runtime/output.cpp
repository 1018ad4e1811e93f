#include "cotan/runtime/abi/functions.h"
#include "cotan/runtime/context.h"
#include "cotan/runtime/error.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/text_template.h"

using namespace cotan;

static std::string filled(const char *text, int64_t length, const TensorView *values,
                          int64_t count) {
  std::vector<Elements> elements;
  for (const TensorView &value : std::span(values, count))
    elements.push_back({dtypeOf(value), std::span(value.sizes, value.rank), value.data});
  return fillTemplate(std::string_view(text, length), elements);
}

int32_t cotan_print(const char *text, int64_t length, const TensorView *values, int64_t count) {
  return withoutExceptions([&] {
    printLine(filled(text, length, values, count));
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
