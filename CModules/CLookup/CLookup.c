#include "CLookup.h"

_Static_assert(sizeof(uintptr_t) == 8, "Armory's tables have entries of two 64-bit words");

CLOOKUP_RARE uintptr_t clookup_search(uintptr_t table, uintptr_t key, uintptr_t hash)
{
    const uintptr_t mask = *(const uintptr_t *)table;
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

__attribute__((swiftcall)) void clookup_obtain(
    void *context, void *slot, void *room, const void *container, const void *type, uintptr_t state,
    CLOOKUP_THROWS(none, error))
{
    (void)none;
    // Volatile: it goes into memory, by one store. A register for it would have to be saved and restored.
    const void *volatile kept = container;
    const struct clookup_path_entry entry = clookup_next_entry(context);
    // As `clookup_is_blocked`.
    if (__builtin_expect(
            state == clookup_transient && cplatform_stack_pointer() >= *clookup_word(context, clookup_stack_limit_offset)
                && (__builtin_expect((entry.marks | clookup_mark(slot)) != entry.marks, 1) || fits_path(context, slot)),
            1)) {
        clookup_push(context, slot, entry);
        clookup_unpin(context);
        // `error` is null before, as Swift's callers leave it: so its register goes from caller to factory and back as it is.
        clookup_try(slot, room, container, error);
        if (__builtin_expect(clookup_end_making(context, entry.marks, *error) != clookup_made, 0)) {
            *error = 0;
            clookup_throw_in_swift(context, kept, error);
        }
        return;
    }
    clookup_obtain_in_swift(context, slot, room, type, state, kept, error);
}
