/// Memory for one instance, without an instance at first.
///
/// Code that is not specialised should not use it: its metadata would be looked up at each use.
@_rawLayout(like: T)
@usableFromInline
struct Room<T>: ~Copyable {
    @inlinable
    @inline(__always)
    init() {}

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
