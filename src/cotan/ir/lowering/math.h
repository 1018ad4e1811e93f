// Functions as formulas. Of vectors they take the place of calls of a library: several times as
// fast, and what is held in registers stays there. They need fused multiply-add.
#pragma once

#include "cotan/ir/lowering/lanes.h"

namespace cotan {

/// A function by its name in C, within 2 ulp. Nothing if there is no formula for it. f16 and bf16
/// are computed in f32, and not yet rounded.
Lanes mathFormula(llvm::StringRef function, llvm::ArrayRef<Lanes> args);

/// Whether the formula is also faster than a call of libm for one number, whose table lookups no
/// vector could do.
bool isFormulaFasterAlone(llvm::StringRef function);

/// Whether it is the formula on every processor, as its bits are to be the same on all of them; no
/// library has the function. Where there is no fused multiply-add, each is a call.
bool isAlwaysFormula(llvm::StringRef function);

} // namespace cotan
