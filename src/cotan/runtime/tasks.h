// Tasks of a run that other threads do: calls of functions that need nothing of each other. The
// functions that generated code calls are in abi/functions.h.
#pragma once

namespace cotan::runtime {

struct Context;

/// Ends the tasks that were given to others, so that they have no memory; they are done again when
/// they are collected. False if there were none.
bool takeTasksBack(Context &context);

/// The run, or the task that `context` is of, has failed: nobody collects what it gave to others.
void forgetTasks(Context &context);

} // namespace cotan::runtime
