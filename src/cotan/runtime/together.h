// Calls of the runtime that need nothing of each other.
#pragma once

#include "cotan/runtime/tensor_view.h"

extern "C" {
/// A function of the runtime with what it is called with.
struct CotanCall {
  int32_t (*function)(const cotan::TensorView *operands, cotan::TensorView *results,
                      const int64_t *numbers);
  const cotan::TensorView *operands;
  cotan::TensorView *results;
  const int64_t *numbers;
};
/// Makes the calls, at the same time where there are threads for it. Answers which one failed, the
/// first of them if several did, and keeps its message for the calling thread; `count` if none did.
int64_t cotan_together(int64_t count, const CotanCall *calls);
}
