// How work that takes long is ended by somebody who waits for it, as with Ctrl-C.
#pragma once

namespace cotan {

/// Answers whether what the calling thread is doing is to end.
using InterruptionCheck = bool (*)();

/// From here on `check` is called about ten times a second on each thread that compiles or runs
/// something, in between, with no lock held. Null: nobody is asked.
void setInterruptionCheck(InterruptionCheck check);

/// Asks it now, if there is one; for threads that wait for another.
bool isInterrupted();

/// Tells this thread's work to end, as a check that says so would.
void stopHere();

/// Whether this thread's work was told to end.
bool isStoppedHere();

namespace detail {
/// Threads that came in are looked at from here on.
void watchWork();
/// In a forked process no thread watches.
void forgetWatch();
} // namespace detail

} // namespace cotan
