// The passes by name, for --pass-pipeline and the command line.
#pragma once

namespace cotan {

void registerPasses();

} // namespace cotan
