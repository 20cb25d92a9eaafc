// What the C library of each system offers, behind one spelling: a mutex, a condition, a pointer per
// thread, the bounds of a stack, and a barrier across threads. Glibc, Musl and Darwin alike.
//
// Every return code is checked. A failure that the caller could only hide (a corrupt mutex, no memory for
// one) ends the process with a line that names the call.

#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Mutex and condition

struct cplatform_mutex;
struct cplatform_condition;

struct cplatform_mutex *_Nonnull cplatform_mutex_create(void);
void cplatform_mutex_destroy(struct cplatform_mutex *_Nonnull mutex);
void cplatform_mutex_lock(struct cplatform_mutex *_Nonnull mutex);
void cplatform_mutex_unlock(struct cplatform_mutex *_Nonnull mutex);

struct cplatform_condition *_Nonnull cplatform_condition_create(void);
void cplatform_condition_destroy(struct cplatform_condition *_Nonnull condition);
void cplatform_condition_signal(struct cplatform_condition *_Nonnull condition);

/// Releases the mutex, sleeps until a signal or `deadline` (nanoseconds of `cplatform_now`; UINT64_MAX: no
/// deadline), takes the mutex again. False when the deadline passed. May wake without a signal.
bool cplatform_condition_wait(struct cplatform_condition *_Nonnull condition,
                              struct cplatform_mutex *_Nonnull mutex, uint64_t deadline);

/// Nanoseconds of the clock that conditions wait on.
uint64_t cplatform_now(void);

/// Nanoseconds of the clock that nobody sets.
uint64_t cplatform_monotonic_now(void);

/// What the system calls this thread.
uint64_t cplatform_thread_number(void);

// MARK: One pointer per thread

#if defined(__linux__)
// The executable's own thread-local block: a load, no call.
#define CPLATFORM_TLS_MODEL __attribute__((tls_model("initial-exec")))
#else
#define CPLATFORM_TLS_MODEL
#endif

extern _Thread_local void *_Nullable cplatform_thread_pointer CPLATFORM_TLS_MODEL;

static inline void *_Nullable cplatform_thread_get(void) { return cplatform_thread_pointer; }

/// The pointer as `cplatform_thread_set` left it, also where the fast one is withheld.
void *_Nullable cplatform_thread_get_slow(void);

/// Sets this thread's pointer. `fast` offers it to `cplatform_thread_get` too. When the thread ends,
/// `on_exit` is given the pointer, after it was taken back; it may be set again from there.
void cplatform_thread_set(void *_Nonnull pointer, bool fast,
                          void (*_Nonnull on_exit)(void *_Nonnull pointer));

// MARK: Stack

/// The lowest usable address of this thread's stack and the one just above it.
struct cplatform_stack {
    uintptr_t low;
    uintptr_t high;
};

struct cplatform_stack cplatform_stack_bounds(void);

/// Where the caller's frame lies.
static inline uintptr_t cplatform_stack_pointer(void)
{
    return (uintptr_t)__builtin_frame_address(0);
}

// MARK: Memory

/// Zeroed memory; large blocks take up room only where they are touched.
void *_Nonnull cplatform_allocate_zeroed(size_t byte_count);
void cplatform_deallocate(void *_Nonnull memory);

// MARK: Barrier across threads

/// Asks the kernel to make `cplatform_process_barrier` possible. False where it cannot.
bool cplatform_process_barrier_prepare(void);

/// Every other thread of the process passes a full memory barrier between this call and its return.
void cplatform_process_barrier(void);

/// Keeps the compiler from moving memory accesses across; the processor may.
static inline void cplatform_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Does nothing, and is declared cold: the compiler lays a branch that calls it out of the straight path.
__attribute__((cold)) void cplatform_mark_cold(void);

/// Gives the processor to another thread.
void cplatform_yield(void);

#ifdef __cplusplus
}
#endif

#endif
