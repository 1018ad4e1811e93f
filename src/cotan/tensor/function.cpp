#include "cotan/tensor/function.h"

#include <optional>

namespace ct::detail {

std::pair<Nest, Tensors>
onLeaves(const NestFunction &function, const Nest &arguments,
         const std::function<Tensors(const Function &, const Tensors &)> &transform) {
  std::optional<Nest> form;
  size_t count = 0;
  const Function flat = [&](const Tensors &xs) {
    form = function(filled(arguments, xs));
    Tensors results = leaves(*form);
    count = results.size();
    return results;
  };
  Tensors results = transform(flat, leaves(arguments));
  return {filled(*form, results), Tensors(results.begin() + count, results.end())};
}

} // namespace ct::detail
