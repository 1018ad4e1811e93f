// Elements whose operands are constants: LLVM folds what is made of them, so that a
// formula can be checked without machine code. Only tests include this.
#pragma once

#include "cotan/ir/interfaces/op_interfaces.h"

#include <gtest/gtest.h>

namespace cotan {

inline double numberOf(llvm::Value *value, DType dtype) {
  if (auto *number = llvm::dyn_cast<llvm::ConstantFP>(value)) {
    bool lost;
    llvm::APFloat wide = number->getValueAPF();
    wide.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return wide.convertToDouble();
  }
  auto *number = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (!number) {
    ADD_FAILURE() << "the formula was not folded";
    return NAN;
  }
  bool noSign = isUnsigned(dtype) || dtype == DType::i1;
  return noSign ? double(number->getZExtValue()) : double(number->getSExtValue());
}

/// The number in one lane.
inline double numberOf(const Lanes &x, unsigned lane) {
  llvm::Value *value = x.value();
  if (x.count() > 1)
    value = llvm::cast<llvm::Constant>(value)->getAggregateElement(lane);
  return numberOf(value, x.dtype());
}

/// `count` elements that lie side by side along one axis of a result.
class ConstantElement : public Element {
public:
  ConstantElement(LaneBuilder &lanes, Lowerable op, llvm::ArrayRef<Array> operands, unsigned result,
                  llvm::ArrayRef<int64_t> start, unsigned axis, unsigned count)
      : lanes(lanes), op(op), operands(operands), number(result), count(count) {
    for (unsigned i = 0; i < start.size(); ++i)
      at.push_back(Position(lanes, lanes.ir.getInt64(start[i]), i == axis && count > 1 ? 1 : 0));
  }

  Lanes read(unsigned i, llvm::ArrayRef<Position> where) override {
    checkFollows(i, where);
    return gather(i, where, {}, lanes.constant(operands[i].dtype(), 0));
  }
  Lanes readIf(const Lanes &wanted, unsigned i, llvm::ArrayRef<Position> where,
               const Lanes &otherwise) override {
    return gather(i, where, wanted, otherwise);
  }
  llvm::ArrayRef<Position> place() const override { return at; }
  Lanes placeNumbers(unsigned axis) override { return at[axis].places(count); }
  llvm::Value *size(unsigned i, unsigned axis) override {
    return lanes.ir.getInt64(operands[i].shape()[axis]);
  }
  unsigned result() const override { return number; }
  LaneBuilder &builder() override { return lanes; }

private:
  Lanes gather(unsigned i, llvm::ArrayRef<Position> where, const Lanes &wanted,
               const Lanes &otherwise) {
    const Array &x = operands[i];
    EXPECT_EQ(int64_t(where.size()), x.rank());
    bool varies = (wanted && wanted.count() > 1) || otherwise.count() > 1;
    for (const Position &position : where)
      varies |= position.varies();
    llvm::SmallVector<llvm::Constant *> values;
    for (unsigned lane = 0; lane < (varies ? count : 1); ++lane) {
      if (wanted && numberOf(wanted, wanted.count() > 1 ? lane : 0) == 0)
        values.push_back(laneOf(otherwise, lane));
      else
        values.push_back(elementAt(x, where, lane));
    }
    return {lanes, x.dtype(), values.size() == 1 ? values[0] : llvm::ConstantVector::get(values)};
  }
  static llvm::Constant *laneOf(const Lanes &x, unsigned lane) {
    auto *value = llvm::cast<llvm::Constant>(x.value());
    return x.count() > 1 ? value->getAggregateElement(lane) : value;
  }
  llvm::Constant *elementAt(const Array &x, llvm::ArrayRef<Position> where, unsigned lane) {
    int64_t offset = 0;
    for (auto [axis, position] : llvm::enumerate(where)) {
      Lanes places = position.places(count);
      const int64_t place = numberOf(places, places.count() > 1 ? lane : 0);
      if (place < 0 || place >= x.shape()[axis]) {
        ADD_FAILURE() << "reads " << place << " of " << printShape(x.shape());
        offset = -1;
        break;
      }
      offset = offset * x.shape()[axis] + place;
    }
    // Integers past 2^53 are no doubles.
    Lanes element = offset < 0           ? lanes.constant(x.dtype(), 0)
                    : isFloat(x.dtype()) ? lanes.constant(x.dtype(), x.asDouble(offset))
                                         : lanes.integer(x.dtype(), x.asInt(offset));
    return llvm::cast<llvm::Constant>(element.value());
  }
  /// What an op says simply must be what it does.
  void checkFollows(unsigned i, llvm::ArrayRef<Position> where) {
    Follows follows = op.follows(i);
    if (!follows)
      return;
    ASSERT_EQ(follows->size(), where.size());
    for (auto [axis, position] : llvm::zip_equal(*follows, where)) {
      Position expected = axis < 0 ? Position(lanes, int64_t(0)) : at[axis];
      for (unsigned lane = 0; lane < count; ++lane) {
        Lanes a = expected.places(count), b = position.places(count);
        EXPECT_EQ(numberOf(a, a.count() > 1 ? lane : 0), numberOf(b, b.count() > 1 ? lane : 0));
      }
    }
  }

  LaneBuilder &lanes;
  Lowerable op;
  llvm::ArrayRef<Array> operands;
  unsigned number, count;
  Place at;
};

} // namespace cotan
