#include "printed.h"

#include "cotan/support/output_sink.h"

#include <map>
#include <mutex>
#include <utility>

namespace cotan::check {

static std::mutex mutex;
/// By thread, or, of what a big stack runs, by the thread that waits for it.
static std::map<const PrintedLines *, std::string> printed;

void collectPrinted() {
  setOutputSink([](const char *text, size_t length) {
    const std::lock_guard lock(mutex);
    printed[&printedLines()].append(text, length);
  });
}

std::string takePrinted() {
  const std::lock_guard lock(mutex);
  return std::exchange(printed[&printedLines()], "");
}

} // namespace cotan::check
