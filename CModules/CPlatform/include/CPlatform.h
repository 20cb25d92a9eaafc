// One interface to the C libraries of all systems (Glibc, Musl, Darwin): a mutex, a condition, a pointer per
// thread, the bounds of a stack, and a barrier across threads. And two functions of Swift's runtime.
//
// Every return code is checked. A failure that the caller cannot handle (a corrupt mutex, no memory for a
// mutex) ends the process with a message that names the call.

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

/// Releases the mutex, sleeps until a signal or `deadline`, and locks the mutex again. The deadline is in
/// nanoseconds of `cplatform_now`; UINT64_MAX means no deadline. Returns false when the deadline has passed.
/// May wake without a signal.
bool cplatform_condition_wait(struct cplatform_condition *_Nonnull condition,
                              struct cplatform_mutex *_Nonnull mutex, uint64_t deadline);

/// The time on the clock that conditions wait on, in nanoseconds.
uint64_t cplatform_now(void);

/// The time on the monotonic clock, which cannot be set, in nanoseconds.
uint64_t cplatform_monotonic_now(void);

/// Writes what the standard output has buffered.
void cplatform_flush_output(void);

/// The process's environment: strings `name=value`, up to a null pointer.
char *_Nullable *_Nullable cplatform_environment(void);

/// The system's number of this thread.
uint64_t cplatform_thread_number(void);

// MARK: One pointer per thread

#if defined(__linux__)
// The variable is in the executable's thread-local block: reading it is one load, not a call.
#define CPLATFORM_TLS_MODEL __attribute__((tls_model("initial-exec")))
#else
#define CPLATFORM_TLS_MODEL
#endif

extern _Thread_local void *_Nullable cplatform_thread_pointer CPLATFORM_TLS_MODEL;

static inline void *_Nullable cplatform_thread_get(void)
{
    // Relaxed: another thread may store null, and nothing is read through a null pointer.
    return __atomic_load_n(&cplatform_thread_pointer, __ATOMIC_RELAXED);
}

/// The pointer that was set without `fast`, if it was. `cplatform_thread_get_slow` takes longer.
extern _Thread_local void *_Nullable cplatform_slow_thread_pointer CPLATFORM_TLS_MODEL;

/// The pointer that `cplatform_thread_set` has set, also if it was set without `fast`.
void *_Nullable cplatform_thread_get_slow(void);

/// The address of this thread's fast pointer. It is valid until the thread has ended.
static inline void *_Nullable *_Nonnull cplatform_thread_pointer_address(void) { return &cplatform_thread_pointer; }

/// Sets the fast pointer of another thread to null. That thread may still read the former pointer for a moment.
static inline void cplatform_thread_withhold(void *_Nullable *_Nonnull address)
{
    // Relaxed: as in `cplatform_thread_get`.
    __atomic_store_n(address, (void *)0, __ATOMIC_RELAXED);
}

/// Sets this thread's pointer. With `fast`, `cplatform_thread_get` returns it too. When the thread ends, the
/// pointer is cleared and then passed to `on_exit`, which may set it again.
void cplatform_thread_set(void *_Nonnull pointer, bool fast,
                          void (*_Nonnull on_exit)(void *_Nonnull pointer));

// MARK: Stack

/// The lowest usable address of this thread's stack, and the address just above the highest.
struct cplatform_stack {
    uintptr_t low;
    uintptr_t high;
};

struct cplatform_stack cplatform_stack_bounds(void);

/// The address of the caller's frame.
static inline uintptr_t cplatform_stack_pointer(void)
{
    return (uintptr_t)__builtin_frame_address(0);
}

// MARK: Memory

/// Allocates zeroed memory. Large blocks use physical memory only for pages that are touched.
void *_Nonnull cplatform_allocate_zeroed(size_t byte_count);
void cplatform_deallocate(void *_Nonnull memory);

// MARK: The runtime of Swift

/// Retains a Swift object and returns true, unless its last strong reference is gone. Its memory must still be allocated:
/// an unowned reference keeps it. The runtime's `swift_tryRetain`, by which it loads weak references.
static inline bool cplatform_try_retain(void *_Nonnull object)
{
    extern void *_Nullable swift_tryRetain(void *_Nonnull object);
    return swift_tryRetain(object) != 0;
}

/// The address of the running task; null if none runs. Swift's `withUnsafeCurrentTask` copies an optional by its metadata.
static inline const void *_Nullable cplatform_task(void)
{
    extern void *_Nullable swift_task_getCurrent(void) __attribute__((swiftcall));
    return swift_task_getCurrent();
}

// MARK: Barrier across threads

/// Registers the process for `cplatform_process_barrier`. Returns false if the kernel does not support it.
bool cplatform_process_barrier_prepare(void);

/// Makes every other thread of the process pass a full memory barrier before this call returns 0. Returns the number of the
/// error if the kernel refuses: a filter of system calls may come after `cplatform_process_barrier_prepare`.
int cplatform_process_barrier(void);

/// For tests: `cplatform_process_barrier` returns this number from now on. 0: the kernel decides again.
void cplatform_process_barrier_refuse(int code);

/// Sleeps for at least this time.
void cplatform_sleep(uint64_t nanoseconds);

/// Keeps the compiler from moving memory accesses across this call. The processor still may.
static inline void cplatform_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// Does nothing. It is declared cold, so the compiler moves a branch that calls it out of the hot path.
__attribute__((cold)) void cplatform_mark_cold(void);

/// Yields the processor to another thread.
void cplatform_yield(void);

// MARK: Records that the linker collects

/// The bytes of a section of this image; `start` is null if the image has no such section.
struct cplatform_section {
    const void *_Nullable start;
    size_t byte_count;
};

/// The section `armory`, to which each object file of the image may add. Only the image that this code is linked into is read.
struct cplatform_section cplatform_section(void);

#ifdef __cplusplus
}
#endif

#endif
