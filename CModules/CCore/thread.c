#include "CCore.h"

#include <stdlib.h>
#include <string.h>

_Thread_local ccore_thread *ccore_thread_pointer CCORE_TLS_MODEL = NULL;
static void (*release_node)(void *node) = NULL;

/// The stack that the deepest factory has left for itself, and for the error.
enum { stack_reserve = 48 * 1024 };
enum { first_path = 64, first_graph = 16, first_chunk = 4096, largest_kept_chunk = 64 * 1024 };

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void end_thread(void *opaque)
{
    ccore_thread *const thread = opaque;
    // What runs from here on, such as a `deinit`, begins another state if it resolves.
    ccore_thread_pointer = NULL;
    if (thread->node) release_node(thread->node);
    for (ccore_chunk *chunk = thread->arena; chunk;) {
        ccore_chunk *const former = chunk->former;
        free(chunk);
        chunk = former;
    }
    free(thread->graph);
    free(thread->path);
    free(thread);
}

static void make_key(void) { ccore_check("pthread_key_create", pthread_key_create(&key, end_thread)); }

static ccore_chunk *new_chunk(size_t size, ccore_chunk *former)
{
    ccore_chunk *const chunk = ccore_allocate(sizeof *chunk + size);
    chunk->former = former;
    chunk->size = size;
    return chunk;
}

void ccore_set_release(void (*release)(void *node)) { release_node = release; }

ccore_thread *ccore_begin_thread(void)
{
    ccore_check("pthread_once", pthread_once(&key_once, make_key));
    ccore_thread *const thread = ccore_allocate(sizeof *thread);
    thread->path = ccore_allocate(first_path * sizeof *thread->path);
    thread->limit = first_path;
    thread->stack_end = ccore_stack_end() + stack_reserve;
    thread->graph = ccore_allocate(first_graph * sizeof *thread->graph);
    thread->graph_size = first_graph;
    thread->arena = new_chunk(first_chunk, NULL);
    ccore_check("pthread_setspecific", pthread_setspecific(key, thread));
    ccore_thread_pointer = thread;
    return thread;
}

void ccore_deepen(ccore_thread *thread)
{
    const uint32_t size = 2 * thread->limit;
    ccore_level *const path = ccore_allocate(size * sizeof *path);
    memcpy(path, thread->path, thread->depth * sizeof *path);
    free(thread->path);
    thread->path = path;
    thread->limit = size;
}

// MARK: The graph

void *ccore_arena_allocate(ccore_thread *thread, size_t size, size_t alignment)
{
    for (;;) {
        ccore_chunk *const chunk = thread->arena;
        const uintptr_t start = (uintptr_t)(chunk + 1);
        const uintptr_t place = (start + chunk->used + alignment - 1) & ~(uintptr_t)(alignment - 1);
        if (place + size <= start + chunk->size) {
            chunk->used = place + size - start;
            return (void *)place;
        }
        const size_t twice = 2 * chunk->size, needed = size + alignment;
        thread->arena = new_chunk(twice > needed ? twice : needed, chunk);
    }
}

void ccore_graph_add(
    ccore_thread *thread, const ccore_slot *slot, const ccore_home *home, void *instance, void *build)
{
    if (thread->graph_count == thread->graph_size) {
        ccore_graph_entry *const larger = ccore_allocate(2 * thread->graph_size * sizeof *larger);
        memcpy(larger, thread->graph, thread->graph_count * sizeof *larger);
        free(thread->graph);
        thread->graph = larger;
        thread->graph_size *= 2;
    }
    thread->graph[thread->graph_count++] =
        (ccore_graph_entry){.slot = slot, .home = home, .instance = instance, .build = build};
}

void ccore_arena_reset(ccore_thread *thread)
{
    ccore_chunk *chunk = thread->arena;
    while (chunk->former) {
        ccore_chunk *const former = chunk->former;
        chunk->former = former->former;
        free(former);
    }
    if (chunk->size > largest_kept_chunk) {
        free(chunk);
        thread->arena = chunk = new_chunk(first_chunk, NULL);
    }
    chunk->used = 0;
}
