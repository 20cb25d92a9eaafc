// One interface to the C libraries of all systems (Glibc, Musl, Darwin): a mutex, a condition, a clock, and the bounds of a stack.
//
// Every return code is checked. A failure that the caller cannot handle ends the process with a message that names the call.

// No type or function of Swift is known in this module: other compilers, and other versions of one, read the same headers.

#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/// Ends the process with a message if a call has returned the number of an error.
void ccore_check(const char *_Nonnull call, int code);

/// Zeroed memory, to be freed with `free`.
void *_Nonnull ccore_allocate(size_t size);

void ccore_mutex_begin(pthread_mutex_t *_Nonnull mutex);
static inline void ccore_mutex_end(pthread_mutex_t *_Nonnull mutex) { ccore_check("pthread_mutex_destroy", pthread_mutex_destroy(mutex)); }

__attribute__((always_inline)) static inline void ccore_lock(pthread_mutex_t *_Nonnull mutex)
{
    const int code = pthread_mutex_lock(mutex);
    if (code != 0) ccore_check("pthread_mutex_lock", code);
}

__attribute__((always_inline)) static inline void ccore_unlock(pthread_mutex_t *_Nonnull mutex)
{
    const int code = pthread_mutex_unlock(mutex);
    if (code != 0) ccore_check("pthread_mutex_unlock", code);
}

void ccore_condition_begin(pthread_cond_t *_Nonnull condition);
static inline void ccore_condition_end(pthread_cond_t *_Nonnull condition) { ccore_check("pthread_cond_destroy", pthread_cond_destroy(condition)); }
static inline void ccore_wake(pthread_cond_t *_Nonnull condition) { ccore_check("pthread_cond_signal", pthread_cond_signal(condition)); }

/// Releases the mutex, sleeps until it is woken or until `deadline`, and locks the mutex again. May wake by itself.
///
/// The deadline is in nanoseconds of `ccore_now`; UINT64_MAX means none. Returns false when it has passed.
bool ccore_sleep(pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull mutex, uint64_t deadline);

/// The time on the clock that `ccore_sleep` waits on, in nanoseconds.
uint64_t ccore_now(void);

/// The process's environment variables, up to a null pointer.
static inline char *_Nullable *_Nullable ccore_environment(void) { extern char *_Nullable *_Nullable environ; return environ; }

// The functions in the section `armory` of this image. The linker defines both symbols if the image has the section. Weak, so that a
// program without the section links; hidden, so that they are those of this image. Apple's linker creates the section if there is none.
typedef void (*_Nullable ccore_contribution)(void);
#if defined(__APPLE__)
extern const ccore_contribution __start_armory[] __asm("section$start$__DATA_CONST$__armory");
extern const ccore_contribution __stop_armory[] __asm("section$end$__DATA_CONST$__armory");
#else
extern const ccore_contribution __start_armory[] __attribute__((weak, visibility("hidden")));
extern const ccore_contribution __stop_armory[] __attribute__((weak, visibility("hidden")));
#endif
static inline const ccore_contribution *_Nullable ccore_contributions(void) { return __start_armory; }
static inline size_t ccore_contribution_count(void) { return (size_t)(__stop_armory - __start_armory); }

/// Starts a thread that nobody joins; false: the system has none left.
bool ccore_start_thread(void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable argument);
/// The process's default container, an object of Swift; null: there is none.
void *_Nullable ccore_get_default(void);
/// Sets it if it is the expected one; false: it is another one.
bool ccore_set_default(void *_Nullable expected, void *_Nullable container);

/// The lowest usable address of this thread's stack.
uintptr_t ccore_stack_end(void);

/// The system's number for the thread: on Linux the one that `ps` shows.
uint64_t ccore_thread_number(void);
