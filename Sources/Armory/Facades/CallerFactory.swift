// Factories that a caller brings along, for a library with its own API. Such closures are gone when the call returns.

/// What subscribers hear of one call.
package protocol CallNote: AnyObject {
    /// Whether the factory has created an instance; it may also have returned one that exists.
    var isNew: Bool { get }
    /// Whether the call is a resolve of the program's, and is reported.
    var isResolve: Bool { get }
}

/// A factory for one call.
package struct CallerFactory<T> {
    let isRepeatable: Bool
    let note: (any CallNote)?
    let injection: ((inout T) throws -> Void)?
    let factory: () throws -> T

    /// - Parameters:
    ///   - isRepeatable: Whether the factory may ask for the same instance again, as a factory with arguments may.
    ///   - note: What subscribers hear of the call; nil: it is a resolve, and the factory creates an instance.
    ///   - injection: Completes the instance, as ``Registration/inject(dependsOn:_:)`` does; nil: there is no
    ///     injection.
    ///   - factory: Creates the instance. Throws ``Declined`` if there is to be none.
    package init(
        isRepeatable: Bool, note: (any CallNote)? = nil, injection: ((inout T) throws -> Void)? = nil,
        factory: @escaping () throws -> T
    ) {
        self.isRepeatable = isRepeatable
        self.note = note
        self.injection = injection
        self.factory = factory
    }

    /// Creates a repeatable factory with an injection, both from one closure.
    ///
    /// - Parameter step: Creates the instance if it receives nil, and completes it otherwise; it leaves an instance.
    package init(steps step: @escaping (inout T?) -> Void) {
        isRepeatable = true
        note = nil
        factory = {
            var instance: T?
            step(&instance)
            guard let instance else { throw Declined("it has created no instance") }
            return instance
        }
        injection = { instance in
            var completed: T? = instance
            step(&completed)
            completed.map { instance = $0 }
        }
    }
}

@available(*, unavailable, message: "It belongs to the calling thread.")
extension CallerFactory: Sendable {}

extension CallerFactory {
    /// The instance of a slot in a container, for a lifetime without places.
    func obtain(
        _ slot: Slot, in owner: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) throws -> T {
        let instance = try unsafe construction(slot, in: owner, context)
            .obtain(slot.binding.lifetime, isRepeatable: isRepeatable)
        unsafe noteSharing(of: instance, slot, context)
        return instance
    }

    #if !DEBUG
    @inline(__always)
    #endif
    func construction(
        _ slot: Slot, in owner: Container, _ context: UnsafeMutablePointer<ThreadContext>
    ) -> Construction<T> {
        unsafe Construction<T>(
            slot: slot, context: context, owner: owner, container: owner, injections: injections,
            factory: reported(slot.binding, in: owner))
    }

    /// The factory, or one that reports its calls.
    private func reported(_ record: Binding, in owner: Container) -> (Resolver) throws -> T {
        let factory = factory
        guard owner.control.events != nil, let measures = record.measured else { return { _ in try factory() } }
        return { [note] _ in
            try owner.reporting(record, measures, factory) { note.map { $0.isNew && $0.isResolve } ?? true }
        }
    }

    #if !DEBUG
    @inline(__always)
    #endif
    private func noteSharing(of instance: T, _ slot: Slot, _ context: UnsafeMutablePointer<ThreadContext>) {
        let binding = unsafe slot.binding
        // A graph shares the values of sites, and only the objects of companions. An instance that it does not share
        // stays in the arena with its data, but no lookup finds it there.
        if binding.lifetime == .graph, !binding.isSite, ObjectIdentity.object(of: instance) == nil {
            unsafe context.pointee.graph.positions.disown { unsafe $0 == slot.identifier }
        }
    }

    private var injections: Injections? {
        guard let injection else { return nil }
        // Called only on this thread, before the call that brought it returns.
        nonisolated(unsafe) let body = injection
        return InjectionsOf(completing: { instance, _ in unsafe try body(&instance) })
    }

    /// The same factory for instances of type `Any`.
    var erased: CallerFactory<Any> {
        let injection = injection
        return CallerFactory<Any>(
            isRepeatable: isRepeatable, note: note,
            injection: injection.map { injection in
                { value in
                    guard var instance = value as? T else { return }
                    try injection(&instance)
                    value = instance
                }
            },
            factory: factory)
    }
}
