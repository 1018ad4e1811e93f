// Functions made of SIMD by the compiler.
#pragma once

// The compiler makes one version for each, and the loader chooses.
#define COTAN_FOR_EACH_PROCESSOR                                                                   \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
