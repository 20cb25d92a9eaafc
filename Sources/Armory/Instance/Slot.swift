// The cell of one registration in one container: its state, its binding and, for a singleton, its instance.
//
//     +---------+---------+---------+---------+----------------------------------+
//     | state   | binding | number  | order   | instance, or the cell of a       |
//     |         |   +1    |         |         | weakly shared one                |
//     +---------+---------+---------+---------+----------------------------------+
//     0         8         16        24        32 (rounded up to the alignment)
//
// A slot whose lifetime keeps nothing ends after the number. The order says how many instances its container had kept
// when this one became ready: the container lets go of them in the opposite order. One with a custom lifetime has the
// address of an `InstanceStore` (+1) right after the number; the store's slots stand in no table.
//
// The number counts the slots of a container, which it names too (see ContainerDirectory); it is the slot's place in
// lists. The mark is one bit, that of the number modulo 64, so the marks of slots that were made one after the other
// differ: it is what the thread's path remembers of the slot (see ThreadContext).
//
//     state        lifetime           meaning
//     empty        kept (below)       nobody has made the instance
//     fresh        singleton, scoped  as empty, and a factory alone makes it: the fast way is open
//     ready        singleton, scoped  the instance lies in the slot and stays there
//     weak         shared             the slot holds a cell that refers weakly to the latest instance
//     transient    transient          the factory makes a new one; nothing else is to be done
//     graph        graph              the thread's arena has it, or the factory makes it; nothing else
//     arguments    transient          as transient, with run-time arguments
//     guarded      transient, graph   as above, but with injections, or in a container that builds one at a time
//     absent       any                the registration was removed; its binding tells what it was
//     scoped       scoped             the registration; each scope's container has a slot of its own for the instance
//     custom       custom             the registration; its store has a slot for the instance of each place
//     closed       kept               the instance lies in the slot, and its container has ended: it is closed or about to be
//     awaited      kept               a task is making the instance: see TaskWaits
//     a pointer    kept               a `Build` (+1) is making the instance; bit 0: another thread watches it; bit 1: it is no
//                                     `Build` but the `Resolution` (+0) of the thread that makes it by the fast way
//
// Kept are singletons, shared instances, scoped ones in the slots of their scopes' containers, and custom ones in the slots
// of their stores.
//
//                      claim                    finish
//            empty ------------> building(B) ------------> ready | weak
//              ^   <------------      |                          |
//              |        throw         | another thread           | the instance died: claim
//              |                      v wants it                 v
//              +---------------- watched(B) <------------- building(B)
//
//     fresh --begin--> Resolution | 2 --end--> ready | fresh
//                         | somebody wants it: turned into a build, under the wait-for graph's lock
//                         v
//                      watched(B)
//
// Orderings. The state is stored with release and loaded with acquire: who sees `ready` sees the whole instance.
// That is all the publication there is; no reader looks at the instance before the state, which is what
// double-checked locking on a plain field gets wrong. `building` is entered by compare-and-exchange, so there is
// one builder. The builder leaves it by compare-and-exchange as well, which fails when bit 0 was set meanwhile:
// then it leaves under the wait-for graph's lock and wakes who waits. Whoever sets bit 0 holds that lock, so a
// build that was read under the lock stays alive until it is released.

public import Synchronization

/// What a slot's state word says when it is not the address of a build.
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
    /// There is no instance here: each resolve leads to the record behind this one, and is told.
    @usableFromInline package static let told: UInt = 13

    /// Whether the instance is not had from the slot itself.
    static func isElsewhere(_ state: UInt) -> Bool { state == absent || state == scoped }

    /// Builds are allocated memory, which never begins this low.
    package static func isBuild(_ state: UInt) -> Bool { state >= 4096 }
    package static let watched: UInt = 1
    /// Whether a thread makes the instance by the fast way.
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

    /// The slot as a word: on the path, in hazards, in the graph.
    @inlinable
    @inline(__always)
    package var identifier: UInt { UInt(bitPattern: unsafe address) }

    @inlinable
    @inline(__always)
    package init(identifier: UInt) {
        unsafe address = UnsafeMutableRawPointer(bitPattern: identifier).unsafelyUnwrapped
    }

    /// The state, with acquire: pairs with the release in `Slot.leave` and `Slot.store`.
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

    @inlinable
    @inline(__always)
    package var mark: UInt {
        // Modulo 64.
        unsafe 1 &<< number
    }

    /// How many slots its container had made before, or before the one in whose place it is; and the container.
    @inlinable
    @inline(__always)
    package var number: UInt {
        unsafe address.load(fromByteOffset: 16, as: UInt.self)
    }

    /// Where an instance of the type lies.
    @inlinable
    @inline(__always)
    package func instance<T>(as type: T.Type) -> UnsafeMutablePointer<T> {
        unsafe (address + SlotLayout.instanceOffset(alignment: MemoryLayout<T>.alignment))
            .assumingMemoryBound(to: T.self)
    }

    /// Lends the binding, whose type the key has shown.
    @inlinable
    @inline(__always)
    package func withBinding<B: AnyBinding, R, E: Error>(
        _ type: B.Type, _ body: (B) throws(E) -> R
    ) throws(E) -> R {
        // The slot is on the thread's path or the thread is pinned, so the slot and its binding stay.
        let binding = unsafe Unmanaged<B>.fromOpaque(
            address.load(fromByteOffset: 8, as: UnsafeRawPointer.self))
        let result: Result<R, E> = unsafe binding._withUnsafeGuaranteedRef { binding in
            do throws(E) {
                return .success(try body(binding))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Written before the state says `ready`, read after.
    package var order: UInt {
        get { unsafe address.load(fromByteOffset: 24, as: UInt.self) }
        nonmutating set { unsafe address.storeBytes(of: newValue, toByteOffset: 24, as: UInt.self) }
    }

    @usableFromInline package var binding: AnyBinding {
        unsafe Unmanaged<AnyBinding>.fromOpaque(
            address.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
        ).takeUnretainedValue()
    }

    /// The binding's identity, without a retain.
    package var bindingIdentifier: ObjectIdentifier {
        unsafe unsafeBitCast(address.load(fromByteOffset: 8, as: UInt.self), to: ObjectIdentifier.self)
    }

    /// Whether nothing but the slot refers to the binding.
    package var holdsBindingAlone: Bool {
        unsafe isKnownUniquelyReferenced(&(address + 8).assumingMemoryBound(to: AnyBinding.self).pointee)
    }
}

@available(*, unavailable, message: "Threads that protect it alone may hold a slot.")
extension Slot: Sendable {}

// MARK: Making and freeing

extension Slot {
    /// A slot for the binding.
    ///
    /// The table that it goes into publishes it.
    package static func allocate(_ binding: AnyBinding, state: UInt, number: UInt) -> Slot {
        let storesInstance = state == SlotState.empty || state == SlotState.fresh
        let (size, alignment) = storesInstance ? binding.layout : (0, 1)
        // The store's word is written by whoever makes the slot.
        let bytes =
            storesInstance
            ? SlotLayout.instanceOffset(alignment: alignment) + max(size, 8) : state == SlotState.custom ? 32 : 24
        let address = UnsafeMutableRawPointer.allocate(
            byteCount: bytes, alignment: max(16, alignment))
        let slot = unsafe Slot(address)
        var state = state
        if storesInstance,
            unsafe binding.initializeReadyValue(at: address + SlotLayout.instanceOffset(alignment: alignment))
        {
            state = SlotState.ready
        }
        unsafe address.initializeMemory(as: Atomic<UInt>.self, to: Atomic(state))
        unsafe address.storeBytes(
            of: Unmanaged.passRetained(binding).toOpaque(), toByteOffset: 8,
            as: UnsafeMutableRawPointer.self)
        unsafe address.storeBytes(of: number, toByteOffset: 16, as: UInt.self)
        if storesInstance && binding.lifetime == .shared {
            unsafe slot.cellWord.initialize(to: Atomic(0))
        }
        Census.begin(.slot)
        return unsafe slot
    }

    /// Frees the slot and what it holds.
    ///
    /// No thread uses it, and it is not being built.
    package func deallocate() {
        let binding = unsafe binding
        switch unsafe state {
        case SlotState.ready, SlotState.closed:
            unsafe binding.destroyInstance(in: address)
        case SlotState.weak:
            unsafe SharedCell.release(cellWord.pointee.load(ordering: .relaxed))
        case SlotState.custom:
            unsafe releaseStore()
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
    /// The value must not be moved out and forgotten, although that saves the retain too. Moving copies the bits only where
    /// the type allows it. A struct that has a `weak` field does not: taking a weak reference sets the source to nil, so the
    /// next reader would find nil, and two readers would race. A read through ``Lent`` takes nothing. It does what a read
    /// of a stored `let` does, which is right for every type on any number of threads: a weak reference is loaded where it
    /// is, and an existential is projected where it is. A compiler that copies the value nevertheless, as in a debug build,
    /// retains the copy and releases it. So the optimizer decides about the cost, and never about the result.
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
    /// Holds the address of a `SharedCell` (+1), or 0.
    @inlinable
    @inline(__always)
    var cellWord: UnsafeMutablePointer<Atomic<UInt>> {
        unsafe (address + 32).assumingMemoryBound(to: Atomic<UInt>.self)
    }

    /// The instance of a slot whose state is `weak`, or nil when it has died.
    ///
    /// The thread is pinned.
    @inlinable
    @inline(__always)
    package func loadShared<T>(as type: T.Type) -> T? {
        // Acquire: pairs with the release in `exchangeCell`.
        let cell = unsafe cellWord.pointee.load(ordering: .acquiring)
        let pointer = unsafe UnsafeRawPointer(bitPattern: cell).unsafelyUnwrapped
        return unsafe Unmanaged<SharedCell>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
            $0.load(as: type)
        }
    }

    /// Puts in a new cell and returns the old one, to be retired; 0 when there was none.
    func exchangeCell(_ cell: SharedCell) -> UInt {
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(cell).toOpaque())
        // Release: the cell is whole; pairs with the acquire in `loadShared`. Acquire: the old one is freed next.
        return unsafe cellWord.pointee.exchange(address, ordering: .acquiringAndReleasing)
    }
}

// MARK: Leaving and entering `building`

extension Slot {
    /// Makes the build the slot's builder.
    ///
    /// False when the state is another by now.
    func claim(from state: UInt, for build: AnyBuild) -> Bool {
        let retained = unsafe UInt(bitPattern: Unmanaged.passRetained(build).toOpaque())
        // Release: the build is whole; pairs with the acquire in `watch`. Acquire: what the state stood for is seen.
        if unsafe stateWord.pointee.compareExchange(
            expected: state, desired: retained, ordering: .acquiringAndReleasing
        ).exchanged {
            return true
        }
        unsafe Unmanaged.passUnretained(build).release()
        return false
    }

    /// Ends the build, unless another thread watches it.
    ///
    /// Returns whether it ended.
    func leaveUnwatched(_ build: AnyBuild, for state: UInt) -> Bool {
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(build).toOpaque())
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        guard
            unsafe stateWord.pointee.compareExchange(
                expected: address, desired: state, ordering: .acquiringAndReleasing
            ).exchanged
        else { return false }
        unsafe Unmanaged.passUnretained(build).release()
        return true
    }

    /// Ends the build with the wait-for graph locked.
    func leaveWatched(_ build: AnyBuild, for state: UInt) {
        // Release: publishes the instance; pairs with the acquire in `Slot.state`.
        unsafe stateWord.pointee.store(state, ordering: .releasing)
        unsafe Unmanaged.passUnretained(build).release()
    }

    /// The slot's build, kept from leaving while the wait-for graph is locked; nil when there is none any more.
    ///
    /// - Parameter makeBuild: Makes one for a thread that has begun by the fast way.
    func watch(_ makeBuild: (Resolution) -> AnyBuild) -> AnyBuild? {
        while true {
            // Acquire: pairs with the release in `claim`.
            let state = unsafe stateWord.pointee.load(ordering: .acquiring)
            guard SlotState.isBuild(state) else { return nil }
            if SlotState.isLight(state) {
                if let build = unsafe exchangeLight(state, makeBuild) { return build }
                continue
            }
            if state & SlotState.watched == 0 {
                // Acquire: as above. The builder's exchange in `leaveUnwatched` now fails.
                guard
                    unsafe stateWord.pointee.compareExchange(
                        expected: state, desired: state | SlotState.watched, ordering: .acquiring
                    ).exchanged
                else { continue }
            }
            let pointer = unsafe UnsafeRawPointer(bitPattern: state & ~SlotState.watched)
            return unsafe pointer.map { unsafe Unmanaged<AnyBuild>.fromOpaque($0).takeUnretainedValue() }
        }
    }
}
