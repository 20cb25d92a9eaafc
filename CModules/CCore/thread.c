#include "thread.h"

#include <errno.h>
#include <sched.h>

/// The counts of reads, each in a cache line of its own; the first one is for threads without a state.
enum { read_counts = 64 };
static uint64_t reads[read_counts][8];

ccore_thread ccore_no_thread = {.path_used = sizeof(ccore_level), .reads = reads[0]};
_Thread_local ccore_thread *ccore_thread_pointer CCORE_TLS_MODEL = &ccore_no_thread;

/// The stack that the deepest factory has left for itself, and for the error.
enum { stack_reserve = 64 * 1024 };
enum { first_path = 64, first_graph = 16, first_chunk = 4096, largest_kept_chunk = 64 * 1024 };

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void free_chunks(ccore_chunk *chunk)
{
    if (chunk) free_chunks(chunk->former);
    free(chunk);
}

static void end_thread(void *opaque)
{
    ccore_thread *const thread = opaque;
    // What runs from here on, such as a `deinit`, begins another state if it resolves.
    ccore_thread_pointer = &ccore_no_thread;
    if (thread->node) thread->release_node(thread->node);
    free_chunks(thread->arena);
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

ccore_thread *ccore_begin_thread(void)
{
    ccore_check("pthread_once", pthread_once(&key_once, make_key));
    ccore_thread *const thread = ccore_allocate(sizeof *thread);
    thread->path_size = first_path * sizeof *thread->path;
    thread->path = ccore_allocate(thread->path_size);
    thread->stack_end = ccore_stack_end() + stack_reserve;
    thread->number = ccore_thread_number();
    thread->graph = ccore_allocate(first_graph * sizeof *thread->graph);
    thread->graph_size = first_graph;
    thread->arena = new_chunk(first_chunk, NULL);
    static uint32_t threads = 0;
    // Relaxed: threads only take different numbers.
    thread->reads = reads[1 + __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED) % (read_counts - 1)];
    ccore_check("pthread_setspecific", pthread_setspecific(key, thread));
    ccore_thread_pointer = thread;
    return thread;
}

void ccore_wait_for_reads(void)
{
    for (uint32_t i = 0; i < read_counts; i++)
        while (__atomic_load_n(reads[i], __ATOMIC_SEQ_CST) != 0) sched_yield();
}

/// The array with room for twice as many elements.
static void *doubled(void *array, size_t bytes)
{
    void *const larger = realloc(array, 2 * bytes);
    ccore_check("realloc", larger ? 0 : ENOMEM);
    return larger;
}

void ccore_deepen(ccore_thread *thread)
{
    thread->path = doubled(thread->path, thread->path_size);
    thread->path_size *= 2;
}

// MARK: The graph

/// The first place in a chunk with this alignment.
static inline uintptr_t next_place(const ccore_chunk *chunk, size_t alignment)
{
    return ((uintptr_t)(chunk + 1) + chunk->used + alignment - 1) & ~(uintptr_t)(alignment - 1);
}

void *ccore_graph_add(ccore_thread *thread, const ccore_slot *slot, const ccore_context *context, void *build, size_t size, size_t alignment)
{
    ccore_chunk *chunk = thread->arena;
    if (next_place(chunk, alignment) + size > (uintptr_t)(chunk + 1) + chunk->size) {
        thread->arena = chunk = new_chunk(2 * chunk->size + size + alignment, chunk);
    }
    void *const place = (void *)next_place(chunk, alignment);
    chunk->used = (uintptr_t)place + size - (uintptr_t)(chunk + 1);
    if (thread->graph_count == thread->graph_size) {
        thread->graph = doubled(thread->graph, thread->graph_size * sizeof *thread->graph);
        thread->graph_size *= 2;
    }
    thread->graph[thread->graph_count++] = (ccore_graph_entry){slot, context, place, build};
    return place;
}

void ccore_arena_reset(ccore_thread *thread)
{
    ccore_chunk *chunk = thread->arena;
    free_chunks(chunk->former);
    chunk->former = NULL;
    if (chunk->size > largest_kept_chunk) {
        free(chunk);
        thread->arena = chunk = new_chunk(first_chunk, NULL);
    }
    chunk->used = 0;
}
