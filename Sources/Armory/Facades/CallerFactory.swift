// How an instance is made by who asks for it, for a library that has an API of its own: its closures come with the call, and are
// gone when that returns.

/// What makes an instance in one call.
package struct CallerFactory<T> {
    let isRepeatable: Bool
    let sharesValues: Bool
    let injection: ((inout T) throws -> Void)?
    let factory: () throws -> T

    /// - Parameters:
    ///   - isRepeatable: Whether the factory may come to ask for the same again, as one with arguments may.
    ///   - sharesValues: Whether a graph shares a value as it shares an object, where the type does not say which it is.
    ///   - injection: Completes the instance, as ``Registration/inject(dependsOn:_:)`` does; nil: there is nothing to complete.
    ///   - factory: Makes it. To have none, it throws ``Declined``.
    package init(
        isRepeatable: Bool, sharesValues: Bool = true, injection: ((inout T) throws -> Void)?,
        factory: @escaping () throws -> T
    ) {
        self.isRepeatable = isRepeatable
        self.sharesValues = sharesValues
        self.injection = injection
        self.factory = factory
    }
}

@available(*, unavailable, message: "It is of the thread that makes the call.")
extension CallerFactory: Sendable {}

extension CallerFactory {
    /// The instance of a slot whose lifetime has no places, in a container.
    func obtain(
        _ slot: Slot, _ lifetime: Lifetime, in owner: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws -> T {
        let factory = factory
        let construction = unsafe Construction<T>(
            slot: slot, context: context, owner: owner, resolver: Resolver(owner: owner), injections: injections,
            factory: { _ in try factory() })
        switch lifetime {
        case .transient: return try construction.obtainTransient(isRepeatable: isRepeatable)
        case .graph:
            let instance = try construction.obtainInGraph()
            // It stays in the arena, with what is known of it, and nobody finds it there.
            if !sharesValues, ObjectIdentity.object(of: instance) == nil {
                unsafe context.pointee.graph.disown([slot.identifier])
            }
            return instance
        case .singleton, .shared, .scoped, .custom: return try construction.obtainKept()
        }
    }

    private var injections: [Injection<T>] {
        guard let injection else { return [] }
        // Called on this thread alone, before the call that brought it has returned.
        nonisolated(unsafe) let body = injection
        return [Injection(needs: nil) { instance, _ in unsafe try body(&instance) }]
    }
}
