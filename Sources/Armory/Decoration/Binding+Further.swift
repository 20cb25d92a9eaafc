// Records that are made from another record: one of another type whose instances come from its instances, or one with a
// layer around it.
//
// A visitor makes each: `ArgumentVisitor` gives the type of the run-time arguments, which is `Void` if there are none.

extension Binding {
    /// A record of another type whose instances are created from those of this record.
    func adapted<T, B>(
        _ traits: BindingTraits, _ body: @escaping @Sendable (T, Resolver) throws -> B
    ) -> Binding {
        accept(arguments: Adapted(traits: traits, body: body))
    }

    /// This record with a closure around the factory, or around the lookup of an inner record.
    ///
    /// If the new record's traits say that it awaits, so do the factory and the lookup.
    func layered<T>(
        _ traits: BindingTraits, inner: Binding?, _ around: @escaping Around<T>
    ) -> Binding {
        if traits.awaited == nil, argumentType == nil {
            // The same as below with fewer closures: a decorated instance is created quickly, and so is an inner one.
            if let inner {
                return Binding.make(T.self, traits) { resolver in
                    try around(resolver) { try resolver.container.lookUp(T.self, inner: inner, nil, ()) }
                }
            }
            let factory = unsafe factory(of: T.self)
            return Binding.make(T.self, traits) { resolver in try around(resolver) { try factory(resolver) } }
        }
        return accept(arguments: Layered(traits: traits, inner: inner, around: around))
    }
}

extension BindingTraits {
    /// A record with these traits, whose factory takes the arguments if the traits have any.
    fileprivate func bound<T, Arguments>(to factory: @escaping ArgumentFactory<T, Arguments>) -> Binding {
        guard argumentType == nil else { return ArgumentBinding(T.self, self, factory: factory) }
        // Unsafe: the type is `Void` if there are no arguments.
        return Binding.make(T.self, self) { try factory($0, unsafe unsafeBitCast((), to: Arguments.self)) }
    }
}

private struct Adapted<T, B>: ArgumentVisitor {
    let traits: BindingTraits
    let body: @Sendable (T, Resolver) throws -> B

    func visit<Arguments>(_ record: Binding, _: @escaping ArgumentFactory<T, Arguments>) -> Binding {
        let (qualifier, argumentType) = (record.qualifier, record.argumentType)
        let make: ArgumentFactory<B, Arguments> = { [body] in
            try body($0.container.lookUp(T.self, key: qualifier, argumentType, $1), $0)
        }
        guard record.awaited != nil else { return traits.bound(to: make) }
        let awaited = AwaitedFactoryOf<B, Arguments> { [body] resolver, arguments in
            let source = try await resolver.lookUp(T.self, key: qualifier, argumentType, arguments)
            return try resolver.inOnePart { try body(source, $0) }
        }
        // An alias keeps nothing itself: a lookup that does not await gets the instance if its source exists.
        let isFoundWithoutAwaiting = traits.options.contains(.alias)
        return traits.awaiting(awaited).bound(to: isFoundWithoutAwaiting ? make : { _, _ in throw AwaitingFault() })
    }
}

private struct Layered<T>: ArgumentVisitor {
    let traits: BindingTraits
    let inner: Binding?
    let around: Around<T>

    func visit<Arguments>(_ record: Binding, _ factory: @escaping ArgumentFactory<T, Arguments>) -> Binding {
        let argumentType = record.argumentType
        if traits.awaited != nil, let factory = unsafe record.awaitedFactory(of: T.self, Arguments.self) {
            let awaited = AwaitedFactoryOf<T, Arguments> { [inner, around] resolver, arguments in
                let made =
                    if let inner {
                        try await resolver.lookUp(T.self, inner: inner, argumentType, arguments)
                    } else {
                        try await factory(resolver, arguments)
                    }
                return try resolver.inOnePart { try around($0) { made } }
            }
            return traits.awaiting(awaited).bound { (_, _: Arguments) throws -> T in throw AwaitingFault() }
        }
        return traits.bound { [inner, around] (resolver, arguments: Arguments) throws -> T in
            try around(resolver) {
                guard let inner else { return try factory(resolver, arguments) }
                return try resolver.container.lookUp(T.self, inner: inner, argumentType, arguments)
            }
        }
    }
}
