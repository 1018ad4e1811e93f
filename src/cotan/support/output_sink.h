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

} // namespace cotan
