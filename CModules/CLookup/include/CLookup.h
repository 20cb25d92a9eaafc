// The look-up of an unqualified key: everything that a resolve does before it knows what its slot holds. The Swift
// compiler gets it as one call that the code generator inlines. Written in Swift, each place that resolves would make
// the optimiser copy and simplify some ten generic functions.
//
// The layouts belong to Swift sources, which take the offsets from here: RegistrationTable.swift, Slot.swift,
// HazardRecord.swift. The orderings are explained there too.

#ifndef CLOOKUP_H
#define CLOOKUP_H

#include <stdint.h>

#include "../../CPlatform/include/CPlatform.h"

enum {
    /// The distance from a thread's `HazardRecord`, whose first word is the pin, to its `ThreadContext`.
    clookup_record_size = 128,
    /// The offset of a table's flags; its first word is the mask.
    clookup_flags_offset = 16,
    /// The offset of a table's entries; each is a key and the address of a slot, whose first word is its state.
    clookup_entries_offset = 64,
};

/// The words of a `ThreadContext`.
enum { clookup_marks = 0, clookup_path_end = 1, clookup_stack_limit = 3, clookup_graph_count = 7 };

/// What a look-up found.
struct clookup_found {
    /// The thread's context, pinned; null: the thread has none that it can reach fast, and nothing was looked up.
    void *_Nullable context;
    /// The slot; null: the key is not in the table.
    void *_Nullable slot;
    /// The state of the slot; without a slot, the flags of the table.
    uintptr_t state;
};

/// The slot of an unqualified key in a table, or 0. The thread is pinned.
CPLATFORM_INLINE uintptr_t clookup_slot(uintptr_t table, uintptr_t key, uintptr_t hash)
{
    const uintptr_t mask = *(const uintptr_t *)table;
    uintptr_t offset = hash & mask;
    for (;;) {
        const uintptr_t *const entry = (const uintptr_t *)(table + offset + clookup_entries_offset);
        // Acquire: pairs with the release in `RegistrationTable.insert`.
        const uintptr_t found = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
        if (__builtin_expect(found == key, 1)) {
            // Acquire: pairs with the release in `RegistrationTable.insert` and `replace`.
            const uintptr_t slot = __atomic_load_n(entry + 1, __ATOMIC_ACQUIRE);
            // So callers do not test it again.
            __builtin_assume(slot != 0);
            return slot;
        }
        if (found == 0) return 0;
        offset = (offset + 16) & mask;
    }
}

/// `clookup_slot` as a call, for a key that is not in the first entry that it may be in.
__attribute__((cold)) uintptr_t clookup_search(uintptr_t table, uintptr_t key, uintptr_t hash);

/// Pins the thread, and looks up an unqualified key in the table of a container.
CPLATFORM_INLINE struct clookup_found clookup_find(uintptr_t table, uintptr_t key, uintptr_t hash)
{
    void *const context = cplatform_thread_get();
    if (__builtin_expect(context == 0, 0)) {
        const struct clookup_found unknown = {0, 0, 0};
        return unknown;
    }
    // Relaxed: a writer's barrier orders it before the loads that follow, as `ThreadContext.pin` explains.
    __atomic_store_n((uintptr_t *)((char *)context - clookup_record_size), 1, __ATOMIC_RELAXED);
    cplatform_compiler_barrier();
    const uintptr_t offset = hash & *(const uintptr_t *)table;
    const uintptr_t *const entry = (const uintptr_t *)(table + offset + clookup_entries_offset);
    uintptr_t slot;
    // Acquire: pairs with the release in `RegistrationTable.insert`.
    const uintptr_t first = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
    if (__builtin_expect(first == key, 1)) {
        // Acquire: pairs with the release in `RegistrationTable.insert` and `replace`.
        slot = __atomic_load_n(entry + 1, __ATOMIC_ACQUIRE);
        __builtin_assume(slot != 0);
    } else if (first == 0 || (slot = clookup_search(table, key, hash)) == 0) {
        const uintptr_t flags = *(const uintptr_t *)(table + clookup_flags_offset);
        const struct clookup_found missing = {context, 0, flags};
        const struct clookup_found nowhere = {context, 0, 0};
        // A branch, so that the caller's test of the flags is known on both sides.
        return __builtin_expect(flags == 0, 1) ? nowhere : missing;
    }
    // Acquire: pairs with the releases that `Slot.state` names.
    const uintptr_t state = __atomic_load_n((const uintptr_t *)slot, __ATOMIC_ACQUIRE);
    const struct clookup_found there = {context, (void *)slot, state};
    return there;
}

/// Unpins the thread.
CPLATFORM_INLINE void clookup_unpin(void *_Nonnull context)
{
    // A store does not order a retain: the optimiser may move a retain past it, when the object is already freed.
    cplatform_compiler_barrier();
    // Release: the reads come before; pairs with the acquire in `ThreadRegistry.waitForReaders`.
    __atomic_store_n((uintptr_t *)((char *)context - clookup_record_size), 0, __ATOMIC_RELEASE);
}

/// The end of a thread's path before a slot was added, as `PathEntry`; top 0: the slot was not added.
struct clookup_entry {
    uintptr_t top;
    uintptr_t marks;
};

/// Puts a slot on the thread's path and unpins the thread, unless that needs the slow path: see `isBlocked` and `enter`.
CPLATFORM_INLINE struct clookup_entry clookup_enter(void *_Nonnull context, void *_Nonnull slot)
{
    uintptr_t *const words = (uintptr_t *)context;
    uintptr_t *const path_top = (uintptr_t *)((char *)context - clookup_record_size + 8);
    const uintptr_t mark = (uintptr_t)1 << (((const uintptr_t *)slot)[2] & 63);
    // Relaxed: the thread itself stored it.
    struct clookup_entry entry = {__atomic_load_n(path_top, __ATOMIC_RELAXED), words[clookup_marks]};
    if (__builtin_expect(entry.top >= words[clookup_path_end]
                             || (uintptr_t)__builtin_frame_address(0) < words[clookup_stack_limit]
                             || (entry.marks & mark) != 0, 0)) {
        entry.top = 0;
        return entry;
    }
    // Relaxed, and the rest as in `ThreadContext.push`.
    __atomic_store_n((uintptr_t *)entry.top, (uintptr_t)slot, __ATOMIC_RELAXED);
    words[clookup_marks] = entry.marks | mark;
    __atomic_store_n(path_top, entry.top + 8, __ATOMIC_RELEASE);
    clookup_unpin(context);
    __builtin_assume(entry.top != 0);
    return entry;
}

/// Takes the slot off the path; returns whether the thread has instances of a graph.
CPLATFORM_INLINE bool clookup_leave(void *_Nonnull context, struct clookup_entry entry)
{
    uintptr_t *const words = (uintptr_t *)context;
    // Release: as in `ThreadContext.pop`.
    __atomic_store_n((uintptr_t *)((char *)context - clookup_record_size + 8), entry.top, __ATOMIC_RELEASE);
    words[clookup_marks] = entry.marks;
    return __builtin_expect(words[clookup_graph_count] != 0, 0);
}

#endif
