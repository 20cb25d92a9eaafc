// The place of the current version. Readers take no lock; a writer waits until no reader can see the replaced version.
//
//     reader    pin the thread, load the address, copy or retain, unpin
//     writer    exchange the address, wait for the pinned threads, release the old version
//
// The pins are those of lookups: see `Pin`.

#if Configuration
public import Armory
public import Synchronization

/// A strong reference that threads read while one thread replaces it.
///
/// The reads are inlined into the client's module, where the type of the value is known: a copy by an unknown type costs
/// four times as much.
@frozen
@usableFromInline
struct VersionCell<Version: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of a retained object.
    @usableFromInline let word: Atomic<UInt>

    init(_ version: Version) {
        word = unsafe Atomic(UInt(bitPattern: Unmanaged.passRetained(version).toOpaque()))
    }

    deinit {
        // Relaxed: no other thread has the cell any more.
        unsafe Self.reference(word.load(ordering: .relaxed)).release()
    }

    @inlinable
    @inline(__always)
    static func reference(_ word: UInt) -> Unmanaged<Version> {
        // The cell never contains zero.
        unsafe .fromOpaque(UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped)
    }

    /// The current version.
    @inlinable
    @inline(__always)
    var version: Version {
        let pin = Pin()
        // Acquire: pairs with the exchange in `replace`, so the contents of the version are seen.
        let version = unsafe Self.reference(word.load(ordering: .acquiring)).takeUnretainedValue()
        pin.end()
        return version
    }

    /// Copies a part of the current version, without a reference to the version itself.
    ///
    /// - Parameter copy: Runs while the thread is pinned, so it must call no user code.
    @inlinable
    @inline(__always)
    func read<R>(_ copy: (borrowing Version) -> R) -> R {
        let pin = Pin()
        // Acquire: as in `version`.
        let result = unsafe Self.reference(word.load(ordering: .acquiring))._withUnsafeGuaranteedRef { copy($0) }
        pin.end()
        return result
    }

    /// Replaces the version, and returns the old one when no reader can retain it any more.
    ///
    /// One thread at a time calls it.
    func replace(with version: Version) -> Version {
        let new = unsafe UInt(bitPattern: Unmanaged.passRetained(version).toOpaque())
        // Acquire and release: pairs with the loads of readers, and with the exchange before.
        let old = word.exchange(new, ordering: .acquiringAndReleasing)
        ThreadRegistry.shared.waitForReaders()
        return unsafe Self.reference(old).takeRetainedValue()
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
