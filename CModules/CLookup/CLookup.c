#include "CLookupResolve.h"

#include "../CXXHash/shim.h"

_Static_assert(sizeof(uintptr_t) == 8, "Armory's tables have entries of two 64-bit words");

CLOOKUP_RARE uintptr_t clookup_search(uintptr_t table, uintptr_t key)
{
    const uintptr_t mask = *(const uintptr_t *)table;
    const uintptr_t hash = cxxhash_key(key) | *clookup_word((void *)table, clookup_collisions_offset);
    for (uintptr_t offset = hash & mask;; offset = (offset + clookup_entry_size) & mask) {
        const uintptr_t *const entry = (const uintptr_t *)(table + offset + clookup_entries_offset);
        // Acquire: pairs with the release in `RegistrationTable.insert`.
        const uintptr_t found = __atomic_load_n(entry, __ATOMIC_ACQUIRE);
        if (found == key) {
            // Acquire: pairs with the release in `RegistrationTable.insert` and `replace`.
            return __atomic_load_n(entry + 1, __ATOMIC_ACQUIRE);
        }
        if (found == 0) {
            return 0;
        }
    }
}

/// The table of a container.
static inline uintptr_t table_of(const void *container)
{
    // Acquire: pairs with the release in `Container.publish`.
    return __atomic_load_n(clookup_word(container, clookup_root_offset), __ATOMIC_ACQUIRE);
}

static inline uintptr_t state_of(uintptr_t slot)
{
    // Acquire: pairs with the releases that `Slot.state` names.
    return __atomic_load_n((const uintptr_t *)slot, __ATOMIC_ACQUIRE);
}

/// A slot and its state; slot 0: there is none.
struct found_slot {
    uintptr_t slot;
    uintptr_t state;
};

static inline struct found_slot with_state(uintptr_t slot)
{
    const struct found_slot found = {slot, slot == 0 ? clookup_missing : state_of(slot)};
    return found;
}

/// The slot that a `KnownSlots` has for a key, and its state.
static inline struct found_slot find_known(const void *known, uintptr_t key, uintptr_t number)
{
    // Acquire: pairs with the release in `KnownSlots.remember`.
    const uintptr_t table = __atomic_load_n(clookup_word(known, clookup_known_table_offset), __ATOMIC_ACQUIRE);
    const bool isValid = *clookup_word((void *)table, clookup_stamp_offset) == clookup_stamp(known);
    return with_state(isValid ? clookup_hinted_slot(table, key, number) : 0);
}

/// `clookup_find_inherited`, and the state of the slot.
static inline __attribute__((always_inline)) struct found_slot find_inherited(const void *container, uintptr_t key)
{
    const struct found_slot none = {0, clookup_missing};
    const uintptr_t own = table_of(container);
    if (__builtin_expect((*clookup_word((void *)own, clookup_flags_offset) & clookup_closed_flag) != 0, 0)) {
        return none;
    }
    const uintptr_t number = clookup_hint_number(key);
    const void *const traits = (const void *)*clookup_word(container, clookup_traits_offset);
    const void *const *ancestor = (const void *const *)*clookup_word(traits, clookup_ancestors_offset);
    for (uintptr_t left = *clookup_word(traits, clookup_searched_count_offset); left != 0; left--, ancestor++) {
        const struct found_slot found = with_state(clookup_hinted_slot(table_of(*ancestor), key, number));
        if (__builtin_expect(found.state == clookup_ready, 1)) {
            // The instance of a scope may be that of another scope than the container's.
            return *clookup_word(*ancestor, clookup_plan_offset) == 0 ? found : none;
        }
        switch (found.state) {
        case clookup_missing:
        case clookup_absent:
            continue;
        case clookup_transient:
        case clookup_arguments:
        case clookup_graph:
            // Made in the view of the container, from its own slot for the record.
            return with_state(clookup_slot(own, *clookup_word((void *)found.slot, clookup_record_offset)));
        default:
            return none;
        }
    }
    const void *const known = (const void *)*clookup_word(traits, clookup_known_offset);
    if (known == 0) {
        return none;
    }
    const struct found_slot found = find_known(known, key, number);
    return found.state == clookup_ready ? found : none;
}

uintptr_t clookup_find_inherited(const void *container, uintptr_t key)
{
    return find_inherited(container, key).slot;
}

CLOOKUP_RARE void *clookup_pin_slowly(void)
{
    void *const context = cplatform_slow_thread_pointer;
    if (__builtin_expect(context != NULL, 1)) {
        // Sequentially consistent: as in `ThreadContext.pinWithFence`.
        (void)__atomic_exchange_n(clookup_word(context, -clookup_record_size), 1, __ATOMIC_SEQ_CST);
        return context;
    }
    return clookup_pin_in_swift();
}

bool clookup_is_on_path(void *context, void *slot, uintptr_t top)
{
    // Relaxed: the thread itself stored them.
    const uintptr_t base = __atomic_load_n(
        clookup_word(context, clookup_path_base_offset - clookup_record_size), __ATOMIC_RELAXED);
    for (uintptr_t entry = base; entry < top; entry += clookup_path_stride) {
        if (__atomic_load_n((const uintptr_t *)entry, __ATOMIC_RELAXED) == (uintptr_t)slot) {
            return true;
        }
    }
    return false;
}

bool clookup_fits_path(void *context, void *slot)
{
    // Relaxed: the thread itself stored it.
    const uintptr_t top = __atomic_load_n(
        clookup_word(context, clookup_path_top_offset - clookup_record_size), __ATOMIC_RELAXED);
    return top < *clookup_word(context, clookup_path_end_offset) && !clookup_is_on_path(context, slot, top);
}

struct clookup_path_entry clookup_enter(void *context, void *slot)
{
    struct clookup_path_entry entry = clookup_next_entry(context);
    if (__builtin_expect(clookup_is_blocked(context, slot, entry), 0)) {
        entry.top = 0;
        return entry;
    }
    clookup_push(context, slot, entry);
    clookup_unpin(context);
    return entry;
}

uintptr_t clookup_copy_words(uintptr_t cell, uintptr_t *room)
{
    const uintptr_t size = *clookup_word((void *)cell, clookup_size_offset);
    for (uintptr_t offset = 8; offset < size; offset += 8) {
        *clookup_word(room, offset) = *clookup_word((void *)cell, clookup_words_offset + offset);
    }
    return cell;
}

CLOOKUP_RARE uintptr_t clookup_keep_error(void *context, const void *error, uintptr_t marks)
{
    *clookup_word(context, clookup_error_offset) = (uintptr_t)error;
    *clookup_word(context, clookup_error_marks_offset) = marks;
    return clookup_threw;
}

void clookup_end_resolve(void *context)
{
    if (!clookup_is_nested(context)) {
        clookup_end_graph(context);
    }
}

/// `clookup_fits_path`, but the caller need not save its registers for it.
CLOOKUP_RARE __attribute__((noinline)) static bool fits_path(void *context, void *slot)
{
    return clookup_fits_path(context, slot);
}

/// `clookup_is_blocked`, with `fits_path`.
static inline bool is_blocked(void *context, void *slot, struct clookup_path_entry entry)
{
    return cplatform_stack_pointer() < *clookup_word(context, clookup_stack_limit_offset)
           || (__builtin_expect((entry.marks | clookup_mark(slot)) == entry.marks, 0) && !fits_path(context, slot));
}

/// Lets the caller throw an error of the library, if there is one.
static inline void throw_if(const void *error, const void **thrown, void **isThrown)
{
    if (error != 0) {
        *thrown = error;
        *isThrown = (void *)1;
    }
}

/// Throws the error of a factory as the library's error with the path to it; returns what the caller's error is then.
///
/// The error goes in and out as a value: so it stays in the register that Swift has for it.
__attribute__((cold, noinline)) static void *throw_thrown(
    void *context, uintptr_t marks, const void **thrown, const void *container, void *factorysError)
{
    void *isThrown = 0;
    const uintptr_t left = clookup_keep_error(context, factorysError, marks);
    // Swift reads only the context then: the addresses of the slot, of the type and of the room stand for none.
    throw_if(clookup_obtain_in_swift(context, context, left, context, context, container), thrown, &isThrown);
    return isThrown;
}

/// Ends a lookup of a key that the container's own table does not have.
__attribute__((swiftcall, noinline)) static void obtain_inherited(CLOOKUP_ROOM, void *context, CLOOKUP_GENERIC);

/// The same for code that may not have the resolver of a factory.
__attribute__((swiftcall, noinline)) static void obtain_inherited_apart(CLOOKUP_ROOM, void *context, CLOOKUP_GENERIC);

/// Makes the instance of a transient, or lets another function end the lookup.
///
/// - Parameter request: The arguments for the factory, or null.
static inline __attribute__((always_inline)) void obtain(
    void *room, const struct clookup_found found, const struct clookup_request *request, bool isApart, const void *type,
    const void **thrown, const void *container, void **error)
{
    void *const context = found.context;
    const uintptr_t state = request != 0 ? clookup_arguments : clookup_transient;
    if (__builtin_expect(found.state == state, 1) && !(isApart && clookup_is_apart(context))
        && (request == 0 || clookup_takes(found.slot, (uintptr_t)request->argument_type))) {
        const struct clookup_path_entry entry = clookup_next_entry(context);
        if (__builtin_expect(!is_blocked(context, found.slot, entry), 1)) {
            // Volatile: they go into memory, by one store each. Registers for them would have to be saved and restored.
            const void *volatile keptContainer = container;
            const void **volatile keptThrown = thrown;
            clookup_push(context, found.slot, entry);
            clookup_unpin(context);
            // `error` is null before, as Swift's callers leave it: so its register goes from caller to factory and back as it is.
            if (request != 0) {
                clookup_try_from(found.slot, room, container, request->arguments, error);
            } else {
                clookup_try(found.slot, room, container, error);
            }
            if (__builtin_expect(*error != 0, 0)) {
                *error = throw_thrown(context, entry.marks, keptThrown, keptContainer, *error);
            } else {
                clookup_leave_innermost(context, entry.marks);
            }
            return;
        }
    }
    if (__builtin_expect(found.state == clookup_missing, 0) && request == 0) {
        (isApart ? obtain_inherited_apart : obtain_inherited)(room, context, type, thrown, container, error);
        return;
    }
    throw_if(
        request != 0 ? clookup_obtain_from_in_swift(context, found.slot, room, request, found.state, isApart, container)
        : isApart ? clookup_obtain_apart_in_swift(context, found.slot, found.state, type, room, container)
                  : clookup_obtain_in_swift(context, found.slot, found.state, type, room, container),
        thrown, error);
}

/// Ends a lookup of a key that the container's own table does not have.
static inline __attribute__((always_inline)) void search_ancestors(
    void *room, void *context, bool isApart, const void *type, const void **thrown, const void *container, void **error)
{
    const struct found_slot found = find_inherited(container, (uintptr_t)type);
    if (__builtin_expect(found.state == clookup_ready, 1)) {
        clookup_copy_aligned(type, room, clookup_word((void *)found.slot, clookup_cell_offset));
        clookup_unpin(context);
    } else if (found.slot != 0) {
        (isApart ? clookup_obtain_apart : clookup_obtain)(
            room, context, (void *)found.slot, found.state, type, thrown, container, error);
    } else {
        // Swift does not read the slot.
        throw_if(
            isApart ? clookup_obtain_apart_in_swift(context, context, clookup_missing, type, room, container)
                    : clookup_obtain_in_swift(context, context, clookup_missing, type, room, container),
            thrown, error);
    }
}

// Separate functions, so that a transient's lookup has few registers to save.

__attribute__((swiftcall, noinline)) static void obtain_inherited(CLOOKUP_ROOM, void *context, CLOOKUP_GENERIC)
{
    search_ancestors(room, context, false, type, thrown, container, error);
}

__attribute__((swiftcall, noinline)) static void obtain_inherited_apart(CLOOKUP_ROOM, void *context, CLOOKUP_GENERIC)
{
    search_ancestors(room, context, true, type, thrown, container, error);
}

__attribute__((swiftcall)) void clookup_obtain(
    CLOOKUP_ROOM, void *context, void *slot, uintptr_t state, CLOOKUP_GENERIC)
{
    const struct clookup_found found = {context, slot, state};
    obtain(room, found, 0, false, type, thrown, container, error);
}

__attribute__((swiftcall)) void clookup_obtain_apart(
    CLOOKUP_ROOM, void *context, void *slot, uintptr_t state, CLOOKUP_GENERIC)
{
    const struct clookup_found found = {context, slot, state};
    obtain(room, found, 0, true, type, thrown, container, error);
}

__attribute__((swiftcall)) void clookup_resolve(CLOOKUP_ROOM, CLOOKUP_GENERIC)
{
    const struct clookup_found found = clookup_find(container, (uintptr_t)type);
    if (found.state == clookup_ready) {
        clookup_copy_aligned(type, room, clookup_word(found.slot, clookup_cell_offset));
        clookup_unpin(found.context);
        return;
    }
    obtain(room, found, 0, false, type, thrown, container, error);
}

__attribute__((swiftcall)) void clookup_resolve_from(
    CLOOKUP_ROOM, const struct clookup_request *request, CLOOKUP_GENERIC)
{
    __builtin_assume(request != 0);
    obtain(room, clookup_find(container, (uintptr_t)type), request, false, type, thrown, container, error);
}

__attribute__((swiftcall)) void clookup_resolve_apart_from(
    CLOOKUP_ROOM, const struct clookup_request *request, CLOOKUP_GENERIC)
{
    __builtin_assume(request != 0);
    obtain(room, clookup_find(container, (uintptr_t)type), request, true, type, thrown, container, error);
}

__attribute__((swiftcall)) void clookup_with_room(
    CLOOKUP_ROOM, clookup_fill *body, const void *captures, CLOOKUP_GENERIC)
{
    (void)type, (void)container;
    throw_if(body(room, captures), thrown, error);
}

__attribute__((swiftcall)) void clookup_with_optional_room(
    CLOOKUP_ROOM, clookup_fill_optional *body, const void *captures, CLOOKUP_GENERIC)
{
    (void)container;
    const struct clookup_filled filled = body(room, captures);
    if (filled.error == 0) {
        clookup_complete_optional(type, room, filled.is_filled);
    }
    throw_if(filled.error, thrown, error);
}
