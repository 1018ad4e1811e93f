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

/// Of the run that goes on, or was the last.
class PrintedLines {
public:
  size_t reached = 0;  // by the attempt that goes on
  size_t furthest = 0; // by any
  size_t repeated = 0; // lines to come that were printed by a run before

  bool isNew() {
    if (++reached <= furthest)
      return false;
    furthest = reached;
    return repeated == 0 || repeated-- == 0;
  }
};

static thread_local std::shared_ptr<PrintedLines> own;

std::shared_ptr<PrintedLines> printedLines() {
  if (!own)
    own = std::make_shared<PrintedLines>();
  return own;
}

void setPrintedLines(std::shared_ptr<PrintedLines> lines) { own = std::move(lines); }

PrintedOnce::PrintedOnce() : lines(printedLines()) { lines->reached = lines->furthest = 0; }

void PrintedOnce::startAgain() { lines->reached = 0; }

void repeatRun() { printedLines()->repeated = printedLines()->furthest; }

void printLine(std::string_view line) {
  if (!printedLines()->isNew())
    return;
  std::string text(line);
  text += '\n';
  current.load()(text.data(), text.size());
}

} // namespace cotan
