#include "cotan/frontends/cpp/interruption.h"

#include "cotan/support/interruption.h"

namespace ct {

void set_interruption_check(bool (*check)()) { cotan::setInterruptionCheck(check); }

} // namespace ct
