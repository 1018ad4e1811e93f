// What keywords of NumPy and JAX say. Not installed.
#pragma once

#include "cotan/functions/options.h"

#include <string>

namespace ct::dynamic {

/// What `mode` says of indices out of range; `fill` alone says the same as "fill". None, if nothing
/// is said.
std::optional<IndexMode> indexMode(const std::optional<std::string> &mode,
                                   const std::optional<Tensor> &fill = {});

/// One number, or a row of them; 0 if there is none.
Tensor fillOf(const std::optional<OneOrList> &given);

/// Throws ValueError, with a call that gives what is wanted, if a tensor is to be changed.
void needCopy(bool inplace, const char *call);

} // namespace ct::dynamic
