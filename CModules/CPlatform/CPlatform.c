#include "CPlatform.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif
#if defined(__APPLE__)
#include <crt_externs.h>
#endif

static _Noreturn void fail(const char *call, int code)
{
    fprintf(stderr, "Armory: %s failed: %s\n", call, strerror(code));
    abort();
}

static void check(const char *call, int code)
{
    if (code != 0) {
        fail(call, code);
    }
}

// MARK: Mutex

struct cplatform_mutex {
    pthread_mutex_t raw;
};

struct cplatform_mutex *cplatform_mutex_create(void)
{
    struct cplatform_mutex *mutex = malloc(sizeof *mutex);
    if (mutex == NULL) {
        fail("malloc", ENOMEM);
    }
    pthread_mutexattr_t attributes;
    check("pthread_mutexattr_init", pthread_mutexattr_init(&attributes));
    // ERRORCHECK: a thread that locks twice ends with a message instead of hanging.
    check("pthread_mutexattr_settype",
          pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK));
    check("pthread_mutex_init", pthread_mutex_init(&mutex->raw, &attributes));
    check("pthread_mutexattr_destroy", pthread_mutexattr_destroy(&attributes));
    return mutex;
}

void cplatform_mutex_destroy(struct cplatform_mutex *mutex)
{
    check("pthread_mutex_destroy", pthread_mutex_destroy(&mutex->raw));
    free(mutex);
}

void cplatform_mutex_lock(struct cplatform_mutex *mutex)
{
    check("pthread_mutex_lock", pthread_mutex_lock(&mutex->raw));
}

void cplatform_mutex_unlock(struct cplatform_mutex *mutex)
{
    check("pthread_mutex_unlock", pthread_mutex_unlock(&mutex->raw));
}

// MARK: Condition

struct cplatform_condition {
    pthread_cond_t raw;
};

// Darwin's conditions support only the wall clock.
#if defined(__APPLE__)
#define CPLATFORM_CLOCK CLOCK_REALTIME
#else
#define CPLATFORM_CLOCK CLOCK_MONOTONIC
#endif

struct cplatform_condition *cplatform_condition_create(void)
{
    struct cplatform_condition *condition = malloc(sizeof *condition);
    if (condition == NULL) {
        fail("malloc", ENOMEM);
    }
    pthread_condattr_t attributes;
    check("pthread_condattr_init", pthread_condattr_init(&attributes));
#if !defined(__APPLE__)
    check("pthread_condattr_setclock", pthread_condattr_setclock(&attributes, CPLATFORM_CLOCK));
#endif
    check("pthread_cond_init", pthread_cond_init(&condition->raw, &attributes));
    check("pthread_condattr_destroy", pthread_condattr_destroy(&attributes));
    return condition;
}

void cplatform_condition_destroy(struct cplatform_condition *condition)
{
    check("pthread_cond_destroy", pthread_cond_destroy(&condition->raw));
    free(condition);
}

void cplatform_condition_signal(struct cplatform_condition *condition)
{
    check("pthread_cond_signal", pthread_cond_signal(&condition->raw));
}

bool cplatform_condition_wait(struct cplatform_condition *condition, struct cplatform_mutex *mutex,
                              uint64_t deadline)
{
    if (deadline == UINT64_MAX) {
        check("pthread_cond_wait", pthread_cond_wait(&condition->raw, &mutex->raw));
        return true;
    }
    struct timespec until = {
        .tv_sec = (time_t)(deadline / 1000000000u),
        .tv_nsec = (long)(deadline % 1000000000u),
    };
    int code = pthread_cond_timedwait(&condition->raw, &mutex->raw, &until);
    if (code == ETIMEDOUT) {
        return false;
    }
    check("pthread_cond_timedwait", code);
    return true;
}

static uint64_t nanoseconds(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) {
        fail("clock_gettime", errno);
    }
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t cplatform_now(void) { return nanoseconds(CPLATFORM_CLOCK); }

uint64_t cplatform_monotonic_now(void) { return nanoseconds(CLOCK_MONOTONIC); }

void cplatform_flush_output(void)
{
    // A failure concerns the output only, such as a pipe without a reader.
    (void)fflush(stdout);
}

char **cplatform_environment(void)
{
#if defined(__APPLE__)
    return *_NSGetEnviron();
#else
    extern char **environ;
    return environ;
#endif
}

uint64_t cplatform_thread_number(void)
{
    static _Thread_local uint64_t known = 0;
    if (known == 0) {
#if defined(__linux__)
        known = (uint64_t)syscall(SYS_gettid);
#else
        check("pthread_threadid_np", pthread_threadid_np(NULL, &known));
#endif
    }
    return known;
}

// MARK: One pointer per thread

_Thread_local void *cplatform_thread_pointer CPLATFORM_TLS_MODEL = NULL;
_Thread_local void *cplatform_slow_thread_pointer CPLATFORM_TLS_MODEL = NULL;

struct thread_entry {
    void *pointer;
    void (*on_exit)(void *);
};

static pthread_key_t thread_key;
static pthread_once_t thread_key_once = PTHREAD_ONCE_INIT;

static void thread_entry_destroy(void *opaque)
{
    struct thread_entry entry = *(struct thread_entry *)opaque;
    free(opaque);
    cplatform_thread_withhold(&cplatform_thread_pointer);
    cplatform_slow_thread_pointer = NULL;
    entry.on_exit(entry.pointer);
}

static void thread_key_create(void)
{
    check("pthread_key_create", pthread_key_create(&thread_key, thread_entry_destroy));
}

void *cplatform_thread_get_slow(void)
{
    check("pthread_once", pthread_once(&thread_key_once, thread_key_create));
    struct thread_entry *entry = pthread_getspecific(thread_key);
    return entry == NULL ? NULL : entry->pointer;
}

void cplatform_thread_set(void *pointer, bool fast, void (*on_exit)(void *))
{
    check("pthread_once", pthread_once(&thread_key_once, thread_key_create));
    struct thread_entry *entry = pthread_getspecific(thread_key);
    if (entry == NULL) {
        entry = malloc(sizeof *entry);
        if (entry == NULL) {
            fail("malloc", ENOMEM);
        }
        check("pthread_setspecific", pthread_setspecific(thread_key, entry));
    }
    entry->pointer = pointer;
    entry->on_exit = on_exit;
    cplatform_slow_thread_pointer = fast ? NULL : pointer;
    // Relaxed: as in `cplatform_thread_get`.
    __atomic_store_n(&cplatform_thread_pointer, fast ? pointer : NULL, __ATOMIC_RELAXED);
}

// MARK: Stack

struct cplatform_stack cplatform_stack_bounds(void)
{
    struct cplatform_stack bounds;
#if defined(__APPLE__)
    bounds.high = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
    bounds.low = bounds.high - pthread_get_stacksize_np(pthread_self());
#else
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    check("pthread_getattr_np", pthread_getattr_np(pthread_self(), &attributes));
    check("pthread_attr_getstack", pthread_attr_getstack(&attributes, &low, &size));
    check("pthread_attr_destroy", pthread_attr_destroy(&attributes));
    bounds.low = (uintptr_t)low;
    bounds.high = bounds.low + size;
#endif
    return bounds;
}

// MARK: Memory

void *cplatform_allocate_zeroed(size_t byte_count)
{
    void *memory = calloc(1, byte_count);
    if (memory == NULL) {
        fail("calloc", ENOMEM);
    }
    return memory;
}

void cplatform_deallocate(void *memory) { free(memory); }

// MARK: Barrier across threads

#if defined(__linux__) && defined(SYS_membarrier)
// Copied from linux/membarrier.h, which some C libraries do not ship.
#define CPLATFORM_MEMBARRIER_PRIVATE_EXPEDITED (1 << 3)
#define CPLATFORM_MEMBARRIER_REGISTER_PRIVATE_EXPEDITED (1 << 4)

bool cplatform_process_barrier_prepare(void)
{
    return syscall(SYS_membarrier, CPLATFORM_MEMBARRIER_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

static int ask_for_process_barrier(void)
{
    return syscall(SYS_membarrier, CPLATFORM_MEMBARRIER_PRIVATE_EXPEDITED, 0, 0) == 0 ? 0 : errno;
}
#else
bool cplatform_process_barrier_prepare(void) { return false; }

static int ask_for_process_barrier(void) { return ENOSYS; }
#endif

static int planted_refusal = 0;

void cplatform_process_barrier_refuse(int code)
{
    // Relaxed: the number is all that matters.
    __atomic_store_n(&planted_refusal, code, __ATOMIC_RELAXED);
}

int cplatform_process_barrier(void)
{
    const int planted = __atomic_load_n(&planted_refusal, __ATOMIC_RELAXED);
    return planted != 0 ? planted : ask_for_process_barrier();
}

void cplatform_sleep(uint64_t nanoseconds)
{
    struct timespec left = {
        .tv_sec = (time_t)(nanoseconds / 1000000000u),
        .tv_nsec = (long)(nanoseconds % 1000000000u),
    };
    while (nanosleep(&left, &left) != 0) {
        if (errno != EINTR) {
            fail("nanosleep", errno);
        }
    }
}

void cplatform_mark_cold(void) {}

void cplatform_yield(void)
{
    if (sched_yield() != 0) {
        fail("sched_yield", errno);
    }
}

// MARK: Records that the linker collects

// The linker defines both symbols if the image has the section. Weak, so that a program without the section links; hidden, so
// that they are those of this image.
#if defined(__ELF__)
extern const char __start_armory[] __attribute__((weak, visibility("hidden")));
extern const char __stop_armory[] __attribute__((weak, visibility("hidden")));
#elif defined(__APPLE__)
// Apple's linker creates the section, empty, if no object file has it.
extern const char __start_armory[] __asm("section$start$__DATA_CONST$__armory");
extern const char __stop_armory[] __asm("section$end$__DATA_CONST$__armory");
#endif

struct cplatform_section cplatform_section(void)
{
    struct cplatform_section section = {NULL, 0};
#if defined(__ELF__) || defined(__APPLE__)
    section.start = __start_armory;
    section.byte_count = (size_t)((uintptr_t)__stop_armory - (uintptr_t)__start_armory);
#endif
    return section;
}
