/// Memory for one instance, without an instance at first.
///
/// The code that puts an instance into it also moves it out again: the end of a room destroys nothing.
///
/// Code that is not specialised should not use it: its metadata would be looked up at each use.
@_rawLayout(like: T)
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
