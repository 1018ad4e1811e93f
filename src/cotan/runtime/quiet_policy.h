// How functions of Boost say that something is wrong: compiled code cannot catch exceptions.
#pragma once

#include <boost/math/policies/policy.hpp>

namespace cotan {

namespace errors = boost::math::policies;
/// Errors give NaN and infinities.
using Quiet = errors::policy<
    errors::domain_error<errors::ignore_error>, errors::pole_error<errors::ignore_error>,
    errors::overflow_error<errors::ignore_error>, errors::underflow_error<errors::ignore_error>,
    errors::denorm_error<errors::ignore_error>, errors::evaluation_error<errors::ignore_error>,
    errors::rounding_error<errors::ignore_error>,
    errors::indeterminate_result_error<errors::ignore_error>>;

} // namespace cotan
