#include "cotan/support/output_sink.h"

#include <atomic>
#include <cstdio>
#include <string>
#include <utility>

namespace cotan {

// One call, so that lines of several threads do not mix. It is flushed: a program that ends in an
// error, or whose results are printed by another stream, keeps its order.
static void writeToStandardOutput(const char *text, size_t length) {
  std::fwrite(text, 1, length, stdout);
  std::fflush(stdout);
}

static std::atomic<OutputSink> current = writeToStandardOutput;

void setOutputSink(OutputSink sink) { current = sink ? sink : writeToStandardOutput; }

static thread_local PrintedOnce *innermost = nullptr;
static thread_local size_t printedLast = 0, repeated = 0; // lines

PrintedOnce::PrintedOnce() : before(std::exchange(innermost, this)) {}

PrintedOnce::~PrintedOnce() {
  innermost = before;
  printedLast = printed;
}

void repeatRun() { repeated = printedLast; }

void printLine(std::string_view line) {
  if (innermost && !innermost->isNew())
    return;
  if (repeated > 0) {
    --repeated;
    return;
  }
  std::string text(line);
  text += '\n';
  current.load()(text.data(), text.size());
}

} // namespace cotan
