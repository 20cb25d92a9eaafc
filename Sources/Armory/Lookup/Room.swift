/// Memory for one instance, without an instance at first.
///
/// The code that puts an instance into it also moves it out again: the end of a room destroys nothing.
///
/// Code that is not specialised should not use it: its metadata would be looked up at each use.
///
/// It is laid out like a generic structure that holds one `T`, not like `T` itself. Some optimised code knows that `T` is
/// `Int.Type`, or a tuple with it. There, a raw layout like `T` has no bytes for the metatype, and a factory would write
/// outside of the room. In a generic structure, a metatype always has its word.
@_rawLayout(like: CollectionOfOne<T>)
@usableFromInline
struct Room<T>: ~Copyable {
    @inlinable
    @inline(__always)
    init() {}

    /// The address of the memory, which stays where it is: a value with raw layout is only used by its address, and its
    /// memory lasts as long as the variable.
    @inlinable
    @inline(__always)
    var address: UnsafeMutableRawPointer {
        mutating get {
            unsafe _withUnprotectedUnsafeMutablePointer(to: &self) { UnsafeMutableRawPointer($0) }
        }
    }
}

@available(*, unavailable, message: "It is on the stack of a thread.")
extension Room: Sendable {}
