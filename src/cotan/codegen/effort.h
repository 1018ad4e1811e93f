// How much is done to make code fast.
#pragma once

namespace cotan {

/// Quick code takes a fraction of the time to compile, and several times as long to run. It
/// computes the same bits.
enum class Effort { quick, whole };

} // namespace cotan
