// Axes moved, made one, and cut in two: what rules rearrange operands with.
#pragma once

#include "cotan/ir/rules/batch.h"
#include "cotan/ir/rules/sizes.h"

namespace cotan {

/// The size of an axis, as far as it is known, and as a vector of one.
struct AxisSize {
  int64_t known;
  Expr vector;
};
AxisSize sizeAlong(const Expr &x, int64_t axis);
AxisSize sizeOf(RuleBuilder &b, const BatchAxis &axis);

/// Numbers [from, to) of a vector.
Expr part(const Expr &vector, int64_t from, int64_t to);

/// Takes `count` axes from `from` on, and puts them at `to` among the others.
Expr moveAxes(const Expr &x, int64_t from, int64_t count, int64_t to);
Expr moveAxis(const Expr &x, int64_t from, int64_t to);
/// Makes one axis of `axis` and the next.
Expr mergeAxes(const Expr &x, int64_t axis);
/// Cuts `axis` in two of these sizes.
Expr splitAxis(const Expr &x, int64_t axis, const AxisSize &first, const AxisSize &second);
/// Cuts `axis` in two: one over the groups, and one within each.
Expr splitAxis(const Expr &x, int64_t axis, int64_t groups);
/// The same where each group has this size.
Expr splitAxisInside(const Expr &x, int64_t axis, int64_t size);
/// What is at one place along `axis`, which is no more there.
Expr pickAlong(const Expr &x, int64_t axis, int64_t place);

/// `x` itself. Where its size along `axis` is open and less than `least`, running it is an error.
Expr withAtLeast(const Expr &x, int64_t axis, int64_t least);

/// The sizes of operand 0, of which that of `axis` must be a multiple of `groups` and is divided by
/// it.
Sizes dividedSizes(SizeRules &rules, int64_t axis, int64_t groups);

} // namespace cotan
