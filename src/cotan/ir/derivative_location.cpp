#include "cotan/ir/derivative_location.h"

using namespace mlir;

namespace cotan {

/// The names of such locations, by mode; users' files and functions have no colon in front.
constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> names[] = {{":backward", "backward"},
                                                                         {":forward", "forward"}};

Location inDerivative(Location location, DerivativeMode mode) {
  StringRef name = names[size_t(mode)].first;
  return NameLoc::get(StringAttr::get(location.getContext(), name), location);
}

std::string derivativeText(Location location) {
  std::string text;
  while (true) {
    if (auto named = dyn_cast<NameLoc>(location)) {
      for (auto [name, word] : names)
        if (named.getName() == name)
          text += (text.empty() ? "" : " of ") + word.str();
      location = named.getChildLoc();
    } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
      location = call.getCallee();
    } else {
      return text;
    }
  }
}

} // namespace cotan
