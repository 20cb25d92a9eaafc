#include "system.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

void ccore_check(const char *call, int code)
{
    if (code == 0) return;
    fprintf(stderr, "Armory: %s failed: %s\n", call, strerror(code));
    abort();
}

void *ccore_allocate(size_t size)
{
    void *const memory = calloc(1, size);
    ccore_check("calloc", memory ? 0 : ENOMEM);
    return memory;
}

// MARK: The default

static void *default_container = NULL;

// Acquire: the container is whole; pairs with the release in `ccore_set_default`.
void *ccore_get_default(void) { return __atomic_load_n(&default_container, __ATOMIC_ACQUIRE); }

bool ccore_set_default(void *expected, void *container)
{
    return __atomic_compare_exchange_n(&default_container, &expected, container, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}

// MARK: Mutex

void ccore_mutex_begin(pthread_mutex_t *mutex)
{
#if defined(NDEBUG)
    *mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
#else
    // A thread that locks twice ends with a message instead of hanging.
    pthread_mutexattr_t attributes;
    ccore_check("pthread_mutexattr_init", pthread_mutexattr_init(&attributes));
    ccore_check("pthread_mutexattr_settype", pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK));
    ccore_check("pthread_mutex_init", pthread_mutex_init(mutex, &attributes));
    ccore_check("pthread_mutexattr_destroy", pthread_mutexattr_destroy(&attributes));
#endif
}

// MARK: Condition

// Darwin's conditions know the wall clock alone.
#if defined(__APPLE__)
static const clockid_t wait_clock = CLOCK_REALTIME;
#else
static const clockid_t wait_clock = CLOCK_MONOTONIC;
#endif

void ccore_condition_begin(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    ccore_check("pthread_condattr_init", pthread_condattr_init(&attributes));
#if !defined(__APPLE__)
    ccore_check("pthread_condattr_setclock", pthread_condattr_setclock(&attributes, wait_clock));
#endif
    ccore_check("pthread_cond_init", pthread_cond_init(condition, &attributes));
    ccore_check("pthread_condattr_destroy", pthread_condattr_destroy(&attributes));
}

bool ccore_sleep(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline)
{
    if (deadline == UINT64_MAX) {
        ccore_check("pthread_cond_wait", pthread_cond_wait(condition, mutex));
        return true;
    }
    const struct timespec until = {.tv_sec = (time_t)(deadline / 1000000000u), .tv_nsec = (long)(deadline % 1000000000u)};
    const int code = pthread_cond_timedwait(condition, mutex, &until);
    if (code == ETIMEDOUT) return false;
    ccore_check("pthread_cond_timedwait", code);
    return true;
}

uint64_t ccore_now(void)
{
    struct timespec now;
    if (clock_gettime(wait_clock, &now) != 0) ccore_check("clock_gettime", errno);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// MARK: Thread

bool ccore_start_thread(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, argument) != 0) return false;
    ccore_check("pthread_detach", pthread_detach(thread));
    return true;
}

uintptr_t ccore_stack_end(void)
{
#if defined(__APPLE__)
    return (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - pthread_get_stacksize_np(pthread_self());
#else
    pthread_attr_t attributes;
    void *low;
    size_t size;
    ccore_check("pthread_getattr_np", pthread_getattr_np(pthread_self(), &attributes));
    ccore_check("pthread_attr_getstack", pthread_attr_getstack(&attributes, &low, &size));
    ccore_check("pthread_attr_destroy", pthread_attr_destroy(&attributes));
    return (uintptr_t)low;
#endif
}

uint64_t ccore_thread_number(void)
{
#if defined(__linux__)
    return (uint64_t)syscall(SYS_gettid);
#else
    uint64_t number = 0;
    ccore_check("pthread_threadid_np", pthread_threadid_np(NULL, &number));
    return number;
#endif
}
