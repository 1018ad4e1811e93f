#include "cotan/trace/reproducible.h"

#include <utility>

namespace cotan::trace {

static thread_local bool isOn = false;

Reproducible::Reproducible() : before(std::exchange(isOn, true)) {}
Reproducible::~Reproducible() { isOn = before; }
bool Reproducible::isWanted() { return isOn; }

} // namespace cotan::trace
