// The cell of one registration in one container: its state, its binding and, if it keeps one, its
// instance.
//
//     +---------+---------+---------+---------+----------------------------------+
//     | state   | binding | number  | order   | instance, or the cell of a       |
//     |         |   +1    |         |         | weakly shared one                |
//     +---------+---------+---------+---------+----------------------------------+
//     0         8         16        24        32 (rounded up to the alignment)
//
// A slot whose lifetime keeps no instance ends after the number. The order is the number of instances that its
// container had kept when this one became ready: the container releases its instances in reverse order. A slot with a
// custom lifetime has the address of a `CustomStore` (+1) right after the number; the store's slots are in no table.
//
// The number counts the slots of a container and also identifies the container (see ContainerDirectory). Resolved lists
// are sorted by it. The mark is one bit, that of the number modulo 64, so slots that were created one after the other
// have different marks. The thread's path keeps the marks of its slots (see ThreadContext).
//
//     state        lifetime           meaning
//     empty        kept (below)       the instance has not been created
//     fresh        singleton, scoped  as empty, and only the factory is needed to create it: the fast path may be used
//     ready        singleton, scoped, the instance is in the slot, until the container closes or releases it
//                  custom
//     weak         shared             the slot holds a cell that refers weakly to the latest instance
//     transient    transient          the factory creates a new instance; nothing else is needed
//     graph        graph              the thread's arena has it, or the factory creates it; nothing else is needed
//     arguments    transient          as transient, with run-time arguments
//     guarded      transient, graph   as those two, but with injections, in a container that builds one at a time, or
//                                     where a container with overrides has to report the resolves
//     absent       any                nothing is registered: the binding is that of a removed registration, a promise's,
//                                     or that of a site whose slot was exchanged
//     scoped       scoped             the registration; each scope's container has a separate slot for the instance
//     custom       custom             the registration; its store has a slot for the instance of each place
//     closed       kept               the instance is in the slot, and its hooks run or have run; or a seed is coming
//     awaited      kept               a task is creating the instance: see TaskWaits
//     reported     any                as the record behind it, whose resolves are reported to subscribers
//     a pointer    kept               a `Build` (+1) is creating the instance; bit 0: another thread watches it;
//                                     bit 1: no `Build`, but the `ThreadNode` (+0) of a thread on the fast path
//
// Kept instances are singletons, shared ones, scoped ones in the slots of their scopes' containers, and custom ones in
// the slots of their stores.
//
// The slow path makes an instance. If the factory throws, the slot returns to the state before the claim:
//
//                              claim                 finish
//     empty | fresh | weak -----------> building(B) -----------> ready | weak
//               ^                        |      |                    ^
//               |          throw         |      | another thread     |
//               +------------------------+      v wants it           |
//               +--------------------------- watched(B) -------------+
//
// A thread claims `weak` when the latest instance was released. The fast path makes an instance:
//
//     fresh --begin--> ThreadNode | 2 --end--> ready | fresh
//                         | another thread wants it, or an instance that it holds or an injection is unfinished: turned
//                         v into a build, under the wait-for graph's lock
//                      watched(B)
//
//     empty | weak --a task claims--> awaited --publish--> building(B) --> ready | weak
//                                     |     ^                   |
//                                     |     +------ throw ------+
//                                     +-- fail --> the state before
//
//     empty --a seed is put--> closed --> ready
//     ready --its hooks are called, or its end is reported--> closed
//     ready | closed --its scope ends, and the next scope uses the slot--> fresh | empty
//     graph | guarded | empty | fresh | weak --a site takes another type--> absent
//     weak --a site finds the instance alive--> absent --> weak
//
// A slot that begins in another state (transient, arguments, scoped, custom, reported, absent) never leaves it.
//
// Orderings. The state is stored with release and loaded with acquire: a thread that sees `ready` sees the whole
// instance. Nothing else publishes it: every reader loads the state before the instance, which double-checked locking
// on a plain field does not guarantee. `building` is entered by compare-and-exchange, so there is only one builder.
// The builder also leaves it by compare-and-exchange, which fails if bit 0 was set meanwhile. Then the builder leaves
// under the wait-for graph's lock and wakes the waiting threads. Bit 0 is set only under that lock, so a build that was
// read under the lock stays alive until the lock is released.

public import Synchronization

/// The values of a slot's state word, except the address of a build.
///
/// A value is less than `clookup_missing` in CLookup.h, which is 32: that and the next values tell what a resolve has
/// left to do, in the same word.
@usableFromInline
package enum SlotState: Sendable {
    @usableFromInline package static let empty: UInt = 0
    @usableFromInline package static let ready: UInt = 1
    @usableFromInline package static let weak: UInt = 3
    @usableFromInline package static let transient: UInt = 2
    @usableFromInline package static let graph: UInt = 4
    @usableFromInline package static let arguments: UInt = 5
    package static let guarded: UInt = 6
    @usableFromInline package static let absent: UInt = 7
    package static let scoped: UInt = 8
    package static let custom: UInt = 9
    package static let closed: UInt = 10
    @usableFromInline package static let fresh: UInt = 11
    package static let awaited: UInt = 12
    /// The slot has no instance: each resolve goes on to the record behind this one and notifies subscribers.
    @usableFromInline package static let reported: UInt = 13

    /// Whether a lookup goes on to another slot.
    static func isElsewhere(_ state: UInt) -> Bool { state == absent || state == scoped }

    /// Whether the state is a pointer: builds are in allocated memory, which never has an address below 4096.
    package static func isBuild(_ state: UInt) -> Bool { state >= 4096 }
    package static let watched: UInt = 1
    /// Whether a thread is creating the instance by the fast path.
    static func isLight(_ state: UInt) -> Bool { state >= 4096 && state & light != 0 }
    static let light: UInt = 2
}

/// The address of a slot.
@unsafe
@usableFromInline
package struct Slot {
    @usableFromInline package let address: UnsafeMutableRawPointer

    @inlinable
    @inline(__always)
    package init(_ address: UnsafeMutableRawPointer) {
        unsafe self.address = address
    }

    /// The slot as a word, for the path, hazards and the graph.
    @inlinable
    @inline(__always)
    package var identifier: UInt { UInt(bitPattern: unsafe address) }

    @inlinable
    @inline(__always)
    package init(identifier: UInt) {
        unsafe address = UnsafeMutableRawPointer(bitPattern: identifier).unsafelyUnwrapped
    }

    /// The state, with acquire: pairs with every release of the state, first of all those in `leave(for:)`, `leaveLight`,
    /// `leaveUnwatched` and `leaveWatched`, which publish an instance.
    @inlinable
    @inline(__always)
    package var state: UInt {
        unsafe stateWord.pointee.load(ordering: .acquiring)
    }

    @inlinable
    @inline(__always)
    var stateWord: UnsafeMutablePointer<Atomic<UInt>> {
        unsafe address.assumingMemoryBound(to: Atomic<UInt>.self)
    }

    /// The slot's number in its container, and the container's index in `ContainerDirectory`.
    ///
    /// A slot that replaces another one has the number of that one.
    @inlinable
    @inline(__always)
    package var number: UInt {
        unsafe address.load(fromByteOffset: 16, as: UInt.self)
    }

    /// The address of an instance of the type in the slot.
    @inlinable
    @inline(__always)
    package func instance<T>(as type: T.Type) -> UnsafeMutablePointer<T> {
        unsafe (address + SlotLayout.instanceOffset(alignment: MemoryLayout<T>.alignment))
            .assumingMemoryBound(to: T.self)
    }

    /// Lends the binding.
    @inlinable
    @inline(__always)
    package func withBinding<R>(_ body: (Binding) throws -> R) rethrows -> R {
        // The slot is on the thread's path or the thread is pinned, so the slot and its binding stay alive.
        try unsafe Unmanaged<Binding>.fromOpaque(address.load(fromByteOffset: 8, as: UnsafeRawPointer.self))
            ._withUnsafeGuaranteedRef(body)
    }

    /// The order, written before the state becomes `ready` and read after that; 0: there has been no instance.
    package var order: UInt {
        get { unsafe address.load(fromByteOffset: 24, as: UInt.self) }
        nonmutating set { unsafe address.storeBytes(of: newValue, toByteOffset: 24, as: UInt.self) }
    }

    @usableFromInline package var binding: Binding {
        unsafe Unmanaged<Binding>.fromOpaque(
            address.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
        ).takeUnretainedValue()
    }

    /// The binding's identity, without a retain.
    package var bindingIdentifier: ObjectIdentifier {
        unsafe unsafeBitCast(address.load(fromByteOffset: 8, as: UInt.self), to: ObjectIdentifier.self)
    }

    /// Whether the slot has the only reference to the binding.
    package var holdsBindingAlone: Bool {
        unsafe isKnownUniquelyReferenced(&(address + 8).assumingMemoryBound(to: Binding.self).pointee)
    }
}

@available(*, unavailable, message: "Threads that protect it alone may hold a slot.")
extension Slot: Sendable {}

// MARK: Making and freeing

extension Slot {
    /// Allocates a slot for the binding.
    ///
    /// The table that the slot is put into publishes it.
    package static func allocate(_ binding: Binding, state: UInt, number: UInt) -> Slot {
        let storesInstance = state == SlotState.empty || state == SlotState.fresh || state == SlotState.ready
        let layout = unsafe storesInstance ? InstanceType(binding.instanceType) : nil
        let (size, alignment) = unsafe (layout?.size ?? 0, layout?.alignment ?? 1)
        // The caller writes the store's word, and the instance of a slot that is ready.
        let bytes =
            storesInstance
            ? SlotLayout.instanceOffset(alignment: alignment) + max(size, 8) : state == SlotState.custom ? 32 : 24
        let address = UnsafeMutableRawPointer.allocate(
            byteCount: bytes, alignment: max(16, alignment))
        let slot = unsafe Slot(address)
        unsafe address.initializeMemory(as: Atomic<UInt>.self, to: Atomic(state))
        unsafe address.storeBytes(
            of: Unmanaged.passRetained(binding).toOpaque(), toByteOffset: 8,
            as: UnsafeMutableRawPointer.self)
        unsafe address.storeBytes(of: number, toByteOffset: 16, as: UInt.self)
        if storesInstance { unsafe slot.order = 0 }
        if storesInstance && binding.lifetime == .shared {
            unsafe slot.cellWord.initialize(to: Atomic(0))
        }
        Census.begin(.slot)
        return unsafe slot
    }

    /// Frees the slot, and releases its instance and its binding.
    ///
    /// No thread may use the slot, and its instance must not be in creation.
    package func deallocate() {
        let binding = unsafe binding
        switch unsafe state {
        case SlotState.ready, SlotState.closed:
            unsafe destroyInstance()
        case SlotState.weak:
            unsafe Unmanaged<SharedCell>(word: cellWord.pointee.load(ordering: .relaxed))?.release()
        case SlotState.custom:
            unsafe storeWord.pointee.release()
        default:
            break
        }
        unsafe Unmanaged.passUnretained(binding).release()
        unsafe address.deallocate()
        Census.end(.slot)
    }
}

extension UnsafeMutablePointer {
    /// Calls `body` with the value, which stays in memory.
    ///
    /// Other threads may read the value at the same time. The caller keeps the memory alive for the call.
    ///
    /// The value must not be moved out and forgotten, although that saves the retain too. Moving copies the bits only
    /// where the type allows it. A struct that has a `weak` field does not: taking a weak reference sets the source to
    /// nil, so the next reader would find nil, and two readers would race. A read through ``Lent`` takes nothing. It
    /// does what a read of a stored `let` does, which is right for every type on any number of threads. It loads a weak
    /// reference, and projects an existential, where it is in memory. A compiler that copies the value nevertheless, as
    /// in a debug build, retains the copy and releases it. So the optimizer decides about the cost, and never about the
    /// result.
    @inlinable
    @inline(__always)
    package func lend<R, E: Error>(_ body: (borrowing Pointee) throws(E) -> R) throws(E) -> R {
        // A struct with one stored property has the layout of that property.
        try unsafe UnsafeRawPointer(self).assumingMemoryBound(to: Lent<Pointee>.self).pointee.lend(body)
    }
}

/// A value that is read without a copy.
///
/// `pointee` copies a copyable value before a call, and borrows this one.
@usableFromInline
struct Lent<T>: ~Copyable {
    @usableFromInline let value: T

    @inlinable
    @inline(__always)
    borrowing func lend<R, E: Error>(_ body: (borrowing T) throws(E) -> R) throws(E) -> R {
        try body(value)
    }
}

@available(*, unavailable, message: "The pointer's owner decides which threads read the value.")
extension Lent: Sendable {}

// MARK: The weakly shared instance

extension Slot {
    /// The address of a `SharedCell` (+1), or 0.
    @inlinable
    @inline(__always)
    var cellWord: UnsafeMutablePointer<Atomic<UInt>> {
        unsafe (address + 32).assumingMemoryBound(to: Atomic<UInt>.self)
    }

    /// The instance of a slot whose state is `weak`, or nil if it was released.
    ///
    /// The thread must be pinned.
    package func loadShared<T>(as type: T.Type) -> T? {
        // Acquire: pairs with the release in `exchangeCell`.
        let cell = unsafe cellWord.pointee.load(ordering: .acquiring)
        let pointer = unsafe UnsafeRawPointer(bitPattern: cell).unsafelyUnwrapped
        return unsafe Unmanaged<SharedCell>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.load(as: type) }
    }

    /// Stores a new cell and returns the old one, which the caller retires; 0 if there was none.
    func exchangeCell(_ cell: SharedCell) -> UInt {
        let address = unsafe Unmanaged.passRetained(cell).word
        // Release: the cell is whole; pairs with the acquire in `loadShared`. Acquire: the old one is freed next.
        return unsafe cellWord.pointee.exchange(address, ordering: .acquiringAndReleasing)
    }
}

extension Slot {
    /// The address of the store (+1) of a slot with a custom lifetime.
    var storeWord: UnsafeMutablePointer<Unmanaged<AnyObject>> {
        unsafe (address + 24).assumingMemoryBound(to: Unmanaged<AnyObject>.self)
    }
}
