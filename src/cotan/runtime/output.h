// What generated code calls for flow.print and flow.assert.
#pragma once

#include "cotan/runtime/context.h"
#include "cotan/runtime/tensor_view.h"

extern "C" {
/// Prints the text with the values in its places, as a line. 1 if there is no memory for it.
int32_t cotan_print(const char *text, int64_t length, const cotan::TensorView *values,
                    int64_t count);
/// Keeps the text with the values in its places as what the program failed with.
void cotan_explain(CotanContext *context, const char *text, int64_t length,
                   const cotan::TensorView *values, int64_t count);
}
