// Where the text goes that programs print.
#pragma once

#include "cotan/support/elements.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace cotan {

/// Takes a whole line, with its end. Programs on several threads may call it at the same time.
using OutputSink = void (*)(const char *text, size_t length);

/// From here on lines go to `sink`; null is standard output, where they go at first. A front door
/// sets it, such as to write to Python's sys.stdout.
void setOutputSink(OutputSink sink);

void printLine(std::string_view line);
/// The same for a line that a run prints as often as it likes.
void tellLine(std::string_view line);

/// Takes the values of a place where a program stops to be looked at; null, as at first: nobody.
using StopSink = void (*)(std::string_view place, std::span<const Elements> values);
void setStopSink(StopSink sink);
void stopAt(std::string_view place, std::span<const Elements> values);

/// The lines that a run has printed, the one that goes on or the last.
struct PrintedLines {
  size_t reached = 0;  // by the attempt that goes on
  size_t furthest = 0; // by any
  size_t repeated = 0; // lines to come that were printed by a run before

  /// Of the next line.
  bool isNew();
};
/// Of this thread, or of the one that waits for what it does (support/big_stack.h).
PrintedLines &printedLines();
/// Null: its own again.
void sharePrintedLines(PrintedLines *lines);

/// While it lives, a run that may have to begin again prints each line once.
class PrintedOnce {
public:
  PrintedOnce();

  /// From here on it prints again what it has printed.
  void startAgain();

private:
  PrintedLines &lines;
};

/// The next run that prints repeats the last one: what that printed it does not print again.
void repeatRun();

} // namespace cotan
