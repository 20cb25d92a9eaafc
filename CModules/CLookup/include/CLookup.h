// The steps of a resolve that do not depend on the type of the instance, for the fast path:
//
//     clookup_find           begins a lookup, and finds the slot of an unqualified key
//     clookup_unpin          ends the lookup
//     clookup_enter          puts the slot of a transient on the thread's path
//     clookup_make           calls its factory, which puts the instance into memory of the caller, and takes the slot off
//     clookup_make_from      the same, with arguments for the factory
//     clookup_obtain         both, or what Swift does in other states: all that is left after a lookup, in one call
//     clookup_resolve        all of it in one call, for factories
//     clookup_take_shared    puts a shared instance into memory of the caller
//
// `ThreadContext` uses the functions of the path for every other slot, too.
//
// They are in C because each place that resolves is compiled in the client's module. The Swift optimiser sees one call
// for each step, and the code generator inlines it, except `clookup_enter`, which is as fast out of line, and
// `clookup_obtain`. Written in Swift, the optimiser copied and simplified a dozen generic functions for every such
// place.
//
// The memory belongs to Swift types: Container, RegistrationTable, Slot, Binding, SharedCell, HazardRecord,
// ThreadContext, HazardList. Their files have the pictures and explain the orderings. `LookupLayoutTests` holds the
// offsets below against them.

#ifndef CLOOKUP_H
#define CLOOKUP_H

#include "CLookupRuntime.h"
#include <CPlatform.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    // A container: the address of its table.
    clookup_root_offset = 16,
    clookup_traits_offset = 40,
    clookup_plan_offset = 64,
    // The traits: the remembered slots of ancestors, and the ancestors.
    clookup_known_offset = 16,
    clookup_ancestors_offset = 24,
    clookup_searched_count_offset = 40,
    // `KnownSlots`: the table, the control blocks, and their number.
    clookup_known_table_offset = 16,
    clookup_controls_offset = 24,
    clookup_control_count_offset = 32,
    // A control block: its version.
    clookup_version_offset = 16,
    // A record of a registration, a `Binding`: the factory, which is a function and its captures.
    clookup_factory_offset = 64,
    // If it takes arguments, an `ArgumentBinding`: the type that identifies them.
    clookup_argument_type_offset = 88,
    // A table: the mask comes first, and the hints end where the table begins.
    clookup_flags_offset = 16,
    clookup_hint_mask_offset = 24,
    clookup_hinted_offset = 32,
    clookup_stamp_offset = 40,
    clookup_entries_offset = 64,
    // An entry: a key, and the address of a slot.
    clookup_entry_size = 16,
    // A slot: its state comes first.
    clookup_record_offset = 8,
    clookup_number_offset = 16,
    clookup_cell_offset = 32,
    // A cell: the weak reference, the words of the value and its size.
    clookup_object_offset = 16,
    clookup_words_offset = 24,
    clookup_size_offset = 88,
    // A thread's `HazardRecord` is before its context. The record: the pin comes first.
    clookup_record_size = 128,
    clookup_path_top_offset = 8,
    clookup_path_base_offset = 16,
    // The context: the marks of the path come first.
    clookup_path_end_offset = 8,
    clookup_stack_limit_offset = 24,
    clookup_error_offset = 32,
    clookup_error_marks_offset = 40,
    clookup_outermost_top_offset = 56,
    clookup_graph_count_offset = 80,
    // An entry of the path: the address of a slot.
    clookup_path_stride = 8,
};

/// What a lookup found.
struct clookup_found {
    /// The context of the thread, which is pinned.
    void *_Nonnull context;
    /// The slot; invalid if the state is `clookup_missing`.
    void *_Nonnull slot;
    /// The state of the slot, or `clookup_missing`.
    uintptr_t state;
};

/// The flag of a closed container's table: `RegistrationTable`'s.
enum { clookup_closed_flag = 1 };

// The work that is left for a resolve: the state of a slot, of which C knows one, or a value that no state has.
enum {
    /// The state of a slot with an instance: `SlotState`'s.
    clookup_ready = 1,
    /// The state of a slot whose factory makes an instance for every resolve, and nothing else is done: `SlotState`'s.
    clookup_transient = 2,
    /// The state of a slot that makes one instance for each graph: `SlotState`'s.
    clookup_graph = 4,
    /// The same with arguments for the factory.
    clookup_arguments = 5,
    /// The state of a slot whose registration was removed: `SlotState`'s.
    clookup_absent = 7,
    /// The key is not in the table.
    clookup_missing = 32,
    /// Nothing: the instance is made.
    clookup_made = 33,
    /// The factory threw: the context has the error. The slot is still on the path, as the innermost.
    clookup_threw = 34,
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

/// The hint for an unqualified key: where a lookup looks first. RegistrationTable.swift explains the hints.
static inline uint16_t *_Nonnull clookup_hint(uintptr_t table, uintptr_t key)
{
#ifdef ARMORY_COLLIDING_HASHES
    (void)key;
    const uintptr_t product = 0;
#else
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): one multiplication spreads
    // addresses that follow each other.
    const uintptr_t product = (key * UINT64_C(0x9E3779B97F4A7C15)) >> 40;
#endif
    // The mask is the negated number of hints: the result counts back from the table.
    return (uint16_t *)table + (intptr_t)(product | *clookup_word((void *)table, clookup_hint_mask_offset));
}

/// The slot of an unqualified key, or 0.
static inline uintptr_t clookup_slot(uintptr_t table, uintptr_t key)
{
    // Acquire: pairs with the release in `RegistrationTable.insert`.
    const uintptr_t hint = __atomic_load_n(clookup_hint(table, key), __ATOMIC_ACQUIRE);
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

/// The sum of the versions that a `KnownSlots` depends on.
static inline uintptr_t clookup_stamp(const void *_Nonnull known)
{
    const uintptr_t *const controls = (const uintptr_t *)*clookup_word(known, clookup_controls_offset);
    const uintptr_t count = *clookup_word(known, clookup_control_count_offset);
    uintptr_t sum = 0;
    // There are few.
    #pragma clang loop unroll(disable)
    for (uintptr_t index = 0; index < count; index++) {
        // Acquire: pairs with the releases of the changes that raise it.
        sum += __atomic_load_n(clookup_word((void *)controls[index], clookup_version_offset), __ATOMIC_ACQUIRE);
    }
    return sum;
}

/// The slot for an unqualified key that is not in the container's own table; 0: only Swift can tell. The thread is pinned.
///
/// It is found as by `findInherited`, and chosen as by `instanceSlot`, of the container.
CLOOKUP_RARE uintptr_t clookup_find_inherited(const void *_Nonnull container, uintptr_t key);

/// The same, for Swift.
static inline uintptr_t clookup_find_inherited_from_swift(const void *_Nonnull container, uintptr_t key)
{
    return clookup_find_inherited(container, key);
}

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
    if (__builtin_expect(*clookup_word((void *)cell, clookup_size_offset) == 16, 1)) {
        room[1] = *clookup_word((void *)cell, clookup_words_offset + 8);
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

#ifndef __swift__
// What follows is declared in Swift as methods of the container that return an instance of any type: it comes into the memory of
// the result, the room. They throw a `ResolutionError`, which is one word.

/// The parameters of such a method: the memory for the result, and the type of the instance and the memory for the error, which
/// come after its own parameters.
#define CLOOKUP_ROOM __attribute__((swift_indirect_result)) void *_Nonnull room
#define CLOOKUP_GENERIC \
    const void *_Nonnull type, const void *_Nullable *_Nonnull thrown, \
        __attribute__((swift_context)) const void *_Nullable container, \
        __attribute__((swift_error_result)) void *_Nullable *_Nonnull error

/// Resolves an unqualified key, for code that has the resolver of a factory.
///
/// A program has many such places, so each is as little code as can be: one call.
__attribute__((swiftcall)) void clookup_resolve(CLOOKUP_ROOM, CLOOKUP_GENERIC);

/// Ends a lookup that found no ready instance.
__attribute__((swiftcall)) void clookup_obtain(
    CLOOKUP_ROOM, void *_Nonnull context, void *_Nonnull slot, uintptr_t state, CLOOKUP_GENERIC);

/// The same for code that may not have the resolver of a factory.
__attribute__((swiftcall)) void clookup_obtain_apart(
    CLOOKUP_ROOM, void *_Nonnull context, void *_Nonnull slot, uintptr_t state, CLOOKUP_GENERIC);

/// A lookup with arguments: Swift's `Request`.
struct clookup_request {
    const void *_Nonnull type;
    const void *_Nullable qualifier;
    const void *_Nullable argument_type;
    const void *_Nonnull own_argument_type;
    const void *_Nonnull arguments;
};

/// Resolves an unqualified key with arguments.
__attribute__((swiftcall)) void clookup_resolve_from(
    CLOOKUP_ROOM, const struct clookup_request *_Nonnull request, CLOOKUP_GENERIC);

/// The same for code that may not have the resolver of a factory.
__attribute__((swiftcall)) void clookup_resolve_apart_from(
    CLOOKUP_ROOM, const struct clookup_request *_Nonnull request, CLOOKUP_GENERIC);

/// A closure of Swift that puts an instance into a room, or returns an error.
typedef __attribute__((swiftcall)) const void *_Nullable clookup_fill(
    void *_Nonnull room, __attribute__((swift_context)) const void *_Nullable captures);

/// Calls a closure with the memory for the result. A function in Swift, and no method.
__attribute__((swiftcall)) void clookup_with_room(
    CLOOKUP_ROOM, clookup_fill *_Nonnull body, const void *_Nullable captures, CLOOKUP_GENERIC);

/// What such a closure for an optional instance returns: an error, or whether there is an instance.
struct clookup_filled {
    const void *_Nullable error;
    bool is_filled;
};

typedef __attribute__((swiftcall)) struct clookup_filled clookup_fill_optional(
    void *_Nonnull room, __attribute__((swift_context)) const void *_Nullable captures);

/// The same for a result that is an optional of the type: it begins where its instance does.
__attribute__((swiftcall)) void clookup_with_optional_room(
    CLOOKUP_ROOM, clookup_fill_optional *_Nonnull body, const void *_Nullable captures, CLOOKUP_GENERIC);

/// The rest of a lookup that C does not end, in Swift, as methods of the container. They return the error, or null.
__attribute__((swiftcall)) const void *_Nullable clookup_obtain_in_swift(
    void *_Nonnull context, void *_Nonnull slot, uintptr_t left, const void *_Nonnull type, void *_Nonnull room,
    __attribute__((swift_context)) const void *_Nonnull container);
__attribute__((swiftcall)) const void *_Nullable clookup_obtain_apart_in_swift(
    void *_Nonnull context, void *_Nonnull slot, uintptr_t left, const void *_Nonnull type, void *_Nonnull room,
    __attribute__((swift_context)) const void *_Nonnull container);
__attribute__((swiftcall)) const void *_Nullable clookup_obtain_from_in_swift(
    void *_Nonnull context, void *_Nonnull slot, void *_Nonnull room, const struct clookup_request *_Nonnull request,
    uintptr_t left, bool isApart, __attribute__((swift_context)) const void *_Nonnull container);
#endif

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
