#include "cotan/frontends/cpp/debug.h"

#include "cotan/trace/number_checks.h"

namespace ct {

using namespace cotan::trace;

void debug_nans(bool on) { setNumberChecks({on, numberChecks().infs}); }
void debug_infs(bool on) { setNumberChecks({numberChecks().nans, on}); }

} // namespace ct
