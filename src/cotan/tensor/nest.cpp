#include "cotan/tensor/nest.h"

#include "cotan/tensor/function_value.h"

namespace ct::detail {
namespace {

Nest::Parts mappedAll(const Nest::Parts &parts, const auto &change, bool isCaptured) {
  Nest::Parts changed;
  changed.reserve(parts.size());
  for (const Nest &part : parts)
    changed.push_back(mapped(part, change, isCaptured));
  return changed;
}

} // namespace

Nest mapped(const Nest &nest, const std::function<Nest(const Nest &, bool)> &change,
            bool isCaptured) {
  if (std::holds_alternative<Tensor>(nest.content))
    return change(nest, isCaptured);
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    return nest.with(mappedAll(*parts, change, isCaptured));
  FunctionValue function = *nest.function();
  if (function.functions.size() > 1)
    function.number = change(Nest(function.number), false).tensor();
  for (KnownFunction &known : function.functions)
    known.captured = mappedAll(known.captured, change, true);
  return Nest(std::make_shared<const FunctionValue>(std::move(function)));
}

std::string keysOf(const Nest &nest) {
  std::string keys;
  for (const std::string &name : nest.names)
    keys += (keys.empty() ? "'" : ", '") + name + "'";
  return keys.empty() ? "none" : keys;
}

static void addLeaves(const Nest &nest, Tensors &found) {
  auto addAll = [&](const Nest::Parts &parts) {
    for (const Nest &part : parts)
      addLeaves(part, found);
  };
  if (auto *tensor = std::get_if<Tensor>(&nest.content)) {
    if (!nest.isFixed)
      found.push_back(*tensor);
    return;
  }
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    return addAll(*parts);
  const FunctionValue &function = *nest.function();
  if (function.functions.size() > 1)
    found.push_back(function.number);
  for (const KnownFunction &known : function.functions)
    addAll(known.captured);
}

Tensors leaves(const Nest &nest) {
  Tensors found;
  addLeaves(nest, found);
  return found;
}

Nest filled(const Nest &form, const Tensors &leaves) {
  auto next = leaves.begin();
  return mapped(form, [&](const Nest &tensor, bool) {
    return Nest(tensor.isFixed ? tensor.tensor() : *next++);
  });
}

} // namespace ct::detail
