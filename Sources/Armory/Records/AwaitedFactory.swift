// Factories that await. For a caller that does not await, their records are ordinary records whose factory throws, so
// the path of a lookup is the same for all. An existing instance is resolved like any other.
//
//     resolve       --> slot --+-- ready ------------> instance
//                              +-- else -------------> the sync factory, which throws `AwaitingFault`
//     resolveAsync  --> slot --+-- ready ------------> instance
//                              +-- else -------------> the factory that awaits, in a task

/// A factory that awaits, whatever its types.
protocol AwaitedFactory: AnyObject, Sendable {
    /// The same factory, which runs inside a change.
    func changed(by change: any ClosureChange) -> any AwaitedFactory
}

/// A factory that awaits; without run-time arguments, their type is `Void`.
final class AwaitedFactoryOf<T, Arguments>: AwaitedFactory {
    let make: AsyncArgumentFactory<T, Arguments>

    init(_ make: @escaping AsyncArgumentFactory<T, Arguments>) {
        self.make = make
    }

    func changed(by change: any ClosureChange) -> any AwaitedFactory {
        AwaitedFactoryOf { [make] resolver, arguments in
            // The change calls the factory in the task of this closure.
            nonisolated(unsafe) let arguments = arguments
            return try await change.call(resolver) { unsafe try await make($0, arguments) }
        }
    }
}
