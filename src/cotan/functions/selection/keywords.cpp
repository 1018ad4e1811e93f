#include "cotan/functions/selection/keywords.h"

#include "cotan/functions/functions.h"
#include "cotan/tensor/checks.h"
#include "cotan/tensor/inside.h"

namespace ct::dynamic {

std::optional<IndexMode> indexMode(const std::optional<std::string> &mode,
                                   const std::optional<Tensor> &fill) {
  if (!mode)
    return fill ? std::optional(IndexMode::drop) : std::nullopt;
  constexpr IndexMode modes[] = {IndexMode::raise, IndexMode::wrap, IndexMode::clip,
                                 IndexMode::drop, IndexMode::drop};
  const size_t place =
      oneOf("mode", *mode, {"raise", "wrap", "clip", "fill", "drop", "promise_in_bounds"});
  return place < std::size(modes) ? std::optional(modes[place]) : std::nullopt;
}

Tensor fillOf(const std::optional<OneOrList> &given) {
  if (!given)
    return 0;
  auto *several = std::get_if<std::vector<Tensor>>(&*given);
  return several ? several->empty() ? zeros({0}) : stack(*several) : std::get<Tensor>(*given);
}

void needCopy(bool inplace, const char *call) {
  if (inplace)
    refuse(std::string("inplace is true, but tensors do not change; leave it away and take the "
                       "result, as in ") +
           call);
}

} // namespace ct::dynamic
