#include "printed.h"

#include "cotan/support/output_sink.h"

#include <utility>

namespace cotan::check {

static thread_local std::string printed;

void collectPrinted() {
  setOutputSink([](const char *text, size_t length) { printed.append(text, length); });
}

std::string takePrinted() { return std::exchange(printed, ""); }

} // namespace cotan::check
