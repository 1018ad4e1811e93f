#include "cotan/runtime/symbols.h"

#include "cotan/runtime/context.h"
#include "cotan/runtime/special_functions.h"

namespace cotan::runtime {

#define COTAN_SYMBOL(function) Symbol{#function, reinterpret_cast<void *>(&function)}

const std::vector<Symbol> &symbols() {
  static const std::vector<Symbol> all = {
      COTAN_SYMBOL(cotan_allocate),    COTAN_SYMBOL(cotan_release),   COTAN_SYMBOL(cotan_new_stack),
      COTAN_SYMBOL(cotan_grow),        COTAN_SYMBOL(cotan_shrink),    COTAN_SYMBOL(cotan_return),
      COTAN_SYMBOL(cotan_fail),        COTAN_SYMBOL(cotan_digamma),   COTAN_SYMBOL(cotan_digammaf),
      COTAN_SYMBOL(cotan_erfinv),      COTAN_SYMBOL(cotan_erfinvf),   COTAN_SYMBOL(cotan_polygamma),
      COTAN_SYMBOL(cotan_polygammaf),  COTAN_SYMBOL(cotan_signed_power), COTAN_SYMBOL(cotan_unsigned_power),
  };
  return all;
}

} // namespace cotan::runtime
