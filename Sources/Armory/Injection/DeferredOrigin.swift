// The origin of a deferred dependency: its container and its module's view, its qualifier and its arguments. It works as long as the
// container lives, and does not keep the container alive.
//
//     injected                     the container or scope that made its holder, and what the registration's module sees
//     created in a factory         the same
//     created elsewhere            the container it was given, or the current one
//     created without a container  the container that is current at the call

/// The origin of a deferred dependency: its container, module, qualifier and arguments.
@usableFromInline
package struct DeferredOrigin: Sendable {
    /// Nil: the container that is current at the call.
    private let source: DeferredSource?
    /// The location in the source, for errors if there is no container.
    let location: CodeLocation?
    private let qualifier: AnyQualifier?
    private let arguments: DeferredArguments?

    /// The origin of an injected dependency.
    init(_ source: DeferredSource, _ qualifier: AnyQualifier?) {
        (self.source, self.qualifier) = (source, qualifier)
        location = nil
        arguments = nil
    }

    /// The origin of code that names a container, or none.
    init(
        _ container: Container?, _ qualifier: AnyQualifier?, at location: CodeLocation,
        _ arguments: DeferredArguments? = nil
    ) {
        source = container.map { DeferredSource($0) } ?? .current
        (self.qualifier, self.location, self.arguments) = (qualifier, location, arguments)
    }

    /// The origin of an `Injected`.
    @usableFromInline
    init(named name: RegistrationName?, _ container: Container?, at location: CodeLocation) {
        self.init(container, name?.qualifier, at: location)
    }

    private func requireSource<T>(for type: T.Type) throws(ResolutionError) -> DeferredSource {
        if let source = source ?? .current { return source }
        let key = ServiceKey(type, qualifier: qualifier)
        throw Container.currentHasEnded ? ResolutionError(.closed, key) : .noCurrent(key, at: location)
    }

    /// Resolves the instance, in a graph of its own.
    func resolve<T>(_ type: T.Type) throws(ResolutionError) -> T {
        let source = try requireSource(for: type)
        func resolve(with arguments: some Sendable) throws(ResolutionError) -> T {
            try source.resolve(type, qualifiedBy: qualifier, arguments: arguments)
        }
        guard let arguments else { return try source.resolve(type, qualifiedBy: qualifier) }
        return try resolve(with: arguments.value)
    }

    /// Resolves the instance, and awaits its factory if necessary.
    func resolveAsync<T>(_ type: T.Type) async throws(ResolutionError) -> T {
        let source = try requireSource(for: type)
        func resolve(with arguments: some Sendable) async throws(ResolutionError) -> T {
            try await source.resolveAsync(type, qualifiedBy: qualifier, arguments: arguments)
        }
        guard let arguments else { return try await source.resolveAsync(type, qualifiedBy: qualifier) }
        return try await resolve(with: arguments.value)
    }

    /// Resolves the instance.
    ///
    /// - Parameter isFinished: Set to whether the instance is finished. An instance that closes a cycle may be
    ///   handed out unfinished, and may still be discarded.
    func resolve<T>(_ type: T.Type, settingIsFinished isFinished: inout Bool) throws(ResolutionError) -> T {
        let before = DeferredSource.unfinishedCount
        let instance = try resolve(type)
        isFinished = DeferredSource.unfinishedCount <= before
        return instance
    }

    /// Resolves the instance; if it cannot be resolved, the process ends.
    @usableFromInline
    func resolveOrTrap<T>(_ type: T.Type) -> T {
        trapOnError(at: location) { () throws(ResolutionError) in try resolve(type) }
    }

    /// How long a thread waits for another one's factory, in nanoseconds.
    var waitLimit: UInt64 { source?.waitLimit ?? .max }
}

extension DeferredOrigin: CustomReflectable {
    /// A mirror without children.
    @usableFromInline package var customMirror: Mirror { Mirror(opaque: self) }
}

extension Mirror {
    /// A mirror without children, because reflection would read the fields without their lock.
    init<Subject>(opaque subject: Subject) {
        self.init(subject, children: EmptyCollection<Child>(), ancestorRepresentation: .suppressed)
    }
}

/// The arguments of a deferred resolve, as one value: an object, because few have any.
final class DeferredArguments: Sendable {
    let value: any Sendable

    init<First: Sendable, each Rest: Sendable>(_ first: First, _ rest: repeat each Rest) {
        value = ArgumentTuple<repeat each Rest>.isEmpty ? first : ArgumentTuple(first, repeat each rest)
    }
}

extension ResolutionError.Code {
    /// Code without an explicit container needs the current one, and there is none.
    public static let noCurrent = Self("noCurrent")
    /// The process has a default container already.
    public static let defaultIsSet = Self("defaultIsSet")
}

extension ResolutionError {
    static func noCurrent(_ key: ServiceKey, at location: CodeLocation?) -> ResolutionError {
        ResolutionError(.noCurrent, key, location: location, detail: .featureWords(Words.noCurrent))
    }

    static var defaultIsSet: ResolutionError {
        ResolutionError(
            .defaultIsSet, ServiceKey(Container.self), "The process already has a default container.",
            fix: "set it once, at the start of the program; for a part of the program use "
                + "container.asCurrent { … }.")
    }
}

extension Words {
    fileprivate static let noCurrent = Words(
        headline: {
            "\($0.name(of: $0.key)) is resolved without a current container, and the process has no default container."
        },
        lines: { $0.location.map { ["it is resolved at \($0)"] } ?? [] },
        fix: { _ in
            "call try Container.setDefault(_:) once at the start, run this inside container.asCurrent { … }, or pass a "
                + "container with container:."
        })
}
