// Values that a scope has from its beginning, such as the request itself.

internal import CCore

/// A value that a scope is opened with, for a registration of the scope's tag.
///
/// ```swift
/// try await container.withScope(.request, seeds: [ScopeSeed(request), ScopeSeed(user, as: (any Person).self)]) { scope in ... }
/// ```
@safe
public struct ScopeSeed: Sendable {
    private(set) var key: ServiceKey
    /// Puts the value into memory; without memory, returns it.
    ///
    /// One closure for both, so that the value is kept once.
    let content: @Sendable (UnsafeMutableRawPointer?) -> (any Sendable)?

    /// Creates a seed from a value.
    ///
    /// - Parameters:
    ///   - value: The value. It goes with the scope.
    ///   - type: The type of the registration, which finds the value.
    public init<T: Sendable>(_ value: T, as type: T.Type = T.self) {
        key = ServiceKey(type)
        unsafe content = { memory in
            unsafe memory?.initializeMemory(as: T.self, to: value)
            return unsafe memory == nil ? value : nil
        }
    }

    /// Returns the same seed for a registration with a name.
    public func named(_ name: RegistrationName) -> ScopeSeed {
        var copy = self
        copy.key = ServiceKey(key.type, qualifier: name.qualifier)
        return copy
    }
}

extension Container {
    /// Where the seed is declared that an override has replaced by another kind of registration; nil: there is none.
    private func replacedSeed(by slot: Slot) -> CodeLocation? {
        guard let record = unsafe slot.record, !record.isSeed else { return nil }
        var container = self
        while let next = container.outer ?? container.base {
            container = next
            let seeded = container.layout.plan.entries.first { $0.record.isSeed && $0.record.key == record.key }
            if let seeded { return seeded.record.location }
        }
        return nil
    }

    /// Puts a value into a scope that nobody else has yet.
    func plant(_ seed: ScopeSeed) throws(ResolutionError) {
        let slot = unsafe layout.find(seed.key, in: 0)?.real.own(in: home)
        guard let slot = unsafe slot, unsafe slot.kind == .kept, unsafe slot.pointee.home == home,
            let storage = unsafe slot.pointee.storage, unsafe replacedSeed(by: slot) == nil
        else {
            let replaced = unsafe slot.flatMap { unsafe replacedSeed(by: $0) }
            throw unsafe ResolutionError(
                .seedNotDeclared, seed.key, location: slot?.record?.location,
                detail: .seed(
                    layout.tag ?? .request, near: replaced == nil ? near(seed.key) : [], replaced: replaced))
        }
        guard unsafe slot.state == .empty else {
            throw ResolutionError(.seededTwice, seed.key, location: unsafe slot.record?.location)
        }
        _ = unsafe seed.content(storage)
        unsafe ccore_count(home, 1)
        unsafe slot.state = .building
        _ = unsafe slot.endMaking(succeeded: true)
    }
}
