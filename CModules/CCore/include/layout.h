// A layout: an immutable, open-addressed table that leads from a key to a slot.
//
//     key --XXH3--> entry --> entry --> empty               linear probing; at most half of the entries are in use
//                     |         |         |
//                   slot      slot     the layout's own slot for what is missing: no entry is null
//
//     slot of a kept instance     instance: null until it is ready, then the address of the instance
//     any other slot              instance: null for ever, so that a look-up needs one test

#pragma once

#include "system.h"

#if !__has_include(<xxhash.h>)
#error "Armory needs the headers of xxHash to build: apt-get install libxxhash-dev, or brew install xxhash"
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>

// MARK: Slots

/// What a slot leads to: nothing in this table; a slot of the scope `hops` scopes further out (the instance of these two may be ready
/// elsewhere); an instance that is made at each resolve, or for each outermost one; an instance that the slot keeps; a slot of a scope
/// that is not open here; the slots of its edges; a cell that the scope `hops` scopes further out has beside its
/// slots; an instance that lives as long as others hold it; the slot of its one edge, of whose resolves somebody is told; a cell that
/// the registration chooses for who asks.
enum { ccore_missing, ccore_scoped, ccore_transient, ccore_graph, ccore_kept, ccore_unscoped, ccore_composed, ccore_late, ccore_weak, ccore_notified, ccore_routed };

/// The state of a slot that keeps an instance: nobody makes it; a thread or task makes it; it is published; its context was closed, and
/// there is no instance, or one that stays until the context's memory goes. Each change happens under the lock of the slot's context.
enum { ccore_empty, ccore_building, ccore_ready, ccore_closed_empty, ccore_closed_full };

/// What a record has for look-ups and for making. Its factory follows: see `ccore_factory`.
typedef struct ccore_record {
    /// The type of the instances, as Swift stores it: the address of the key's type. First, so that it is found.
    uint64_t type;
    /// The record, an object of Swift that the layout's plan keeps.
    const void *_Nonnull object;
    /// The qualifier of a qualified key, in memory of the record.
    const void *_Nullable qualifier;
} ccore_record;

/// Where a key leads.
typedef struct ccore_slot {
    /// The instance of a kept slot, once it is ready. Written with release, read with acquire.
    void *_Nullable instance;
    /// The memory in which a kept instance is put together. Of a slot whose factory takes arguments: the address of their type.
    void *_Nullable storage;
    /// The slots of an initializer's parameters; a null one, or all of them, are looked up by key.
    struct ccore_slot *_Nullable const *_Nullable edges;
    /// What the record has for look-ups and for making; null in the slot for what is missing.
    const struct ccore_record *_Nullable record;
    /// The handle to which a kept instance belongs, or in which a registration chooses a cell.
    struct ccore_context *_Nullable context;
    /// While the instance is made, its maker; once it is complete, the slot that was completed before it; of a weak cell,
    /// the weak reference. In the slot after an extra cell: the one that was completed after that cell.
    void *_Nullable link;
    uint8_t kind;
    uint8_t state;
    /// What does not change.
    uint8_t flags;
    union {
        /// Of a scoped slot: how many scopes further out its own slot is.
        uint8_t hops;
        /// Of a kept slot, guarded like `state`.
        uint8_t marks;
    };
    /// Of a scoped slot: its position among the slots of its scope, in bytes. Of any other: the position of the table of the view in
    /// which the factory runs, in bytes.
    uint32_t number;
} ccore_slot;

/// Flags of a slot. Plain: the factory alone makes the instance, without injections. Repeatable: it takes arguments, which may differ
/// from level to level. Direct: a plain factory makes an instance at each resolve, without arguments. Awaited: the factory awaits, so
/// that only a task makes the instance. Inherited: the container that this one overrides may have the instance. Qualified: a parameter's
/// key has a qualifier. Extra: a cell that a registration has beside its slot; what it has more lies in the slot after it.
enum { ccore_plain = 1, ccore_repeatable = 2, ccore_direct = 4, ccore_awaited = 8, ccore_inherited = 16, ccore_has_qualified = 32, ccore_extra = 64 };

/// Marks of a kept slot that is being made. Another thread or task waits, so that the end of the making takes the wait-for graph's
/// lock; the maker in `link` is an object of Swift, not a thread; the making has asked for more than its parameters, also on the way to
/// what it needs. And of one that is inherited: it has the base's instance; it is to have another one. And of an extra one: its
/// registration has let it go, so that its instance is closed beside those of the context.
enum { ccore_watched = 1, ccore_by_build = 2, ccore_wide = 4, ccore_shared = 8, ccore_own_made = 16, ccore_let_go = 32 };

typedef struct {
    uint64_t key;
    ccore_slot *_Nonnull slot;
} ccore_entry;

typedef struct {
    const ccore_entry *_Nonnull entries;
    /// The bits of a hash that are the position of an entry, in bytes.
    uint64_t mask;
} ccore_table;

/// The mark of a handle: it resolves; it ends, so that nothing new is claimed and no scope opens, and what is being made will be
/// ready for its end alone; it was closed, and what is being made is closed by its maker; one around it ends, and it has not ended itself.
enum { ccore_open, ccore_ending, ccore_closed, ccore_orphaned };

/// What the core knows of a handle (a container or a scope) while it resolves.
typedef struct ccore_context {
    /// The table of the public keys.
    ccore_table table;
    /// The tables by view; the first one is the public one again.
    const ccore_table *_Nonnull views;
    /// The object of Swift that users hold, while it lives; and its layout.
    const void *_Nonnull owner, *_Nonnull layout;
    /// Where the layout has what was met at run time; see `ccore_met`.
    struct ccore_met *_Nullable const *_Nonnull met;
    /// How long a thread waits for another one's factory, in nanoseconds; UINT64_MAX: for ever.
    uint64_t wait_limit;
    /// Guards the state and the marks of its slots, and what follows here.
    pthread_mutex_t lock;
    /// The slot that was completed last.
    ccore_slot *_Nullable completed;
    /// How many instances are being made, and bodies run with a scope of this handle: its end waits for them; and its mark.
    uint32_t running, mark;
    /// Who waits until nothing runs, an object of Swift.
    void *_Nullable waiter;
    /// The open scopes of this handle, and this one's neighbours among those of the handle around it; the container that this one overrides.
    struct ccore_context *_Nullable scopes, *_Nullable next_scope, *_Nullable previous_scope, *_Nullable base;
    /// Of a scope that its user ends, a weak reference to its object; null: `withScope`, or another holder, holds the object.
    void *_Nullable weak;
    /// The cells that a scope has beside its slots, by the addresses of the slots that lead to them.
    struct ccore_met *_Nullable late;
    /// The slots of a scope's own instances, and those of the scopes around it, outwards.
    ccore_slot *_Nonnull slots[];
} ccore_context;

__attribute__((always_inline)) static inline void ccore_lock_context(ccore_context *_Nonnull context) { ccore_lock(&context->lock); }
__attribute__((always_inline)) static inline void ccore_unlock_context(ccore_context *_Nonnull context) { ccore_unlock(&context->lock); }

/// The size of a context with some slots, `depth` scopes inside of another context; the memory of their instances comes after it.
size_t ccore_context_size(uint32_t depth, size_t count);

/// Begins a context in memory that is aligned to 16 bytes.
void ccore_begin_context(
    void *_Nonnull memory, const ccore_context *_Nullable outer, uint32_t depth, const ccore_slot *_Nullable prototypes, size_t count);

/// Ends the context, before its memory goes.
void ccore_end_context(ccore_context *_Nonnull context);

/// Adds an open scope to those of the handle around it, or removes it; the outer context's lock is held.
void ccore_link_scope(ccore_context *_Nonnull outer, ccore_context *_Nonnull scope);
void ccore_unlink_scope(ccore_context *_Nonnull outer, ccore_context *_Nonnull scope);

// MARK: Changes

// In C, since a change of one field counts as one of the whole structure in Swift: it would race with a read of another field. The
// context's lock is held.

static inline void ccore_set_state(ccore_slot *_Nonnull slot, uint8_t state) { slot->state = state; }
/// Relaxed: the marks that a reader without the context's lock looks at change under the wait-for graph's lock, which it holds; others may
/// change meanwhile.
static inline void ccore_set_marks(ccore_slot *_Nonnull slot, uint8_t marks) { __atomic_store_n(&slot->marks, marks, __ATOMIC_RELAXED); }
static inline uint8_t ccore_marks(const ccore_slot *_Nonnull slot) { return __atomic_load_n(&slot->marks, __ATOMIC_RELAXED); }
static inline void ccore_set_link(ccore_slot *_Nonnull slot, void *_Nullable link) { slot->link = link; }
static inline void ccore_count(ccore_context *_Nonnull context, int32_t change) { context->running += (uint32_t)change; }
/// Release: pairs with the acquire in `ccore_mark`.
static inline void ccore_set_mark(ccore_context *_Nonnull context, uint32_t mark) { __atomic_store_n(&context->mark, mark, __ATOMIC_RELEASE); }
/// The mark, without a lock. Acquire: pairs with the release in `ccore_set_mark`.
static inline uint32_t ccore_mark(const ccore_context *_Nonnull context) { return __atomic_load_n(&context->mark, __ATOMIC_ACQUIRE); }
/// Whether the handle's end has not begun.
static inline bool ccore_is_open(const ccore_context *_Nonnull context) { return ccore_mark(context) == ccore_open; }
static inline void ccore_set_weak(ccore_context *_Nonnull context, void *_Nullable weak) { context->weak = weak; }
static inline void ccore_set_waiter(ccore_context *_Nonnull context, void *_Nullable waiter) { context->waiter = waiter; }

/// Adds a slot to those that are completed, as the newest one. An extra cell knows the one after it, so that it can be taken out.
static inline void ccore_complete(ccore_context *_Nonnull context, ccore_slot *_Nonnull slot)
{
    ccore_slot *const former = context->completed;
    slot->link = former;
    if (former && former->flags & ccore_extra) former[1].link = slot;
    context->completed = slot;
}

/// Takes an extra cell out of those that are completed.
static inline void ccore_take_out(ccore_context *_Nonnull context, ccore_slot *_Nonnull slot)
{
    ccore_slot *const newer = slot[1].link, *const older = slot->link;
    if (newer) newer->link = older;
    else context->completed = older;
    if (older && older->flags & ccore_extra) older[1].link = newer;
    slot->link = slot[1].link = NULL;
}

// MARK: Look-up

// A build for tests may have none: then all keys begin at one entry, all qualified keys are one word, and whole keys alone tell them apart.
#ifndef CCORE_KEY_BITS
#define CCORE_KEY_BITS UINT64_MAX
#endif

/// The position of the entry at which the search for a key begins: the upper 28 bits of XXH3-64, enough for a table of 2^28 entries.
///
/// XXH3 exchanges the halves of a word that it reads, and its last step changes only the bits below these. So the key has its
/// halves exchanged, and the compiler leaves out both exchanges and the last step.
static inline uint64_t ccore_start(uint64_t key, uint64_t mask)
{
    const uint64_t exchanged = (key << 32 | key >> 32) & CCORE_KEY_BITS;
    // So that the compiler does not clear the lower bits, which the mask does not have.
    __builtin_assume(mask % sizeof(ccore_entry) == 0);
    return XXH3_64bits(&exchanged, sizeof exchanged) >> 36 << 4 & mask;
}

/// The key of a type with a qualifier. Its low bit is set, which no address of a type has.
///
/// The qualifier's own hash is spread over all bits, and the word is hashed once more where it is looked up.
static inline uint64_t ccore_qualified(uint64_t type, uint64_t qualifier) { return ((type ^ qualifier) & CCORE_KEY_BITS) | 1; }

uint64_t ccore_hash_bytes(const void *_Nullable bytes, size_t length);

/// The position after another one; the first one after the last.
static inline uint64_t ccore_position_after(uint64_t position, uint64_t mask) { return (position + sizeof(ccore_entry)) & mask; }

/// The first entry with a key or without one, from a position on.
static inline const ccore_entry *_Nonnull ccore_search(ccore_table table, uint64_t key, uint64_t position)
{
    for (;;) {
        const ccore_entry *const entry = (const ccore_entry *)((const char *)table.entries + position);
        // Two branches, of which the first is usually taken: a step between them keeps compilers from making one.
        if (entry->key == key) return entry;
        position = ccore_position_after(position, table.mask);
        // The key of an empty entry is zero.
        if (entry->key == 0) return entry;
    }
}


/// The slot of a key; the table's slot for what is missing if it has none.
static inline ccore_slot *_Nonnull ccore_find(ccore_table table, uint64_t key)
{
    return ccore_search(table, key, ccore_start(key, table.mask))->slot;
}

/// The instance of a slot; null unless it is ready. Acquire: the instance is whole; pairs with the release in `ccore_publish`.
static inline void *_Nullable ccore_instance(const ccore_slot *_Nonnull slot) { return __atomic_load_n(&slot->instance, __ATOMIC_ACQUIRE); }

/// Lets every thread see the instance; with null, none any more.
static inline void ccore_publish(ccore_slot *_Nonnull slot, void *_Nullable instance)
{
    // Release: pairs with the acquire in `ccore_instance`.
    __atomic_store_n(&slot->instance, instance, __ATOMIC_RELEASE);
}

/// The factory of a slot that has a record.
static inline const void *_Nonnull ccore_factory(const ccore_slot *_Nonnull slot) { return slot->record + 1; }

static inline bool ccore_is_scoped(const ccore_slot *_Nonnull slot) { return slot->kind == ccore_scoped; }

/// Whether a plain factory makes an instance at each resolve.
static inline bool ccore_is_direct(const ccore_slot *_Nonnull slot) { return slot->flags & ccore_direct; }

static inline bool ccore_is_missing(const ccore_slot *_Nonnull slot) { return slot->record == NULL; }

/// The slot of a scope that a scoped slot leads to.
static inline ccore_slot *_Nonnull ccore_scoped_slot(const ccore_slot *_Nonnull slot, const ccore_context *_Nonnull context)
{
    return (ccore_slot *)((char *)context->slots[slot->hops] + slot->number);
}

// MARK: Keys met at run time

/// An append-only table beside a sealed one. Writers take turns; readers need no lock.
typedef struct ccore_met {
    ccore_table table;
    /// How many entries are in use.
    uint64_t count;
    /// The smaller table that this one has replaced, and that a reader may still read.
    struct ccore_met *_Nullable former;
} ccore_met;

/// The slot of a key that was met; null: it was not. `others`: how many entries with the key's first word come before.
ccore_slot *_Nullable ccore_find_met(ccore_met *_Nullable const *_Nonnull place, uint64_t key, uint32_t others);

/// Adds a key.
void ccore_add_met(ccore_met *_Nullable *_Nonnull place, uint64_t key, ccore_slot *_Nonnull slot);

void ccore_free_met(ccore_met *_Nullable met);

/// The cell that a scope has beside its slots; null: it has none yet.
static inline ccore_slot *_Nullable ccore_late_cell(ccore_context *_Nonnull context, const ccore_slot *_Nonnull slot) { return ccore_find_met(&context->late, (uintptr_t)slot, 0); }
/// Adds one; the context's lock is held.
static inline void ccore_add_late_cell(ccore_context *_Nonnull context, const ccore_slot *_Nonnull slot, ccore_slot *_Nonnull cell) { ccore_add_met(&context->late, (uintptr_t)slot, cell); }

/// The instance of a type's key that was met, if it is ready.
void *_Nullable ccore_hit_met(const ccore_context *_Nonnull context, uint64_t key);

/// The instance that a type's key leads to from a slot without one; null: it is not ready.
static inline void *_Nullable ccore_hit_elsewhere(const ccore_slot *_Nonnull slot, const ccore_context *_Nonnull context, uint64_t key)
{
    if (ccore_is_scoped(slot)) return ccore_instance(ccore_scoped_slot(slot, context));
    return ccore_is_missing(slot) ? ccore_hit_met(context, key) : NULL;
}
