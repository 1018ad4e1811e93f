// The steps of differentiation as passes, so that each can be looked at on its own.
#pragma once

namespace cotan {

/// --flow-add-stacks, --flow-differentiate, --flow-prune-stacks, --flow-verify-stacks,
/// --flow-remove-backward, --flow-taylor.
void registerAutodiffPasses();

} // namespace cotan
