// The names that the core gives to the structures of CCore, and what they look like from Swift.

public import CCore

/// Where a key leads: see layout.h.
@usableFromInline package typealias Slot = UnsafeMutablePointer<ccore_slot>
/// What a handle has for resolving: see layout.h.
@usableFromInline package typealias Context = UnsafeMutablePointer<ccore_context>
/// What a thread has while it resolves: see thread.h.
@usableFromInline package typealias ThreadState = UnsafeMutablePointer<ccore_thread>

/// The kinds of slots; the numbers are those of layout.h.
package enum SlotKind: UInt8, Sendable {
    case missing, scoped, transient, graph, kept, unscoped, composed, late, weak, notified, routed
}

extension SlotKind {
    /// Whether the instance may be ready somewhere, or its cell says whether something may be made.
    var checksOtherContext: Bool {
        switch self {
        case .kept, .weak, .scoped, .late, .notified: true
        case .missing, .transient, .graph, .unscoped, .composed, .routed: false
        }
    }

    /// Whether a cell, which may be a parent's, says alone whether something may be made.
    var checksOwnContext: Bool { [.kept, .weak, .routed].contains(self) }
}

/// The states of a kept slot; the numbers are those of layout.h.
package enum SlotState: UInt8, Sendable {
    case empty, building, ready, closedEmpty, closedFull
}

extension Slot {
    package var kind: SlotKind {
        // The core writes no other number.
        unsafe SlotKind(rawValue: pointee.kind).unsafelyUnwrapped
    }

    /// The state; the context's lock is held, or the slot is watched and the wait-for graph locked.
    package var state: SlotState {
        get { unsafe SlotState(rawValue: pointee.state).unsafelyUnwrapped }
        nonmutating set { unsafe ccore_set_state(self, newValue.rawValue) }
    }

    /// The number of the view in which the factory runs; the slot is not scoped.
    package var view: Int {
        get { unsafe Int(pointee.number) / MemoryLayout<ccore_table>.stride }
        nonmutating set { unsafe pointee.number = UInt32(newValue * MemoryLayout<ccore_table>.stride) }
    }

    /// The slot itself; of one that is told of, the slot that it leads to.
    var real: Slot {
        guard unsafe kind == .notified, let edges = unsafe pointee.edges else { return unsafe self }
        return unsafe edges[0] ?? self
    }

    package func hasFlag(_ flag: Int) -> Bool { unsafe Int(pointee.flags) & flag != 0 }

    package func setFlag(_ flag: Int, to isSet: Bool = true) {
        unsafe pointee.flags = isSet ? pointee.flags | UInt8(flag) : pointee.flags & ~UInt8(flag)
    }

    /// Whether a cell that is being made has a mark; guarded like the state.
    func hasMark(_ mark: Int) -> Bool { unsafe Int(ccore_marks(self)) & mark != 0 }

    func setMark(_ mark: Int, to isSet: Bool = true) {
        unsafe ccore_set_marks(self, isSet ? ccore_marks(self) | UInt8(mark) : ccore_marks(self) & ~UInt8(mark))
    }
}

extension Context {
    /// The object that users hold, of a type that layouts and makings need not know.
    var owner: AnyObject { unsafe Unmanaged<AnyObject>.fromOpaque(pointee.owner).takeUnretainedValue() }

    /// What the handle resolves by.
    var layout: Layout { unsafe Unmanaged<Layout>.fromOpaque(pointee.layout).takeUnretainedValue() }

    /// Whether the end of the handle has begun.
    package var isEnding: Bool { unsafe locked { unsafe [ccore_ending, ccore_closed].contains(Int(pointee.mark)) } }

    /// Runs `body`, which calls no user code, with the lock.
    func locked<R>(_ body: () -> R) -> R {
        unsafe ccore_lock_context(self)
        defer { unsafe ccore_unlock_context(self) }
        return body()
    }
}

/// The first word of a type's key.
@inlinable
@inline(__always)
package func keyWord<T: ~Copyable>(_ type: T.Type) -> UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(type))) }
