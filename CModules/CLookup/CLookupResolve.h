#ifndef CLOOKUP_RESOLVE_H
#define CLOOKUP_RESOLVE_H

#include "CLookup.h"

// These functions are declared in Swift as methods of the container that return an instance of any type: it comes into the memory of
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
