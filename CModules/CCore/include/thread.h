// What a thread has while it resolves: the path of the slots that it makes, outermost first, and the arena of its graph.
//
//     path     [ A ][ B ][ C ]        A's factory has asked for B, and B's for C
//     graph    [ slot, context, address ] ...                  each points into the arena:
//     arena    [ instance ][ instance ]                     bump-allocated, empty after the outermost resolve

#pragma once

#include "layout.h"

/// A level of the path: a slot that is made, and the handle for which its factory runs.
typedef struct {
    const ccore_slot *_Nonnull slot;
    ccore_context *_Nonnull context;
} ccore_level;

/// An instance of the running graph.
typedef struct {
    const ccore_slot *_Nonnull slot;
    const ccore_context *_Nonnull context;
    void *_Nonnull instance;
    /// Its unfinished making, an object of Swift; null: it is finished.
    void *_Nullable build;
} ccore_graph_entry;

/// A piece of the arena; each one is at least twice as large as the one before.
typedef struct ccore_chunk {
    struct ccore_chunk *_Nullable former;
    size_t used, size;
} ccore_chunk;

typedef struct ccore_thread {
    ccore_level *_Nonnull path;
    /// How many bytes of the path are in use, and how many it has.
    size_t path_used, path_size;
    /// The stack must not grow below this address.
    uintptr_t stack_end;
    /// The entries of all graphs on this thread, the innermost one's from `graph_begin` on.
    ccore_graph_entry *_Nonnull graph;
    uint32_t graph_begin, graph_count, graph_size;
    /// Not zero: something that the thread makes is unfinished, so that everything is made in full.
    uint32_t unfinished;
    /// The depth at which the innermost graph began.
    uint32_t graph_depth;
    /// Not zero: the thread tells a listener, whose own resolves are not told.
    uint32_t telling;
    /// The system's number for the thread.
    uint64_t number;
    /// How many calls the ends of graphs have to make; and not zero: factories of the main actor may run here.
    uint32_t graph_ends, on_main_actor;
    /// The graph of a resolution that awaits, of which the innermost graph is a part: an object of Swift, kept by who runs the part; null:
    /// it is a graph of its own. And the deferred dependency that a call resolves, a value of Swift on the stack; null: there is none.
    const void *_Nullable task_graph, *_Nullable deferred;
    ccore_chunk *_Nonnull arena;
    /// The thread's node in the wait-for graph, an object of Swift, and what releases it when the thread ends.
    void *_Nullable node;
    void (*_Nullable release_node)(void *_Nonnull node);
    /// The count of the reads on this thread, and perhaps on others; see `ccore_begin_read`.
    uint64_t *_Nonnull reads;
} ccore_thread;

#if defined(__linux__)
// In the executable's own block: reading it is one load, not a call.
#define CCORE_TLS_MODEL __attribute__((tls_model("initial-exec")))
#else
#define CCORE_TLS_MODEL
#endif

/// `ccore_no_thread` in a thread without a state: its path is not empty, so that nothing is made on it.
extern _Thread_local ccore_thread *_Nonnull ccore_thread_pointer CCORE_TLS_MODEL;
extern ccore_thread ccore_no_thread;

/// Makes the thread's state, which goes when the thread ends.
ccore_thread *_Nonnull ccore_begin_thread(void);

/// The state of the calling thread, or `ccore_no_thread`.
static inline ccore_thread *_Nonnull ccore_known_thread(void) { return ccore_thread_pointer; }

/// The state of the calling thread.
static inline ccore_thread *_Nonnull ccore_this_thread(void)
{
    return ccore_known_thread() != &ccore_no_thread ? ccore_known_thread() : ccore_begin_thread();
}

/// How many levels the path has.
static inline uint32_t ccore_depth(const ccore_thread *_Nonnull thread) { return (uint32_t)(thread->path_used / sizeof(ccore_level)); }

/// The level after so many bytes of the path.
static inline ccore_level *_Nonnull ccore_level_at(const ccore_thread *_Nonnull thread, size_t position)
{
    return (ccore_level *)((char *)thread->path + position);
}

/// Adds a slot to the path, on which it may be already; false: the path is full, or the stack is used up.
static inline bool ccore_push_again(ccore_thread *_Nonnull thread, const ccore_slot *_Nonnull slot, ccore_context *_Nonnull context)
{
    if ((uintptr_t)__builtin_frame_address(0) < thread->stack_end || thread->path_used == thread->path_size) return false;
    *ccore_level_at(thread, thread->path_used) = (ccore_level){slot, context};
    thread->path_used += sizeof(ccore_level);
    return true;
}

static inline void ccore_pop(ccore_thread *_Nonnull thread) { thread->path_used -= sizeof(ccore_level); }

/// Adds a slot to the path; false: as above, or the slot seems to be on the path.
static inline bool ccore_push(ccore_thread *_Nonnull thread, const ccore_slot *_Nonnull slot, ccore_context *_Nonnull context)
{
    // Most paths are short. In an empty one, what was its first level is looked at.
    const size_t used = thread->path_used;
    size_t i = 0;
    do {
        if (ccore_level_at(thread, i)->slot == slot) return false;
        i += sizeof(ccore_level);
    } while (i < used);
    return ccore_push_again(thread, slot, context);
}

/// Makes room for more levels.
void ccore_deepen(ccore_thread *_Nonnull thread);

/// Adds the first slot to an empty path; false: the path is not empty, the stack is used up, or the context is not open.
static inline bool ccore_push_first(ccore_thread *_Nonnull thread, const ccore_slot *_Nonnull slot, ccore_context *_Nonnull context)
{
    if ((ccore_mark(context) | thread->path_used) != 0) return false;
    if ((uintptr_t)__builtin_frame_address(0) < thread->stack_end) return false;
    *thread->path = (ccore_level){slot, context};
    thread->path_used = sizeof(ccore_level);
    return true;
}

// MARK: Reads that a release waits for

// A reference that threads read without a lock, and that one may take away: it waits until each read that may have found it has ended.
//
//     reader      count + 1, load the reference, retain, count - 1      the count is this thread's own, or shared by few
//     releaser    take the reference away, wait for each count to be 0, release
//
// All but the last step of a reader is sequentially consistent: either the releaser sees the count, or the reader no longer sees the
// reference. The last one is a release, which pairs with the releaser's load.

/// Begins a read, which runs no code of the user's.
static inline uint64_t *_Nonnull ccore_begin_read(void)
{
    uint64_t *const reads = ccore_known_thread()->reads;
    __atomic_fetch_add(reads, 1, __ATOMIC_SEQ_CST);
    return reads;
}

static inline void ccore_end_read(uint64_t *_Nonnull reads) { __atomic_fetch_sub(reads, 1, __ATOMIC_RELEASE); }

/// Waits for the reads that have begun.
void ccore_wait_for_reads(void);

// MARK: The graph

/// The instance of a slot in the running graph; null: it is not there.
static inline ccore_graph_entry *_Nullable ccore_in_graph(
    const ccore_thread *_Nonnull thread, const ccore_slot *_Nonnull slot, const ccore_context *_Nonnull context)
{
    for (uint32_t i = thread->graph_count; i > thread->graph_begin; i--) {
        ccore_graph_entry *const entry = &thread->graph[i - 1];
        if (entry->slot == slot && entry->context == context) return entry;
    }
    return 0;
}

/// Adds an instance to the running graph, and returns memory in the arena for it, which stays in its place.
void *_Nonnull ccore_graph_add(
    ccore_thread *_Nonnull thread, const ccore_slot *_Nonnull slot, const ccore_context *_Nonnull context, void *_Nullable build,
    size_t size, size_t alignment);

/// Empties the arena, and gives large memory back.
void ccore_arena_reset(ccore_thread *_Nonnull thread);
