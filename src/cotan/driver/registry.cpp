#include "cotan/driver/registry.h"

#include "cotan/ops/registration.h"

namespace cotan {

void registerEverything(mlir::DialectRegistry &registry) { registerCotan(registry); }

} // namespace cotan
