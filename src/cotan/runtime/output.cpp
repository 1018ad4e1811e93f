#include "cotan/runtime/output.h"

#include "cotan/runtime/error.h"
#include "cotan/support/output_sink.h"
#include "cotan/support/text_template.h"

#include <cstring>

using namespace cotan;

static std::string filled(const char *text, int64_t length, const TensorView *values,
                          int64_t count) {
  llvm::SmallVector<Array> arrays;
  for (const TensorView &value : llvm::ArrayRef(values, count)) {
    Array array(dtypeOf(value), llvm::ArrayRef(value.sizes, value.rank));
    std::memcpy(array.mutableData(), value.data, array.bytes());
    arrays.push_back(std::move(array));
  }
  return fillTemplate(llvm::StringRef(text, length), arrays);
}

int32_t cotan_print(const char *text, int64_t length, const TensorView *values, int64_t count) {
  return withoutExceptions([&] {
    printLine(filled(text, length, values, count));
    return 0;
  });
}

void cotan_explain(CotanContext *context, const char *text, int64_t length,
                   const TensorView *values, int64_t count) {
  const int32_t status = withoutExceptions([&] {
    context->problem = filled(text, length, values, count);
    return 0;
  });
  if (status != 0)
    context->problem.clear(); // the last error says it
}
