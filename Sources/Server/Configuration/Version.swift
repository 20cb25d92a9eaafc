// The versions of a value. A `Live` and the settings of a container have the current one behind a lock: readers retain it or copy its
// value, and a reload puts the next one in its place.

#if Configuration
internal import Armory

extension Guarded where Value: AnyObject & Sendable {
    /// The current version, which a reference to it keeps open.
    var version: Value { withLock { $0 } }

    /// Puts a version in place, and returns the old one.
    func replace(with version: Value) -> Value {
        withLock { current in
            defer { current = version }
            return current
        }
    }
}

/// A version of settings, or of an object created from them.
@usableFromInline
class AnyVersion: @unchecked Sendable {  // Immutable; subclasses have constants only.
}

/// A version with its value.
///
/// References to it count the users: the cell, each scope that has asked for it, each borrow, and each version that was
/// created from it. When the last one is released, the value is closed.
@usableFromInline
final class Version<Value: Sendable>: AnyVersion, @unchecked Sendable {  // Immutable.
    @usableFromInline let value: Value
    /// The version that the value was created from, whose value it may use until it is closed.
    private let source: AnyVersion?
    private let end: (@Sendable (_ source: AnyVersion?) -> Void)?

    /// - Parameters:
    ///   - source: The version that the value was created from; it is released after `end` has returned.
    ///   - end: Closes the value. If it closes it later, it keeps the source until then.
    init(_ value: Value, from source: AnyVersion? = nil, end: (@Sendable (_ source: AnyVersion?) -> Void)? = nil) {
        self.value = value
        self.source = source
        self.end = end
    }

    deinit { end?(source) }

    /// The version with its type.
    ///
    /// - Precondition: It is a version of such a value.
    static func of(_ version: AnyVersion) -> Version { unsafe unsafeDowncast(version, to: Version.self) }
}
#endif
