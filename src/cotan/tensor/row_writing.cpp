#include "cotan/tensor/row_writing.h"

#include "cotan/tensor/control.h"
#include "cotan/tensor/forms.h"
#include "cotan/tensor/inside.h"
#include "cotan/trace/room.h"

using namespace cotan::trace;

namespace ct::detail {
namespace {

void requireRows(const Tensor &fit) {
  requireRoom(inner(fit), "rows",
              "more than " + std::to_string(Room::here().rows) +
                  " functions are made of those before them");
}

Tensor isLess(const Tensor &x, const Tensor &y) {
  return op::lt(x, y, {.operandTypes = twoIntegers});
}
Tensor isAtMost(const Tensor &x, const Tensor &y) {
  return op::le(x, y, {.operandTypes = twoIntegers});
}

/// One tensor for each row.
Tensor repeated(const Tensor &x) {
  llvm::SmallVector<int64_t, 4> sizes = {Room::here().rows};
  llvm::append_range(sizes, openSizesOf(x));
  const cotan::DType type = x.body()->held();
  return op::broadcast(x, {.results = typeOf(outer(type), sizes), .operandTypes = type});
}

/// As many rows as there is room for.
Tensor fitting(const Tensor &rows) {
  const int64_t wanted = Room::here().rows;
  return openSizesOf(rows)[0] == wanted ? rows : readRow(rows, numbersUpTo(wanted), false);
}

/// x where it holds for the row, else y.
Tensor whereRow(const Tensor &holds, const Tensor &x, const Tensor &y) {
  llvm::SmallVector<int64_t, 4> sizes(openSizesOf(x).size(), 1);
  sizes[0] = openSizesOf(x)[0];
  const cotan::DType type = x.body()->held(), types[] = {cotan::DType::i1, type, type};
  Tensor each = op::reshape(holds, {.results = typeOf(DType::bool_, sizes)});
  return op::where(each, x, y, {.operandTypes = types});
}

} // namespace

RowWriting::RowWriting(const Folding &given, const Nest &form, const Nest &value)
    : folding(given), kinds(folding.known()), areFixed(2), rows(kinds->empty()) {
  for (size_t kind = 0; kind < kinds->count(); ++kind)
    for (const Slot &slot : kinds->slots(kind))
      areFixed.push_back(slot.form.isFixed);
  standOnLinked(form, value);
}

Tensors RowWriting::moving() const {
  Tensors tensors;
  for (auto [x, isFixed] : llvm::zip_equal(rows, areFixed))
    if (!isFixed)
      tensors.push_back(x);
  return tensors;
}

void RowWriting::setMoving(const Tensors &tensors, size_t first) {
  for (auto [x, isFixed] : llvm::zip_equal(rows, areFixed))
    if (!isFixed)
      x = tensors.at(first++);
}

//--- Rows that are there

/// On those of what goes into rows.
void RowWriting::standOnLinked(const Nest &form, const Nest &value) {
  if (Link::in(form))
    return standOn(value);
  if (auto *parts = std::get_if<Nest::Parts>(&form.content))
    for (auto [x, y] : llvm::zip_equal(*parts, value.parts()))
      standOnLinked(x, y);
}

void RowWriting::standOn(const Nest &nest) {
  if (auto *parts = std::get_if<Nest::Parts>(&nest.content))
    for (const Nest &part : *parts)
      standOn(part);
  if (auto *function = std::get_if<Nest::Function>(&nest.content))
    for (const KnownFunction &known : (*function)->functions) {
      if (InRow::in(known))
        standOn(known);
      else
        standOn(Nest(known.captured));
    }
}

const RowWriting::Moved *RowWriting::movedOf(const KnownFunction &inRow) const {
  const Tensors own = rowsOf(inRow.captured);
  auto found = llvm::find_if(moved, [&](const Moved &m) { return areSameRows(m.rows, own); });
  return found == moved.end() ? nullptr : &*found;
}

void RowWriting::standOn(const KnownFunction &inRow) {
  if (movedOf(inRow))
    return;
  const Tensors here = asHere(inRow);
  if (moved.empty()) {
    rows = here;
    return moved.push_back({rowsOf(inRow.captured), std::nullopt});
  }
  const Tensor by = rows[0];
  append(here);
  moved.push_back({rowsOf(inRow.captured), by});
}

/// The rows that a function is in, as tensors for the kinds there are here.
Tensors RowWriting::asHere(const KnownFunction &inRow) {
  const RowKinds &given = *InRow::in(inRow)->kinds;
  const std::vector<size_t> numbers = folding.numbersOf(inRow);
  const Tensors own = rowsOf(inRow.captured);
  Tensors here = kinds->empty();
  here[0] = own[0];
  here[1] = fitting(own[1]);
  if (openSizesOf(own[1])[0] > Room::here().rows)
    requireRows(isAtMost(here[0], Tensor(Room::here().rows)));
  if (!llvm::equal(numbers, llvm::seq(numbers.size())))
    here[1] = readRow(array(std::vector<int64_t>(numbers.begin(), numbers.end())), here[1], false);
  for (size_t k = 0; k < given.count(); ++k) {
    const std::vector<Slot> &from = given.slots(k), &to = kinds->slots(numbers[k]);
    const size_t first = given.first(k), firstHere = kinds->first(numbers[k]);
    for (size_t i = 0; i < to.size(); ++i)
      if (!to[i].form.isFixed)
        here[firstHere + i] =
            from[i].form.isFixed ? repeated(own[first + i]) : fitting(own[first + i]);
  }
  return here;
}

/// Others behind the rows that are there.
void RowWriting::append(const Tensors &others) {
  const int64_t most = Room::here().rows;
  const Tensor count = rows[0], places = numbersUpTo(most);
  requireRows(isAtMost(sumOf(count, others[0]), Tensor(most)));
  const Tensor isOld = isLess(places, count),
               before = op::sub(places, count, {.operandTypes = twoIntegers});
  std::vector<bool> areLinks = {false, false};
  for (size_t kind = 0; kind < kinds->count(); ++kind)
    for (const Slot &slot : kinds->slots(kind))
      areLinks.push_back(slot.isLink);
  rows[0] = sumOf(count, others[0]);
  for (size_t i = 1; i < rows.size(); ++i) {
    if (areFixed[i])
      continue;
    Tensor other = readRow(others[i], before, false);
    rows[i] = whereRow(isOld, rows[i], areLinks[i] ? sumOf(other, count) : other);
  }
}

//--- New rows

Nest RowWriting::linked(const Nest &form, const Nest &value) {
  if (std::holds_alternative<Nest::Parts>(form.content)) {
    Nest::Parts parts;
    for (auto [x, y] : llvm::zip_equal(form.parts(), value.parts()))
      parts.push_back(linked(x, y));
    return form.with(std::move(parts));
  }
  if (const Link *link = Link::in(form))
    return Link::to(link->of, rowOf(*value.function()));
  return fitted(form, value);
}

Tensor RowWriting::rowOf(const FunctionValue &function) {
  return function.functions.size() == 1 ? rowOf(function.functions[0]) : rowOfChosen(function);
}

Tensor RowWriting::rowOf(const KnownFunction &function) {
  if (InRow::in(function)) {
    const Tensor &row = detail::rowOf(function.captured);
    const std::optional<Tensor> &by = movedOf(function)->by;
    return by ? sumOf(row, *by) : row;
  }
  const size_t kind = folding.kindOf(function);
  const Nest captured = linked(Nest((*kinds)[kind].captured), Nest(function.captured));
  const Tensor row = rows[0];
  requireRows(isLess(row, Tensor(Room::here().rows)));
  rows[0] = sumOf(row, Tensor(1));
  rows[1] = withRow(rows[1], row, Tensor(kind));
  const std::vector<Slot> slots = slotsOf(captured.parts());
  for (size_t i = 0, place = kinds->first(kind); i < slots.size(); ++i, ++place)
    if (!areFixed[place])
      rows[place] = withRow(rows[place], row, slots[i].form.tensor());
  return row;
}

/// On each way the row of the function it is there.
Tensor RowWriting::rowOfChosen(const FunctionValue &function) {
  const Tensors before = moving();
  std::vector<NestFunction> branches;
  for (const KnownFunction &known : function.functions)
    branches.push_back([&](const Nest &) {
      setMoving(before, 0);
      const Tensor row = rowOf(known);
      Tensors all = {row};
      llvm::append_range(all, moving());
      return Nested<Tensors>::apart(all);
    });
  const Tensors found = leaves(switchOfNests(function.number, branches));
  setMoving(found, 1);
  return found[0];
}

} // namespace ct::detail
