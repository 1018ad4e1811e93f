// Where the text goes that programs print.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace cotan {

/// Takes a whole line, with its end. Programs on several threads may call it at the same time.
using OutputSink = void (*)(const char *text, size_t length);

/// From here on lines go to `sink`; null is standard output, where they go at first. A front door
/// sets it, such as to write to Python's sys.stdout.
void setOutputSink(OutputSink sink);

void printLine(std::string_view line);

/// What a thread has printed, and other threads that do a part of its work (support/big_stack.h).
class PrintedLines;
std::shared_ptr<PrintedLines> printedLines();
void setPrintedLines(std::shared_ptr<PrintedLines> lines);

/// While it lives, a run that may have to begin again prints each line once.
class PrintedOnce {
public:
  PrintedOnce();

  /// From here on it prints again what it has printed.
  void startAgain();

private:
  const std::shared_ptr<PrintedLines> lines;
};

/// The next run that prints repeats the last one: what that printed it does not print again.
void repeatRun();

} // namespace cotan
