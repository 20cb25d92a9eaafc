// A record that makes its instances from those of another one: of a decorator, an adapter, a further type.

extension Record {
    /// A record whose instances are made from those of another one, which is the first of its needs.
    ///
    /// - Parameter make: Makes an instance; the source has been made.
    func makeDerivedRecord<A, B>(
        of type: B.Type, with traits: Traits, from source: A.Type, injections: Injections<B>? = nil,
        awaiting: Bool? = nil,
        by make: @escaping @Sendable (A, borrowing Resolver) throws -> B
    ) -> Record {
        // Arguments are passed on.
        func makeRecord<Arguments>(taking arguments: Arguments.Type) -> Record {
            let closure: FactoryClosure<B, Arguments> =
                switch (awaiting ?? awaits, argumentType == nil) {
                case (false, true): .plain { try make($0.resolveSource(A.self), $0) }
                case (false, false): .taking { try make($0.resolveSource(A.self, arguments: $1), $0) }
                case (true, true):
                    .awaiting(
                        { resolver in
                            // The factory's own task has it.
                            nonisolated(unsafe) let source = try await resolver.resolveSource(A.self)
                            return try resolver.withResolver { try make(unsafe source, $0) }
                        }, onMainActor: isOfMainActor ? { try make($0.resolveSource(A.self), $0) } : nil)
                case (true, false):
                    .awaitingTaking(
                        { resolver, arguments in
                            nonisolated(unsafe) let source: A
                            do {
                                unsafe source = try await resolver.resolveParameter(at: 0, passingArguments: arguments)
                            } catch {
                                throw error.unwrappingDeclineOfSource(belowDepth: resolver.steps.count)
                            }
                            return try resolver.withResolver { try make(unsafe source, $0) }
                        }, onMainActor: isOfMainActor ? { try make($0.resolveSource(A.self, arguments: $1), $0) } : nil)
                }
            return Record(traits, injections, closure)
        }
        return makeRecord(taking: openedArguments)
    }
}

// MARK: A source that declines

extension Error {
    /// The error of a registration whose source has thrown this one: if the source declines, so does the registration.
    ///
    /// - Parameter depth: How many steps lead to the registration.
    func unwrappingDeclineOfSource(belowDepth depth: Int) -> any Error {
        guard let error = self as? ResolutionError, error.code == .declined, error.depth == depth + 1,
            let declined = error.underlying
        else { return self }
        return declined
    }
}

extension Resolver {
    fileprivate func resolveSource<A>(_ type: A.Type) throws -> A {
        do { return try resolveParameter(at: 0) } catch {
            throw error.unwrappingDeclineOfSource(belowDepth: steps.count)
        }
    }

    fileprivate func resolveSource<A, Arguments>(_ type: A.Type, arguments: Arguments) throws -> A {
        do { return try resolveParameter(at: 0, passingArguments: arguments) } catch {
            throw error.unwrappingDeclineOfSource(belowDepth: steps.count)
        }
    }
}

extension AsyncResolver {
    fileprivate func resolveSource<A>(_ type: A.Type) async throws -> A {
        do { return try await resolveParameter(at: 0) } catch {
            throw error.unwrappingDeclineOfSource(belowDepth: steps.count)
        }
    }
}
