// Swift's runtime: how the instances of a type are laid out and copied, whether it conforms to a protocol, and weak references.
// Swift's stable ABI defines the layouts.

#ifndef CLOOKUP_RUNTIME_H
#define CLOOKUP_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    // The first word of a type's metadata tells its kind: other words than these are that of an existential type, or other kinds.
    // A class has 0, or on Darwin the address of its metaclass, which is greater than every kind.
    clookup_existential_kind = 0x303,
    clookup_last_kind = 0x7FF,
    // The second word of an existential type: one protocol with a witness table, and the instance may be of any type.
    clookup_one_protocol = 0x80000001,
    // The value witness table of a type, by words.
    clookup_copy_buffer_witness = 0,
    clookup_destroy_witness = 1,
    clookup_copy_witness = 2,
    clookup_store_tag_witness = 7,
    clookup_size_witness = 8,
    clookup_flags_witness = 10,
};

/// Retains an object; returns it.
#if defined(__APPLE__)
#define clookup_retain swift_unknownObjectRetain
#else
#define clookup_retain swift_retain
#endif
void *_Nonnull clookup_retain(void *_Nonnull object);

/// The value witness table of a type: it comes before the type's metadata.
static inline const uintptr_t *_Nonnull clookup_witnesses(const void *_Nonnull type)
{
    return ((const uintptr_t *const *)type)[-1];
}

/// Copies an instance of a type into memory that has none.
static inline void clookup_copy(const void *_Nonnull type, void *_Nonnull room, void *_Nonnull instance)
{
    typedef void *(*copy)(void *, void *, const void *);
    ((copy)clookup_witnesses(type)[clookup_copy_witness])(room, instance, type);
}

/// Destroys an instance of a type. The memory is uninitialised afterwards.
static inline void clookup_destroy(const void *_Nonnull type, void *_Nonnull instance)
{
    typedef void (*destroy)(void *, const void *);
    ((destroy)clookup_witnesses(type)[clookup_destroy_witness])(instance, type);
}

/// The witnesses of a type's conformance to a protocol, which is given by its descriptor, or null.
const void *_Nullable swift_conformsToProtocol(const void *_Nonnull type, const void *_Nonnull protocol);

/// Whether a type, which is given by its metadata, conforms to a protocol.
static inline bool clookup_conforms(const void *_Nonnull type, const void *_Nonnull protocol)
{
    return swift_conformsToProtocol(type, protocol) != 0;
}

/// The size of an instance of a type, in bytes.
static inline uintptr_t clookup_type_size(const void *_Nonnull type)
{
    return clookup_witnesses(type)[clookup_size_witness];
}

/// The alignment of a type, in bytes.
static inline uintptr_t clookup_type_alignment(const void *_Nonnull type)
{
    return (clookup_witnesses(type)[clookup_flags_witness] & 0xFF) + 1;
}

/// Copies an instance into memory that has none: as `clookup_copy`, and faster for a class and for an `any P`, which most are.
///
/// - Parameter instance: The first word of the memory that an alignment of one word has; a greater one skips some words.
static inline void clookup_copy_aligned(const void *_Nonnull type, uintptr_t *_Nonnull room, uintptr_t *_Nonnull instance)
{
    const uintptr_t kind = *(const uintptr_t *)type;
    if (__builtin_expect(
            kind == clookup_existential_kind && (uint32_t)((const uintptr_t *)type)[1] == clookup_one_protocol, 1)) {
        // Three words for the value or for its box, then its type and the witness table.
        const void *const dynamic = (const void *)instance[3];
        room[3] = instance[3];
        room[4] = instance[4];
        typedef void *(*copy)(void *, void *, const void *);
        ((copy)clookup_witnesses(dynamic)[clookup_copy_buffer_witness])(room, instance, dynamic);
    } else if (kind - 1 >= clookup_last_kind) {
        room[0] = (uintptr_t)clookup_retain((void *)instance[0]);
    } else {
        const uintptr_t last = clookup_type_alignment(type) - 1;
        clookup_copy(type, room, (void *)(((uintptr_t)instance + last) & ~last));
    }
}

/// Completes an optional of a type, in whose memory there is an instance of the type, or none.
static inline void clookup_complete_optional(const void *_Nonnull type, void *_Nonnull optional, bool isFilled)
{
    typedef void (*store_tag)(void *, unsigned tag, unsigned emptyCases, const void *);
    ((store_tag)clookup_witnesses(type)[clookup_store_tag_witness])(optional, isFilled ? 0 : 1, 1, type);
}

/// A strong reference to the object of a weak one, or null.
#if defined(__APPLE__)
#define clookup_load_weak swift_unknownObjectWeakLoadStrong
#else
#define clookup_load_weak swift_weakLoadStrong
#endif
void *_Nullable clookup_load_weak(void *_Nonnull weak);

#ifdef __cplusplus
}
#endif

#endif
