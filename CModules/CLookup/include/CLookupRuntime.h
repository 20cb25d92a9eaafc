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
    // The value witness table of a type, by words.
    clookup_copy_witness = 2,
    clookup_size_witness = 8,
    clookup_flags_witness = 10,
};

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
