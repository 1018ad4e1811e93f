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

static std::atomic<StopSink> stop = nullptr;

void setStopSink(StopSink sink) { stop = sink; }

void stopAt(std::string_view place, std::span<const Elements> values) {
  if (StopSink sink = stop)
    sink(place, values);
}

static thread_local PrintedLines own;
static thread_local PrintedLines *shared = nullptr; // of the thread this one works for

bool PrintedLines::isNew() {
  if (++reached <= furthest)
    return false;
  furthest = reached;
  return repeated == 0 || repeated-- == 0;
}

PrintedLines &printedLines() { return shared ? *shared : own; }

void sharePrintedLines(PrintedLines *lines) { shared = lines; }

PrintedOnce::PrintedOnce() : lines(printedLines()) { lines.reached = lines.furthest = 0; }

void PrintedOnce::startAgain() { lines.reached = 0; }

void repeatRun() { printedLines().repeated = printedLines().furthest; }

void printLine(std::string_view line) {
  if (printedLines().isNew())
    tellLine(line);
}

void tellLine(std::string_view line) {
  std::string text(line);
  text += '\n';
  current.load()(text.data(), text.size());
}

} // namespace cotan
