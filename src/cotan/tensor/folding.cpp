#include "cotan/tensor/folding.h"

#include "cotan/tensor/forms.h"
#include "cotan/tensor/inside.h"

#include <numeric>

namespace ct::detail {
namespace {

bool isLinkOrInRow(const KnownFunction &function) {
  return InRow::in(function) || dynamic_cast<const Link *>(function.code.get());
}

/// The form of a kind of other rows: its links have these numbers here; none: as if to nothing.
Nest renumbered(const Nest &form, const std::vector<size_t> *numbers) {
  auto all = [&](Nest::Parts parts) {
    for (Nest &part : parts)
      part = renumbered(part, numbers);
    return parts;
  };
  if (std::holds_alternative<Tensor>(form.content))
    return form;
  if (std::holds_alternative<Nest::Parts>(form.content))
    return form.with(all(form.parts()));
  if (const Link *link = Link::in(form)) {
    KindSet of;
    for (size_t kind : link->of)
      if (numbers)
        of.push_back((*numbers)[kind]);
    std::ranges::sort(of);
    return Link::to(of, Tensor(0));
  }
  FunctionValue function = *form.function();
  for (KnownFunction &known : function.functions)
    known.captured = all(known.captured);
  return Nest(std::make_shared<const FunctionValue>(std::move(function)));
}

Nest::Parts renumbered(const Nest::Parts &forms, const std::vector<size_t> *numbers) {
  return renumbered(Nest(forms), numbers).parts();
}

/// Whether a value of this form is one of the other as it is, but for functions that become links
/// and those that it may not be.
bool fits(const Nest &form, const Nest &value) {
  if (form.content.index() != value.content.index())
    return false;
  if (std::holds_alternative<Tensor>(form.content))
    return areAlike(form, value);
  if (std::holds_alternative<Nest::Parts>(form.content))
    return form.names == value.names && std::ranges::equal(form.parts(), value.parts(), fits);
  if (Link::in(form) || Link::in(value))
    return Link::in(form);
  return llvm::all_of(value.function()->functions, [&](const KnownFunction &function) {
    return llvm::any_of(form.function()->functions, [&](const KnownFunction &one) {
      return one.code->isSame(*function.code) &&
             std::ranges::equal(one.captured, function.captured, fits);
    });
  });
}

/// What a kind has captured, where what is one for all is what it is in these rows.
Nest::Parts withFixedOf(const RowKinds &kinds, size_t kind, const Nest::Parts &captured) {
  size_t next = 1 + kinds.first(kind);
  auto inRows = [&](const Nest &form, bool) {
    const Nest &found = captured.at(next++);
    return form.isFixed ? found : form;
  };
  return mapped(Nest(kinds[kind].captured), inRows).parts();
}

} // namespace

const RowKindsRef &Folding::known() {
  if (!current)
    own.push_back(current = std::make_shared<const RowKinds>(kinds));
  return current;
}

//--- What goes into rows

/// Whether it has captured one that is it but for what it has captured, or is in a row already.
bool Folding::grows(const Nest &nest, std::vector<const Code *> around) {
  auto anyGrows = [&](const Nest::Parts &parts) {
    return llvm::any_of(parts, [&](const Nest &part) { return grows(part, around); });
  };
  if (std::holds_alternative<Tensor>(nest.content))
    return false;
  if (std::holds_alternative<Nest::Parts>(nest.content))
    return anyGrows(nest.parts());
  for (const KnownFunction &known : nest.function()->functions) {
    if (isLinkOrInRow(known))
      return true;
    if (llvm::any_of(around, [&](const Code *code) { return code->isSame(*known.code); })) {
      recurring.push_back(known.code);
      return true;
    }
    around.push_back(known.code.get());
    const bool isGrown = anyGrows(known.captured);
    around.pop_back();
    if (isGrown)
      return true;
  }
  return false;
}

bool Folding::goesIntoRow(const Nest &nest) const {
  auto anyGoes = [&](const Nest::Parts &parts) {
    return llvm::any_of(parts, [&](const Nest &part) { return goesIntoRow(part); });
  };
  if (std::holds_alternative<Tensor>(nest.content))
    return false;
  if (std::holds_alternative<Nest::Parts>(nest.content))
    return anyGoes(nest.parts());
  return llvm::any_of(nest.function()->functions, [&](const KnownFunction &known) {
    auto isIt = [&](const auto &code) { return code->isSame(*known.code); };
    return isLinkOrInRow(known) || llvm::any_of(recurring, isIt) || anyGoes(known.captured);
  });
}

Nest Folding::joinedState(const Nest &form, const Nest &value) {
  const bool areParts = std::holds_alternative<Nest::Parts>(form.content);
  if (areParts && form.names == value.names && form.parts().size() == value.parts().size()) {
    Nest::Parts parts;
    for (auto [x, y] : llvm::zip_equal(form.parts(), value.parts()))
      parts.push_back(joinedState(x, y));
    return form.with(std::move(parts));
  }
  if (areParts || std::holds_alternative<Tensor>(form.content))
    return joined(form, value);
  if (const Link *link = Link::in(form)) {
    addRowsIn(value);
    return Link::to(unionOf(link->of, add(value)), Tensor(0));
  }
  Nest both = joined(form, value);
  if (isSameForm(both, form) || !grows(both))
    return both;
  addRowsIn(both);
  return Link::to(add(both), Tensor(0));
}

/// The kinds of rows that are there come first, so that other functions become of those kinds.
void Folding::addRowsIn(const Nest &nest) {
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    for (const Nest &part : *parts)
      addRowsIn(part);
  if (auto *function = std::get_if<Nest::Function>(&nest.content))
    for (const KnownFunction &known : (*function)->functions) {
      if (InRow::in(known))
        numbersOf(known);
      else
        addRowsIn(Nest(known.captured));
    }
}

//--- Kinds

KindSet Folding::add(const Nest &function) {
  KindSet of;
  for (const KnownFunction &known : function.function()->functions) {
    if (auto *link = dynamic_cast<const Link *>(known.code.get())) {
      of = unionOf(of, link->of);
    } else if (const InRow *inRow = InRow::in(known)) {
      const std::vector<size_t> numbers = numbersOf(known);
      for (size_t kind : inRow->of)
        of = unionOf(of, {numbers[kind]});
    } else {
      of = unionOf(of, {kindOf(known)});
    }
  }
  return of;
}

Nest::Parts Folding::linked(const Nest::Parts &parts) {
  Nest::Parts all;
  for (const Nest &part : parts)
    all.push_back(linked(part));
  return all;
}

Nest Folding::linked(const Nest &nest) {
  if (std::holds_alternative<Nest::Parts>(nest.content))
    return nest.with(linked(nest.parts()));
  if (std::holds_alternative<Nest::Function>(nest.content) && goesIntoRow(nest))
    return Link::to(add(nest), Tensor(0));
  return nest;
}

std::optional<Nest::Parts> Folding::merged(const Nest::Parts &x, const Nest::Parts &y) {
  if (x.size() != y.size())
    return std::nullopt;
  Nest::Parts parts;
  for (auto [a, b] : llvm::zip_equal(x, y)) {
    std::optional<Nest> both = merged(a, b);
    if (!both)
      return std::nullopt;
    parts.push_back(std::move(*both));
  }
  return parts;
}

std::optional<Nest> Folding::merged(const Nest &x, const Nest &y) {
  if (x.content.index() != y.content.index())
    return std::nullopt;
  if (std::holds_alternative<Tensor>(x.content))
    return joinedIfOne(x, y);
  if (std::holds_alternative<Nest::Parts>(x.content)) {
    auto parts = merged(x.parts(), y.parts());
    return parts && x.names == y.names ? std::optional(x.with(std::move(*parts))) : std::nullopt;
  }
  if (!goesIntoRow(x) && !goesIntoRow(y)) {
    std::optional<Nest> both = joinedIfOne(x, y);
    if (!both || !grows(*both))
      return both;
  }
  return Link::to(unionOf(add(x), add(y)), Tensor(0));
}

/// Whether functions of the kind may have captured this, too. What is merged may add functions of
/// the kind itself.
bool Folding::mergeInto(size_t kind, const Nest::Parts &captured) {
  auto both = merged(Nest::Parts(kinds[kind].captured), captured);
  if (both)
    both = merged(Nest::Parts(kinds[kind].captured), *both);
  if (!both)
    return false;
  const Nest before(std::exchange(kinds[kind].captured, *both)), after(std::move(*both));
  if (!areAlike(before, after) || !isSameForm(before, after) || !haveSameLinks(before, after))
    current = nullptr;
  return true;
}

size_t Folding::kindOf(const KnownFunction &function) {
  const Nest::Parts captured = linked(function.captured);
  for (bool doesFit : {true, false})
    for (size_t i = 0; i < kinds.size(); ++i)
      if (kinds[i].code->isSame(*function.code) &&
          fits(Nest(kinds[i].captured), Nest(captured)) == doesFit && (doesFit || !isSettled[i]) &&
          mergeInto(i, captured))
        return i;
  kinds.push_back({function.code, captured});
  isSettled.push_back(false);
  current = nullptr;
  return kinds.size() - 1;
}

std::vector<size_t> Folding::numbersOf(const KnownFunction &inRow) {
  const RowKindsRef &given = InRow::in(inRow)->kinds;
  if (llvm::is_contained(own, given)) {
    std::vector<size_t> numbers(given->count());
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }
  const Tensors rows = rowsOf(inRow.captured);
  for (const Added &known : added)
    if (known.kinds == given && areSameRows(known.rows, rows))
      return known.numbers;
  std::vector<size_t> numbers = addKinds(*given, inRow.captured);
  added.push_back({given, rows, numbers});
  return numbers;
}

/// Each becomes a kind of its own, so that its rows can be those of that one.
std::vector<size_t> Folding::addKinds(const RowKinds &given, const Nest::Parts &captured) {
  std::vector<size_t> numbers;
  for (size_t k = 0; k < given.count(); ++k) {
    const Nest::Parts form = renumbered(withFixedOf(given, k, captured), nullptr);
    size_t i = 0;
    while (i < kinds.size() &&
           (llvm::is_contained(numbers, i) || !kinds[i].code->isSame(*given[k].code) ||
            !areAlike(kinds[i].captured, form)))
      ++i;
    numbers.push_back(i);
    if (i < kinds.size())
      continue;
    kinds.push_back({given[k].code, form});
    isSettled.push_back(false);
    current = nullptr;
  }
  for (size_t k = 0; k < given.count(); ++k) {
    isSettled[numbers[k]] = true;
    mergeInto(numbers[k], renumbered(withFixedOf(given, k, captured), &numbers));
  }
  return numbers;
}

} // namespace ct::detail
