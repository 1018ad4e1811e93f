// How functions of Boost say that something is wrong, and what special functions have in common.
#pragma once

#include <boost/math/policies/policy.hpp>

#include <limits>

namespace cotan {

namespace errors = boost::math::policies;
/// Errors give NaN and infinities: compiled code cannot catch exceptions.
using Quiet = errors::policy<
    errors::domain_error<errors::ignore_error>, errors::pole_error<errors::ignore_error>,
    errors::overflow_error<errors::ignore_error>, errors::underflow_error<errors::ignore_error>,
    errors::denorm_error<errors::ignore_error>, errors::evaluation_error<errors::ignore_error>,
    errors::rounding_error<errors::ignore_error>,
    errors::indeterminate_result_error<errors::ignore_error>>;

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
/// exp of its negative is less than half a unit in the last place.
inline constexpr double negligible = 40;

} // namespace cotan
