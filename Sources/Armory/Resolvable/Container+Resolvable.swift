extension Container {
    /// Resolves the instance of a ``Resolvable`` type.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred if omitted.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    public func resolve<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> sending T
    where T.Arguments == Void {
        do throws(ResolutionError) {
            // What is not `Sendable` is made for this call alone, or its type says unchecked.
            nonisolated(unsafe) let instance = try resolve(type, qualifiedBy: nil)
            return unsafe instance
        } catch {
            throw T.failureOrTrap(converting: error)
        }
    }

    /// Resolves an optional of a ``Resolvable`` type, for contexts that expect one; nil: a registration of the optional returns nil.
    ///
    /// - Throws: ``ResolutionError``, with the code `justInTimeForbidden` if ``Configuration/justInTime`` forbids the type. An error of the
    ///   type's initializer is its ``ResolutionError/underlying``.
    public func resolve<R: Resolvable>(_ type: R?.Type = R?.self) throws(ResolutionError) -> sending R?
    where R.Arguments == Void {
        // As for the type itself.
        nonisolated(unsafe) let instance = try resolve(type, qualifiedBy: nil)
        return unsafe instance
    }

    /// Resolves the instance of a ``Resolvable`` type from arguments.
    ///
    /// - Parameters:
    ///   - type: A ``Resolvable`` type; inferred if omitted.
    ///   - arguments: The arguments of its initializer.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    public func resolve<T: Resolvable>(_ type: T.Type = T.self, with arguments: T.Arguments) throws(T.Failure) -> T {
        do throws(ResolutionError) {
            guard T.Arguments.self != Void.self else { return try resolve(type, qualifiedBy: nil) }
            return try resolve(type, qualifiedBy: nil, arguments: arguments)
        } catch {
            throw T.failureOrTrap(converting: error)
        }
    }
}

extension Resolver {
    /// Resolves an optional of a ``Resolvable`` type, for contexts that expect one; nil: a registration of the optional returns nil.
    ///
    /// - Throws: ``ResolutionError``, as for a container.
    public func resolve<R: Resolvable>(_ type: R?.Type = R?.self) throws(ResolutionError) -> R?
    where R.Arguments == Void { try resolve(type, qualifiedBy: nil) }

    /// Resolves the instance of a ``Resolvable`` type.
    ///
    /// - Parameter type: A ``Resolvable`` type without arguments; inferred if omitted.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    public func resolve<T: Resolvable>(_ type: T.Type = T.self) throws(T.Failure) -> T where T.Arguments == Void {
        do throws(ResolutionError) { return try resolve(type, qualifiedBy: nil) } catch {
            throw T.failureOrTrap(converting: error)
        }
    }

    /// Resolves the instance of a ``Resolvable`` type from arguments.
    ///
    /// - Parameters:
    ///   - type: A ``Resolvable`` type; inferred if omitted.
    ///   - arguments: The arguments of its initializer.
    /// - Throws: The error of the type's initializer.
    /// - Precondition: If the initializer does not throw, no other failure occurs: see the note of ``Resolvable``.
    /// - Complexity: As for a registered type; more at the first resolve in a container.
    public func resolve<T: Resolvable>(_ type: T.Type = T.self, with arguments: T.Arguments) throws(T.Failure) -> T {
        do throws(ResolutionError) {
            guard T.Arguments.self != Void.self else { return try resolve(type, qualifiedBy: nil) }
            return try resolve(type, qualifiedBy: nil, arguments: arguments)
        } catch {
            throw T.failureOrTrap(converting: error)
        }
    }
}

extension Resolvable {
    /// The error that a failed resolve of the type throws; ends the process if the type's `Failure` cannot hold it.
    fileprivate static func failureOrTrap(converting error: ResolutionError) -> Failure {
        // The error of this type's own initializer, not of a dependency.
        if let failure = error.underlying as? Failure, error.key == TypeName.sourceName(of: self) { return failure }
        if let failure = error as? Failure { return failure }
        fatalError(error.description)
    }
}
