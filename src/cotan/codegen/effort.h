// How much is done to make code fast.
#pragma once

namespace cotan {

/// Quick code is about half as much, and LLVM's code generator takes half as long for as much. It
/// computes the same bits.
enum class Effort { quick, whole };

} // namespace cotan
