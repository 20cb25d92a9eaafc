// Memory for the result of a lookup: code that knows the type of the instance only as a value puts it there. The memory is
// the caller's own for the result, so nothing is moved.
//
// The functions are in C (CLookupResolve.h), because Swift has no name for the memory of a result.

/// Returns the instance that `body` puts into a room, or throws the error that it returns.
@safe
@usableFromInline
@_silgen_name("clookup_with_room")
func withRoom<T>(_ body: (UnsafeMutableRawPointer) -> ResolutionError?) throws(ResolutionError) -> T

/// Returns the instance that `body` puts into a room; nil: `body` returns false, because there is none.
@safe
@usableFromInline
func withOptionalRoom<T>(
    _ body: (UnsafeMutableRawPointer) throws(ResolutionError) -> Bool
) throws(ResolutionError) -> T? {
    try withRoomOfOptional { room in
        do throws(ResolutionError) {
            return OptionalRoom(error: nil, isFilled: try unsafe body(room))
        } catch {
            return OptionalRoom(error: error, isFilled: false)
        }
    }
}

@safe
@_silgen_name("clookup_with_optional_room")
private func withRoomOfOptional<T>(
    _ body: (UnsafeMutableRawPointer) -> OptionalRoom
) throws(ResolutionError) -> T?

/// What C needs to know of a room for an optional instance.
private struct OptionalRoom {
    let error: ResolutionError?
    let isFilled: Bool
}
