// What decorators and injections of an instance that awaits find without awaiting: the factory's own task awaits it before.
//
//     the factory awaits --> await ahead --> factory --> injections, decorators: find what is ready
//                                |
//                                +-- kept and awaiting, or behind what does not await

internal import CCore

extension Container {
    /// Awaits the kept instances that a decorator or an injection finds then, directly or through what does not await.
    func awaitAhead(_ needs: [Dependency], of frame: TaskFrame) async throws(ResolutionError) -> [any Sendable] {
        var search = unsafe AheadSearch(seen: Set(frame.chain.map { unsafe $0.slot }))
        unsafe search.follow(needs, of: frame.slot, in: frame.home)
        var held: [any Sendable] = []
        for index in unsafe search.found.indices {
            let slot = unsafe search.found[index]
            func open<T>(_ type: T.Type) async throws(ResolutionError) -> any Sendable {
                HeldAhead(instance: unsafe try await awaited(type, slot, .running))
            }
            // A cell has a record.
            held.append(unsafe try await open(slot.record.unsafelyUnwrapped.key.type))
        }
        return held
    }
}

/// Looks for the cells whose factories await, through registrations whose factories do not.
@safe
private struct AheadSearch {
    /// Also those that are being made on the way, for which nobody waits: an injection finds them early.
    var seen: Set<Slot>
    var found: [Slot] = unsafe []

    mutating func follow(_ needs: [Dependency], of slot: Slot, in home: Home) {
        for need in needs {
            unsafe home.layout.targets(of: need, in: slot.view).forEach {
                unsafe visit($0.real.own(in: home), from: home)
            }
        }
    }

    private mutating func visit(_ slot: Slot, from home: Home) {
        guard unsafe seen.insert(slot).inserted, unsafe slot.hasFactory, unsafe ccore_instance(slot) == nil else {
            return
        }
        guard unsafe !slot.has(ccore_awaited) else { return unsafe found += slot.isCell ? [slot] : [] }
        let needs = unsafe slot.record?.needs ?? []
        unsafe follow(needs.filter { $0.time != .later }, of: slot, in: slot.pointee.home ?? home)
    }
}

/// An instance that is there until its dependent has it.
private struct HeldAhead<T>: @unchecked Sendable {  // Nobody uses it.
    let instance: T
}
