// The steps of a resolve that do not depend on the type of the instance, for the fast path:
//
//     clookup_find           begins a lookup, and finds the slot of an unqualified key
//     clookup_unpin          ends the lookup
//     clookup_enter          puts the slot of a transient on the thread's path
//     clookup_make           calls its factory, which puts the instance into memory of the caller, and takes the slot off
//     clookup_make_from      the same, with arguments for the factory
//     clookup_obtain         both, or what Swift does in other states: all that is left after a lookup, in one call
//     clookup_resolve        all of it in one call, for factories
//     clookup_find_inherited searches the ancestors for a key that the container's own table does not have, for tests
//     clookup_take_shared    puts a shared instance into memory of the caller
//
// `ThreadContext` uses the functions of the path for every other slot, too.
//
// They are in C because each place that resolves is compiled in the client's module. The Swift optimiser sees one call
// for each step, and the code generator inlines it, except `clookup_enter`, which is as fast out of line, and
// `clookup_obtain`. Written in Swift, the optimiser copied and simplified a dozen generic functions for every such
// place.
//
// The memory belongs to Swift types: Container, ContainerTraits, KnownSlots, ControlBlock, RegistrationTable, Slot, Binding,
// SharedCell, HazardRecord, ThreadContext, HazardList. Their files have the pictures and explain the orderings.
// `LookupLayoutTests` compares the offsets of CLookupLayout.h with them.

#ifndef CLOOKUP_H
#define CLOOKUP_H

#include "CLookupLayout.h"
#include "CLookupRuntime.h"
#include <CPlatform.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a lookup found.
struct clookup_found {
    /// The context of the thread, which is pinned.
    void *_Nonnull context;
    /// The slot; invalid if the state is `clookup_missing`.
    void *_Nonnull slot;
    /// The state of the slot, or `clookup_missing`.
    uintptr_t state;
};

/// The word at an offset from an address.
static inline uintptr_t *_Nonnull clookup_word(const void *_Nonnull address, intptr_t offset)
{
    return (uintptr_t *)((uintptr_t)address + (uintptr_t)offset);
}

/// A function that is rarely called, and leaves the registers as they are: so callers need not save what they keep. Swift
/// does not know this convention, so only C may call it.
#define CLOOKUP_RARE __attribute__((cold, preserve_most))

/// The slot of an unqualified key, or 0, found by the key's hash.
CLOOKUP_RARE uintptr_t clookup_search(uintptr_t table, uintptr_t key);

/// The same, for Swift.
static inline uintptr_t clookup_search_from_swift(uintptr_t table, uintptr_t key)
{
    return clookup_search(table, key);
}

/// The bits of which a table's mask takes the number of the hint for an unqualified key: there a lookup looks first.
/// RegistrationTable.swift explains the hints.
static inline uintptr_t clookup_hint_number(uintptr_t key)
{
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): one multiplication spreads
    // addresses that follow each other.
    return (key * UINT64_C(0x9E3779B97F4A7C15)) >> 40;
}

/// The hint for such bits.
static inline uint16_t *_Nonnull clookup_numbered_hint(uintptr_t table, uintptr_t number)
{
    // The mask is the negated number of hints: the result counts back from the table.
    return (uint16_t *)table + (intptr_t)(number | *clookup_word((void *)table, clookup_hint_mask_offset));
}

/// The hint for an unqualified key.
static inline uint16_t *_Nonnull clookup_hint(uintptr_t table, uintptr_t key)
{
    return clookup_numbered_hint(table, clookup_hint_number(key));
}

/// The slot of an unqualified key with a hint of a number, or 0.
static inline uintptr_t clookup_hinted_slot(uintptr_t table, uintptr_t key, uintptr_t number)
{
    // Acquire: pairs with the release in `RegistrationTable.insert`.
    const uintptr_t hint = __atomic_load_n(clookup_numbered_hint(table, number), __ATOMIC_ACQUIRE);
    const uintptr_t *const entry = clookup_word((void *)(table + hint * clookup_entry_size), clookup_hinted_offset);
    // Acquire: pairs with the release in `RegistrationTable.insert`.
    const uintptr_t found = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
    if (__builtin_expect(found == key, 1)) {
        // Acquire: pairs with the release in `RegistrationTable.insert` and `replace`.
        const uintptr_t slot = __atomic_load_n(entry + 1, __ATOMIC_ACQUIRE);
        __builtin_assume(slot != 0);
        return slot;
    }
    return found == 0 ? 0 : clookup_search(table, key);
}

/// The slot of an unqualified key, or 0.
static inline uintptr_t clookup_slot(uintptr_t table, uintptr_t key)
{
    return clookup_hinted_slot(table, key, clookup_hint_number(key));
}

/// Pins a thread whose fast pointer is withheld, with a fence; returns its context.
CLOOKUP_RARE void *_Nonnull clookup_pin_slowly(void);

/// The same, in Swift.
void *_Nonnull clookup_pin_in_swift(void);

/// Pins the thread, and looks up an unqualified key in a container's table.
static inline struct clookup_found clookup_find(const void *_Nonnull container, uintptr_t key)
{
    void *context = cplatform_thread_get();
    if (__builtin_expect(context == 0, 0)) {
        context = clookup_pin_slowly();
    } else {
        // Relaxed, and the barrier: as in `ThreadContext.pin`.
        __atomic_store_n(clookup_word(context, -clookup_record_size), 1, __ATOMIC_RELAXED);
        cplatform_compiler_barrier();
    }
    struct clookup_found found = {context, context, clookup_missing};
    // Acquire: pairs with the release in `Container.publish`, so that the table's contents are seen. After the pin, which keeps
    // the table alive.
    const uintptr_t slot = clookup_slot(__atomic_load_n(clookup_word(container, clookup_root_offset), __ATOMIC_ACQUIRE), key);
    if (__builtin_expect(slot != 0, 1)) {
        found.slot = (void *)slot;
        // Acquire: pairs with the releases that `Slot.state` names.
        found.state = __atomic_load_n((const uintptr_t *)slot, __ATOMIC_ACQUIRE);
    }
    return found;
}

/// The version of a control block.
static inline uintptr_t clookup_version(uintptr_t control)
{
    // Acquire: pairs with the releases of the changes that raise it.
    return __atomic_load_n(clookup_word((void *)control, clookup_version_offset), __ATOMIC_ACQUIRE);
}

/// The sum of the versions that a `KnownSlots` depends on: those of its control blocks, of which it has at least one.
static inline uintptr_t clookup_stamp(const void *_Nonnull known)
{
    const uintptr_t *const controls = (const uintptr_t *)*clookup_word(known, clookup_controls_offset);
    // Rarely more than three: unrolling makes the code larger and not faster.
    uintptr_t left = *clookup_word(known, clookup_control_count_offset) - 1;
    uintptr_t sum = clookup_version(controls[left]);
    #pragma clang loop unroll(disable)
    while (left != 0) {
        sum += clookup_version(controls[--left]);
    }
    return sum;
}

/// The slot for an unqualified key that is not in the container's own table; 0: Swift has to search. The thread is pinned.
///
/// The search is that of `findInherited`, and the choice of the slot that of `instanceSlot(of:)`. For tests: lookups contain it.
uintptr_t clookup_find_inherited(const void *_Nonnull container, uintptr_t key);

/// Unpins the thread.
static inline void clookup_unpin(void *_Nonnull context)
{
    // A store does not order a retain: the optimiser may move a retain past it, when the object is already freed.
    cplatform_compiler_barrier();
    // Release: the reads and the path's entry come before; pairs with the acquire in `ThreadRegistry.waitForReaders`.
    __atomic_store_n(clookup_word(context, -clookup_record_size), 0, __ATOMIC_RELEASE);
}

/// The end of a thread's path before a slot was added; top 0: no slot was added.
struct clookup_path_entry {
    uintptr_t top;
    uintptr_t marks;
};

/// Whether a slot is on the thread's path below an entry.
bool clookup_is_on_path(void *_Nonnull context, void *_Nonnull slot, uintptr_t top);

/// Whether a slot may go on the thread's path although its mark may be set: the slot is not on it, and the path has room.
__attribute__((cold)) bool clookup_fits_path(void *_Nonnull context, void *_Nonnull slot);

/// The mark of a slot: one bit, that of its number modulo 64.
static inline uintptr_t clookup_mark(void *_Nonnull slot)
{
    return (uintptr_t)1 << (*clookup_word(slot, clookup_number_offset) & 63);
}

/// Puts a slot on the thread's path, at the entry that is its end.
static inline void clookup_push(void *_Nonnull context, void *_Nonnull slot, struct clookup_path_entry entry)
{
    *clookup_word(context, 0) = entry.marks | clookup_mark(slot);
    // Release: as in `HazardList.store`.
    __atomic_store_n((uintptr_t *)entry.top, (uintptr_t)slot, __ATOMIC_RELEASE);
    uintptr_t *const top = clookup_word(context, clookup_path_top_offset - clookup_record_size);
    // Release: the entry below is written; pairs with the acquire in `ThreadRegistry.hazards`. The end is read again,
    // although `entry.top` has it: so one instruction adds to it.
    __atomic_store_n(top, __atomic_load_n(top, __ATOMIC_RELAXED) + clookup_path_stride, __ATOMIC_RELEASE);
}

/// Resets the thread's path to an earlier end.
static inline void clookup_pop(void *_Nonnull context, struct clookup_path_entry entry)
{
    // Release: the slot was last used before; pairs with the acquire in `ThreadRegistry.hazards`.
    __atomic_store_n(
        clookup_word(context, clookup_path_top_offset - clookup_record_size), entry.top, __ATOMIC_RELEASE);
    *clookup_word(context, 0) = entry.marks;
}

/// Whether the slow path has to decide about a slot, because the stack or the path may end, or the slot is on the path.
///
/// The end of the path is tested only if the mark is set already. Each slot between two such tests sets another of the
/// 64 marks, so at most 64 slots go beyond `pathEnd`. The slow path pushes one or two more before it tests the depth.
/// `ThreadContext.pathSlack` has room for all.
static inline bool clookup_is_blocked(void *_Nonnull context, void *_Nonnull slot, struct clookup_path_entry entry)
{
    return cplatform_stack_pointer() < *clookup_word(context, clookup_stack_limit_offset)
           || ((entry.marks | clookup_mark(slot)) == entry.marks && !clookup_fits_path(context, slot));
}

/// The entry for the next slot of the thread's path.
static inline struct clookup_path_entry clookup_next_entry(void *_Nonnull context)
{
    // Relaxed: the thread itself stored it.
    const struct clookup_path_entry next = {
        __atomic_load_n(clookup_word(context, clookup_path_top_offset - clookup_record_size), __ATOMIC_RELAXED),
        *clookup_word(context, 0),
    };
    return next;
}

/// Puts a slot on the thread's path and unpins the thread; top 0: `clookup_is_blocked`, and nothing was done.
struct clookup_path_entry clookup_enter(void *_Nonnull context, void *_Nonnull slot);

/// Copies the words of a cell's value into a room, except the first; returns the cell, so that the caller need not keep
/// it.
__attribute__((cold)) uintptr_t clookup_copy_words(uintptr_t cell, uintptr_t *_Nonnull room);

/// Puts the instance of a slot whose state is `weak` into a room, and unpins the thread; false: it was released. Then
/// the room has the address of the slot.
static inline bool clookup_take_shared(void *_Nonnull context, void *_Nonnull slot, uintptr_t *_Nonnull room)
{
    // Acquire: pairs with the release in `exchangeCell`.
    uintptr_t cell = __atomic_load_n(clookup_word(slot, clookup_cell_offset), __ATOMIC_ACQUIRE);
    // The first word is the object's. The others come first, and the slot is kept in the place of the first: so the call
    // has few registers to save.
    room[0] = (uintptr_t)slot;
    const uintptr_t size = *clookup_word((void *)cell, clookup_size_offset);
    if (__builtin_expect(size == 16, 1)) {
        room[1] = *clookup_word((void *)cell, clookup_words_offset + 8);
    } else if (__builtin_expect(size == 40, 1)) {
        // An `any P` has five words, or two if it is class-bound.
        __builtin_memcpy(room + 1, clookup_word((void *)cell, clookup_words_offset + 8), 32);
    } else {
        cell = clookup_copy_words(cell, room);
    }
    void *const object = clookup_load_weak((void *)(cell + clookup_object_offset));
    if (object == 0) {
        return false;
    }
    room[0] = (uintptr_t)object;
    clookup_unpin(context);
    return true;
}

/// Whether a resolve runs on the thread, so that another one is nested in it.
static inline bool clookup_is_nested(const void *_Nonnull context)
{
    const void *const record = clookup_word(context, -clookup_record_size);
    // Relaxed: the thread itself stored them.
    return __atomic_load_n(clookup_word(record, clookup_path_top_offset), __ATOMIC_RELAXED)
           != __atomic_load_n(clookup_word(record, clookup_path_base_offset), __ATOMIC_RELAXED);
}

/// Whether a resolve by code without the factory's resolver must be apart: the thread resolves, or uses a lasting graph.
static inline bool clookup_is_apart(const void *_Nonnull context)
{
    const void *const record = clookup_word(context, -clookup_record_size);
    // Relaxed: the thread itself stored it.
    return __atomic_load_n(clookup_word(record, clookup_path_top_offset), __ATOMIC_RELAXED)
           != *clookup_word(context, clookup_outermost_top_offset);
}

/// Ends the running graph if the resolve that has left the path was the outermost.
void clookup_end_resolve(void *_Nonnull context);

/// Ends the running graph. In Swift.
void clookup_end_graph(void *_Nonnull context);

/// Takes the slot off the path, and ends the graph if that was the outermost resolve.
static inline void clookup_leave(void *_Nonnull context, struct clookup_path_entry entry)
{
    clookup_pop(context, entry);
    if (__builtin_expect(*clookup_word(context, clookup_graph_count_offset) != 0, 0)) {
        clookup_end_resolve(context);
    }
}

/// A factory, as the Swift compiler calls it: it takes the resolver, which is the address of the container, and puts an
/// instance into a room or throws.
typedef __attribute__((swiftcall)) void clookup_factory(
    __attribute__((swift_indirect_result)) void *_Nonnull room, const void *_Nonnull container,
    __attribute__((swift_context)) const void *_Nullable captures,
    __attribute__((swift_error_result)) void *_Nullable *_Nonnull error);

/// Calls the factory of a slot's record; `error` is null before, and afterwards the error that it threw, if any.
static inline void clookup_try(
    void *_Nonnull slot, void *_Nonnull room, const void *_Nonnull container, void *_Nullable *_Nonnull error)
{
    const uintptr_t *const factory = clookup_word((void *)*clookup_word(slot, clookup_record_offset), clookup_factory_offset);
    ((clookup_factory *)factory[0])(room, container, (const void *)factory[1], error);
}

/// Calls the factory of a slot's record; returns the error that it threw, which the caller releases, or null.
static inline void *_Nullable clookup_call(
    void *_Nonnull slot, void *_Nonnull room, const void *_Nonnull container)
{
    void *error = 0;
    clookup_try(slot, room, container, &error);
    return error;
}

/// Keeps the error of a factory for Swift; returns `clookup_threw`.
CLOOKUP_RARE uintptr_t clookup_keep_error(
    void *_Nonnull context, const void *_Nonnull error, uintptr_t marks);

/// Takes the innermost slot off the path, and ends the graph if that was the outermost resolve.
static inline void clookup_leave_innermost(void *_Nonnull context, uintptr_t marks)
{
    // Relaxed: the thread itself stored it. The end is read again, so that the caller need not keep it.
    const struct clookup_path_entry entry = {
        __atomic_load_n(clookup_word(context, clookup_path_top_offset - clookup_record_size), __ATOMIC_RELAXED)
            - clookup_path_stride,
        marks,
    };
    clookup_leave(context, entry);
}

/// Takes the slot of a factory that has returned off the path; returns the remaining work.
static inline uintptr_t clookup_end_making(void *_Nonnull context, uintptr_t marks, const void *_Nullable error)
{
    if (__builtin_expect(error != 0, 0)) {
        return clookup_keep_error(context, error, marks);
    }
    clookup_leave_innermost(context, marks);
    return clookup_made;
}

/// Makes an instance by the factory of a slot that was put on the path, and takes the slot off; returns the remaining work.
static inline uintptr_t clookup_make(
    void *_Nonnull context, void *_Nonnull slot, uintptr_t marks, void *_Nonnull room, const void *_Nonnull container)
{
    return clookup_end_making(context, marks, clookup_call(slot, room, container));
}

/// Whether the record of a slot identifies its arguments by a type.
static inline bool clookup_takes(void *_Nonnull slot, uintptr_t type)
{
    return *clookup_word((void *)*clookup_word(slot, clookup_record_offset), clookup_argument_type_offset)
           == type;
}

/// A factory that takes arguments, by their address.
typedef __attribute__((swiftcall)) void clookup_argument_factory(
    __attribute__((swift_indirect_result)) void *_Nonnull room, const void *_Nonnull container,
    const void *_Nonnull arguments, __attribute__((swift_context)) const void *_Nullable captures,
    __attribute__((swift_error_result)) void *_Nullable *_Nonnull error);

/// The same as `clookup_try`, from arguments.
static inline void clookup_try_from(
    void *_Nonnull slot, void *_Nonnull room, const void *_Nonnull container, const void *_Nonnull arguments,
    void *_Nullable *_Nonnull error)
{
    const uintptr_t *const factory =
        clookup_word((void *)*clookup_word(slot, clookup_record_offset), clookup_factory_offset);
    ((clookup_argument_factory *)factory[0])(room, container, arguments, (const void *)factory[1], error);
}

/// The same as `clookup_make`, from arguments.
static inline uintptr_t clookup_make_from(
    void *_Nonnull context, void *_Nonnull slot, uintptr_t marks, void *_Nonnull room, const void *_Nonnull container,
    const void *_Nonnull arguments)
{
    void *error = 0;
    clookup_try_from(slot, room, container, arguments, &error);
    return clookup_end_making(context, marks, error);
}

#ifdef __cplusplus
}
#endif

#endif
