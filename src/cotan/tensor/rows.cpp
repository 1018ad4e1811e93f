#include "cotan/tensor/rows.h"

#include "cotan/tensor/inside.h"
#include "cotan/trace/room.h"

#include <algorithm>

using namespace cotan::trace;

namespace ct::detail {
namespace {

void addSlots(const Nest &nest, bool isLink, std::vector<Slot> &slots) {
  auto addAll = [&](const Nest::Parts &parts, bool areLinks) {
    for (const Nest &part : parts)
      addSlots(part, areLinks, slots);
  };
  if (std::holds_alternative<Tensor>(nest.content))
    return slots.push_back({nest, isLink});
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    return addAll(*parts, false);
  const FunctionValue &function = *nest.function();
  if (function.functions.size() > 1)
    slots.push_back({Nest(function.number), false});
  for (const KnownFunction &known : function.functions)
    addAll(known.captured, Link::in(nest) != nullptr);
}

/// What all rows have of a slot: zeros.
Tensor emptyOf(const Slot &slot) {
  if (slot.form.isFixed)
    return slot.form.tensor();
  const TensorBody &like = *slot.form.tensor().body();
  llvm::SmallVector<int64_t, 4> sizes = {Room::here().rows};
  for (int64_t size : like.sizes()) {
    if (isOpen(size))
      refuse<TypeError>("a function that is made of the one before it has captured " +
                        describe(like.type()) +
                        ", whose size is open (?): how many such functions there are is known only "
                        "when the program runs, so what they capture must be of known sizes");
    sizes.push_back(size);
  }
  const cotan::DType type = slot.isLink ? cotan::DType::i64 : like.held();
  return op::fill(Tensor(0), {.results = typeOf(outer(type), sizes), .operandTypes = type});
}

bool isSameTensorType(const Tensor &x, const Tensor &y) {
  const TensorBody &a = *x.body(), &b = *y.body();
  return a.dtype == b.dtype && a.isWeak == b.isWeak && a.sizes() == b.sizes();
}

/// Reads what a function has captured from the tensors of its kind.
class Reader {
public:
  Reader(const RowKindsRef &kinds, const Nest::Parts &captured, size_t first)
      : kinds(kinds), row(rowOf(captured)), rows(rowsOf(captured)), next(rows.begin() + first) {}

  Nest::Parts read(const Nest::Parts &forms) {
    Nest::Parts parts;
    for (const Nest &form : forms)
      parts.push_back(read(form));
    return parts;
  }

private:
  Nest read(const Nest &form) {
    if (std::holds_alternative<Tensor>(form.content))
      return Nest(slot(form, form.tensor().isWeak()));
    if (std::holds_alternative<Nest::Parts>(form.content))
      return form.with(read(form.parts()));
    FunctionValue function = *form.function();
    if (const Link *link = Link::in(form)) {
      const Nest number = function.functions[0].captured[0];
      return InRow::value(kinds, link->of, slot(number, /*isWeak=*/false), rows);
    }
    if (function.functions.size() > 1)
      function.number = slot(Nest(function.number), function.number.isWeak());
    for (KnownFunction &known : function.functions)
      known.captured = read(known.captured);
    return Nest(std::make_shared<const FunctionValue>(std::move(function)));
  }
  Tensor slot(const Nest &form, bool isWeak) {
    const Tensor &x = *next++;
    return form.isFixed ? x : readRow(x, row, isWeak);
  }

  const RowKindsRef &kinds;
  const Tensor &row;
  const Tensors rows;
  Tensors::const_iterator next;
};

} // namespace

KindSet unionOf(const KindSet &x, const KindSet &y) {
  KindSet both;
  std::ranges::set_union(x, y, std::back_inserter(both));
  return both;
}

std::vector<Slot> slotsOf(const Nest::Parts &captured) {
  std::vector<Slot> slots;
  addSlots(Nest(captured), false, slots);
  return slots;
}

RowKinds::RowKinds(std::vector<KnownFunction> given) : kinds(std::move(given)) {
  for (const KnownFunction &kind : kinds)
    slotsOfKinds.push_back(slotsOf(kind.captured));
}

size_t RowKinds::first(size_t kind) const {
  size_t place = 2;
  for (size_t i = 0; i < kind; ++i)
    place += slotsOfKinds[i].size();
  return place;
}

Tensors RowKinds::empty() const {
  const Slot number{Nest(Tensor(0)), /*isLink=*/true};
  Tensors rows = {op::fill(Tensor(0), {.results = typeOf(outer(cotan::DType::i64), {}),
                                       .operandTypes = cotan::DType::i64}),
                  emptyOf(number)};
  for (const std::vector<Slot> &slots : slotsOfKinds)
    for (const Slot &slot : slots)
      rows.push_back(emptyOf(slot));
  return rows;
}

bool RowKinds::isSame(const RowKinds &other) const {
  auto isSameSlot = [](const Slot &x, const Slot &y) { return x.form.isFixed == y.form.isFixed; };
  auto isSameKind = [](const KnownFunction &x, const KnownFunction &y) {
    return x.code->isSame(*y.code) && areAlike(x.captured, y.captured) &&
           haveSameLinks(Nest(x.captured), Nest(y.captured));
  };
  return std::ranges::equal(kinds, other.kinds, isSameKind) &&
         std::ranges::equal(slotsOfKinds, other.slotsOfKinds, [&](const auto &x, const auto &y) {
           return std::ranges::equal(x, y, isSameSlot);
         });
}

bool areAlike(const Nest::Parts &x, const Nest::Parts &y) {
  return std::ranges::equal(x, y, [](const Nest &a, const Nest &b) { return areAlike(a, b); });
}

bool areAlike(const Nest &x, const Nest &y) {
  if (x.content.index() != y.content.index())
    return false;
  if (std::holds_alternative<Tensor>(x.content))
    return isSameTensorType(x.tensor(), y.tensor());
  if (std::holds_alternative<Nest::Parts>(x.content))
    return areAlike(x.parts(), y.parts());
  if (Link::in(x) || Link::in(y))
    return Link::in(x) && Link::in(y);
  return std::ranges::equal(x.function()->functions, y.function()->functions,
                            [](const KnownFunction &a, const KnownFunction &b) {
                              return a.code->isSame(*b.code) && areAlike(a.captured, b.captured);
                            });
}

bool haveSameLinks(const Nest &x, const Nest &y) {
  if (std::holds_alternative<Tensor>(x.content))
    return true;
  if (std::holds_alternative<Nest::Parts>(x.content))
    return std::ranges::equal(x.parts(), y.parts(), haveSameLinks);
  if (const Link *link = Link::in(x))
    return link->of == Link::in(y)->of;
  auto have = [](const KnownFunction &a, const KnownFunction &b) {
    return std::ranges::equal(a.captured, b.captured, haveSameLinks);
  };
  return std::ranges::equal(x.function()->functions, y.function()->functions, have);
}

//--- Links and functions in rows

static Nest valueOf(std::shared_ptr<const Code> code, Nest::Parts captured) {
  KnownFunction function{std::move(code), std::move(captured)};
  return Nest(std::make_shared<const FunctionValue>(FunctionValue{{std::move(function)}}));
}

Nest Link::to(KindSet of, const Tensor &row) {
  return valueOf(std::make_shared<const Link>(std::move(of)), {Nest(row)});
}

const Link *Link::in(const Nest &nest) {
  auto *function = std::get_if<Nest::Function>(&nest.content);
  if (!function || (*function)->functions.size() != 1)
    return nullptr;
  return dynamic_cast<const Link *>((*function)->functions[0].code.get());
}

Nest Link::call(const Nest::Parts &, const Nest::Parts &) const {
  llvm_unreachable("links are read before functions are called");
}

Nest InRow::value(RowKindsRef kinds, KindSet of, const Tensor &row, const Tensors &rows) {
  Nest::Parts captured = {Nest(row)};
  for (const Tensor &x : rows)
    captured.emplace_back(x);
  return valueOf(std::make_shared<const InRow>(std::move(kinds), std::move(of)),
                 std::move(captured));
}

const InRow *InRow::in(const KnownFunction &function) {
  return dynamic_cast<const InRow *>(function.code.get());
}

KnownFunction InRow::function(size_t kind, const Nest::Parts &captured) const {
  Reader reader(kinds, captured, kinds->first(kind));
  return {(*kinds)[kind].code, reader.read((*kinds)[kind].captured)};
}

bool InRow::hasStateOf(const Code &other) const {
  auto &second = static_cast<const InRow &>(other);
  return of == second.of && (kinds == second.kinds || kinds->isSame(*second.kinds));
}

Tensors rowsOf(const Nest::Parts &captured) {
  Tensors rows;
  for (size_t i = 1; i < captured.size(); ++i)
    rows.push_back(captured[i].tensor());
  return rows;
}

bool areSameRows(const Tensors &x, const Tensors &y) {
  return std::ranges::equal(x, y,
                            [](const Tensor &a, const Tensor &b) { return a.body() == b.body(); });
}

//--- Tensors of rows

Tensor readRow(const Tensor &rows, const Tensor &row, bool isWeak) {
  const cotan::DType types[] = {rows.body()->held(), cotan::DType::i64};
  return op::take(rows, row, /*axis=*/0, /*clip=*/true, /*last_only=*/false,
                  {.operandTypes = types, .isWeak = isWeak});
}

Tensor withRow(const Tensor &rows, const Tensor &row, const Tensor &value) {
  const cotan::DType type = rows.body()->held(), types[] = {type, cotan::DType::i64, type};
  return op::scatter(rows, row, value, /*axis=*/0, /*clip=*/false,
                     {.results = typeOf(outer(type), openSizesOf(rows)), .operandTypes = types});
}

Tensor numbersUpTo(int64_t count) {
  return op::iota(/*axis=*/0, {.results = typeOf(outer(cotan::DType::i64), {count})});
}

Tensor sumOf(const Tensor &x, const Tensor &y) {
  return op::add(x, y, {.operandTypes = twoIntegers});
}

} // namespace ct::detail
