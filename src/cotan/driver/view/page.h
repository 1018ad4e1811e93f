// Pages that show a trace or a profile: each is one file that needs no other, and runs no script
// but its own.
#pragma once

#include "cotan/driver/view/program_trace.h"

namespace cotan {

/// HTML. Names and texts of programs are data in it, and nothing else, whatever they say.
std::string pageOf(const ProgramTrace &trace);

/// The same of a profile: JSON that python/cotan/_profile.py writes.
std::string profilePageOf(llvm::StringRef data);

} // namespace cotan
