// The array functions that have rows (cotan/functions), family by family.
#include "cotan/frontends/python/bind_function.h"
#include "cotan/frontends/python/function_type.h"

namespace ct::python {

#define COTAN_FAMILY(NAME) void bind_##NAME(Module &m);
#include "cotan/functions/families.inc"
#undef COTAN_FAMILY

static void addAlias(Module &m, const char *name, const char *function) {
  auto [scope, called] = placeOf(m, name);
  auto [otherScope, otherName] = placeOf(m, function);
  scope.attr(called.c_str()) = otherScope.attr(otherName.c_str());
}

void bindModules(Module &m) {
#define COTAN_MODULE(NAME, DOCUMENTATION) m.def_submodule(NAME, DOCUMENTATION);
#include "cotan/functions/names.inc"
}

void bindFunctions(Module &m) {
#define COTAN_FAMILY(NAME) bind_##NAME(m);
#include "cotan/functions/families.inc"
#define COTAN_ALIAS(NAME, FUNCTION) addAlias(m, NAME, FUNCTION);
#include "cotan/functions/names.inc"
#define COTAN_ALIAS(NAME, FUNCTION) addAlias(m, NAME, FUNCTION);
#include "cotan/functions/names_of_ops.inc"
}

void bindMethodsOfFunctions(Module &m) {
#define COTAN_METHOD(NAME) addMethod(m, m.attr("Tensor"), NAME);
#include "cotan/functions/names.inc"
}

} // namespace ct::python
