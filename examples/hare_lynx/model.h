// The predator-prey equations (Lotka 1925, Volterra 1926), solved with an adaptive step, and how
// far they are from a record.
#pragma once

#include <cotan/cotan.h>

namespace hare_lynx {

/// The squared distance of logarithms between the prediction and the record, a row (hare, lynx) for
/// each year. `logs` of birth, predation, death, growth, hare and lynx at the start.
ct::Tensor loss(const ct::Tensor &logs, const ct::Tensor &record);

} // namespace hare_lynx
