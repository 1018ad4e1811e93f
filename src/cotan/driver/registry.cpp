#include "cotan/driver/registry.h"

#include "cotan/check/check_dialect.h"
#include "cotan/ops/registration.h"

namespace cotan {

void registerEverything(mlir::DialectRegistry &registry) {
  registerCotan(registry);
  registry.insert<check::CheckDialect>();
}

} // namespace cotan
