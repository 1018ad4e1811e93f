// Memory that runs out when a test wants it to. Linked first, or preloaded, it takes the place of
// malloc and its family, which operator new uses as well.
#pragma once

extern "C" {
/// From here on allocations are counted, of all threads or of this one; `failures` of them fail,
/// beginning with number `first` (from 0).
void failing_memory_arm(long first, long failures, int all_threads);
/// All succeed from here on. Answers how many there were.
long failing_memory_disarm();
/// How many blocks are allocated and not freed.
long failing_memory_living();
}
