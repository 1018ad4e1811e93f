// Where the text goes that programs print.
#pragma once

#include <cstddef>
#include <string_view>

namespace cotan {

/// Takes a whole line, with its end. Programs on several threads may call it at the same time.
using OutputSink = void (*)(const char *text, size_t length);

/// From here on lines go to `sink`; null is standard output, where they go at first. A front door
/// sets it, such as to write to Python's sys.stdout.
void setOutputSink(OutputSink sink);

void printLine(std::string_view line);

/// What this thread prints while it lives, by a run that may have to begin again: each line is
/// printed once.
class PrintedOnce {
public:
  PrintedOnce();
  ~PrintedOnce();
  PrintedOnce(const PrintedOnce &) = delete;
  PrintedOnce &operator=(const PrintedOnce &) = delete;

  /// From here on it prints again what it has printed.
  void startAgain() { next = 0; }

private:
  friend void printLine(std::string_view line);
  bool isNew() { return ++next > printed && ++printed; }

  PrintedOnce *const before;
  size_t printed = 0, next = 0; // lines
};

/// The next run on this thread that prints repeats the last one: what that printed it does not
/// print again.
void repeatRun();

} // namespace cotan
