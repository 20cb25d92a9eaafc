// The memory of Swift types that code in C reads and writes: offsets in bytes, and values.
//
// `LookupLayoutTests` compares them with the types.

#ifndef CLOOKUP_LAYOUT_H
#define CLOOKUP_LAYOUT_H

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
    clookup_factory_offset = 48,
    // If it takes arguments, an `ArgumentBinding`: the type that identifies them.
    clookup_argument_type_offset = 88,
    // A table: the mask comes first, and the hints end where the table begins.
    clookup_flags_offset = 16,
    clookup_hint_mask_offset = 24,
    clookup_hinted_offset = 32,
    // Of a table of `KnownSlots`, in place of the slot of the entry before it.
    clookup_stamp_offset = 40,
    // The bits that the hashes of all keys have, in place of the slot of "anything".
    clookup_collisions_offset = 56,
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

#endif
