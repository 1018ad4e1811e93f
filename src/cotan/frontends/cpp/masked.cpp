// Transformations of some of the leaves.
#include "cotan/frontends/cpp/optim.h"
#include "cotan/frontends/cpp/tree.h"
#include "cotan/tensor/checks.h"
#include "cotan/tensor/inside.h"

namespace ct::optim {
namespace {

using Flags = std::vector<bool>;

const Nest::Parts *partsIn(const Nest &nest) { return std::get_if<Nest::Parts>(&nest.content); }

bool flagOf(const Nest &leaf) {
  auto *x = std::get_if<Tensor>(&leaf.content);
  if (!x || x->isTraced() || x->dtype() != DType::bool_ || x->ndim() != 0)
    refuse<TypeError>("the mask must hold true or false, known when a function is compiled, but "
                      "holds " +
                      (x ? describe(x->body()->type()) : "a function"));
  return x->item<bool>();
}

/// For each leaf of `nest`, what the mask says of it or of a nest that it is in.
void addFlags(const Nest &mask, const Nest &nest, Flags &flags) {
  auto *parts = partsIn(mask), *theirs = partsIn(nest);
  if (!parts) {
    flags.insert(flags.end(), ct::detail::leaves(nest).size(), flagOf(mask));
    return;
  }
  if (!theirs || mask.names != nest.names || parts->size() != theirs->size())
    refuse("'mask' must be a nest like the parameters, or a beginning of one, but is " +
           tree::Structure(mask).str() + " where they are " + tree::Structure(nest).str());
  for (size_t i = 0; i < parts->size(); ++i)
    addFlags((*parts)[i], (*theirs)[i], flags);
}

/// The nest with nothing where the flags do not hold.
Nest kept(const Nest &nest, Flags::const_iterator &flag) {
  auto *parts = partsIn(nest);
  if (!parts) {
    const size_t count = ct::detail::leaves(nest).size();
    const bool isKept = count == 0 || *flag;
    flag += count;
    return isKept ? nest : Nest(Nest::Parts());
  }
  Nest::Parts some;
  for (const Nest &part : *parts)
    some.push_back(kept(part, flag));
  return nest.with(std::move(some));
}
Nest kept(const Nest &nest, const Flags &flags) {
  auto flag = flags.begin();
  return kept(nest, flag);
}

Flags flagsOf(const Mask &mask, const Nest &params) {
  const Nest chosen = mask(params);
  const Called called("ct.optim.masked");
  Flags flags;
  addFlags(chosen, params, flags);
  return flags;
}

/// The flags of updates, by the parameters if they are given.
Flags flagsOf(const Mask &mask, const Nest &updates, const Nest *params) {
  const Called called("ct.optim.masked");
  if (params && !(tree::Structure(updates) == tree::Structure(*params)))
    refuse("the updates are " + tree::Structure(updates).str() + ", but the parameters " +
           tree::Structure(*params).str());
  return flagsOf(mask, params ? *params : updates);
}

const State &innerState(const State &state) {
  const Called called("ct.optim.masked");
  auto *held = partsIn(state);
  if (!held || held->size() != 1)
    refuse<TypeError>("the state must be what init or update of this optimizer returned");
  return held->front();
}

} // namespace

GradientTransformation masked(GradientTransformation inner, Mask mask) {
  auto ofInner = [](const State &state) { return Nest({state}, {"inner_state"}); };
  auto init = [=](const Nest &params) {
    return ofInner(inner.init(kept(params, flagsOf(mask, params))));
  };
  return {init, [=](const Nest &updates, const State &state, const Nest *params) {
            const Flags flags = flagsOf(mask, updates, params);
            const Nest some = kept(updates, flags);
            auto [changed, after] =
                params ? inner.update(some, innerState(state), kept(*params, flags))
                       : inner.update(some, innerState(state));
            Tensors all = ct::detail::leaves(updates);
            const Tensors next = ct::detail::leaves(changed);
            for (size_t i = 0, used = 0; i < all.size(); ++i)
              if (flags[i])
                all[i] = next[used++];
            return std::pair(ct::detail::filled(updates, all), ofInner(after));
          }};
}

} // namespace ct::optim
