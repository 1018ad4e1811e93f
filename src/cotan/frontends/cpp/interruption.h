// How a program ends what takes long: on Ctrl-C, when a user closes a window, after a time.
#pragma once

namespace ct {

/// From here on `check` is called about ten times a second on each thread that compiles or runs
/// something. Where it answers true, that thread's call throws ct::Interrupted instead of
/// returning; later calls work as ever. It may be called in the middle of anything, so it had
/// better do no more than look at a flag, which a handler of signals may have set:
///
///     volatile std::sig_atomic_t stop = 0;
///     std::signal(SIGINT, [](int) { stop = 1; });
///     ct::set_interruption_check([] { return stop != 0; });
///
/// Null: nobody is asked, as at first; then SIGINT ends the process, as that of any other program.
void set_interruption_check(bool (*check)());

} // namespace ct
