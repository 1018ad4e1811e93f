// The functions of the runtime that generated code calls of its own accord; those that an op names
// (ir/interfaces, CallsRuntime) are TensorFunctions, and runtime/symbols.cpp lists all.
#pragma once

#include "cotan/runtime/abi/calls.h"
#include "cotan/runtime/abi/layout.h"

extern "C" {

//--- memory: what gives a pointer gives null when memory is at its limit
void *cotan_allocate(cotan::abi::Run *run, int64_t bytes);
void cotan_release(cotan::abi::Run *run, void *block);
void cotan_release_all(cotan::abi::Run *run, int64_t count, void *const *blocks);
cotan::abi::Stack *cotan_new_stack(cotan::abi::Run *run);
/// Starts a chunk that has room for a frame of `bytes`.
char *cotan_grow(cotan::abi::Run *run, cotan::abi::Stack *stack, int64_t bytes);
/// Goes back to the chunk before; the stack's `top` is at the start of its chunk.
void cotan_shrink(cotan::abi::Run *run, cotan::abi::Stack *stack);
/// 0 if a tensor can have these sizes, of elements of `width` bytes; else it says why not.
int32_t cotan_sizes_fit(const int64_t *sizes, int64_t rank, int64_t width);
/// Writes the 8 bytes again and again; they are one element, or several alike.
void cotan_repeat(void *to, int64_t bytes, int64_t element);

//--- how the run goes on
/// The next results, so many; their places hold as many sizes as they have. `forms` says of each
/// how many bytes are to be copied, as the memory is another's, or -1; the rank; the sizes. 1 if
/// there is no memory for a copy.
int32_t cotan_return(cotan::abi::Run *run, int64_t count, void *const *blocks,
                     const int64_t *forms);
void cotan_fail(cotan::abi::Run *run, int64_t site);
/// Leaves the program, however deep in calls of its functions: what they hold is in the pool.
[[noreturn]] void cotan_leave(cotan::abi::Run *run);
/// Called at the end of a loop's turn when the thread's attention is wanted or no steps are left;
/// whether to go on.
bool cotan_attend(int64_t stepsLeft);
/// Asked by kernels that take long, on whatever thread.
bool cotan_must_stop();

//--- calls
/// parallelFor a kernel of a compiled program. 0, or 1 if the thread is interrupted or the threads
/// cannot be had.
int32_t cotan_parallel(cotan::abi::Kernel kernel, const int64_t *slots, int64_t pieces,
                       int64_t grain);
/// Makes the calls, at the same time where there are threads for it: they need nothing of each
/// other. Answers which one failed, the first of them if several did, and keeps its message for the
/// calling thread; `count` if none did.
int64_t cotan_together(int64_t count, const cotan::abi::Call *calls);
/// Offers the tasks to threads that have nothing to do; they need nothing of each other, nor of
/// what the caller does until it collects them. 0 if it had better do all by itself, in their
/// order.
int32_t cotan_offer(cotan::abi::Run *run, int64_t count, cotan::abi::Task *tasks);
/// Does those that nobody took, and waits for the others. A task that failed is done again here, so
/// that it fails as it would without other threads, or not at all.
void cotan_collect(cotan::abi::Run *run, int64_t count, cotan::abi::Task *tasks);
/// Sets c to a * b and runs the kernel, block by block of rows.
int32_t cotan_product_then(const cotan::abi::ProductThen *work);

//--- profiles (runtime/profile.h), in code that is compiled for one
/// From here on time is counted at this probe; gives what goes on when it is left.
cotan::abi::ProbeNode *cotan_probe_enter(cotan::abi::Run *run, int64_t probe, int64_t isFunction);
void cotan_probe_leave(cotan::abi::Run *run, cotan::abi::ProbeNode *before);
/// Memory was given.
void cotan_probe_allocated(cotan::abi::Run *run, int64_t bytes);

//--- what programs say
/// Prints the text with the values in its places, as a line. 1 if there is no memory for it.
int32_t cotan_print(const char *text, int64_t length, const cotan::TensorView *values,
                    int64_t count);
/// Hands the values to who wants to look at them there; `text` says where it is and has a place for
/// each.
int32_t cotan_stop(const char *text, int64_t length, const cotan::TensorView *values,
                   int64_t count);
/// As cotan_print for a turn of a loop, if the last line of the loop is some time ago
/// (ir/output_marks.h). Sets the run's `toldTurn` and `turnsToTell`.
int32_t cotan_progress(cotan::abi::Run *run, int64_t turn, const char *text, int64_t length,
                       const cotan::TensorView *values, int64_t count);
/// Keeps the text with the values in its places as what the program failed with.
void cotan_explain(cotan::abi::Run *run, const char *text, int64_t length,
                   const cotan::TensorView *values, int64_t count);
}
