// Watching the resolves of a container that was derived for a test: its layout is told, and the observer decides before each resolve.

package import Armory

/// A resolve in a container that was derived for a test.
package struct ObservedResolve: Sendable {
    /// The keys that were asked for, outermost first; the last one is the key of the registration that was found.
    package let path: [ServiceKey]
    /// Whether the registration overrides another one, or was added with the overrides.
    package let isOverride: Bool
    /// Whether it is a further type of an instance; the instance's own type is asked for next.
    package let isAlias: Bool

    package var key: ServiceKey { path[path.count - 1] }
}

/// Watches the resolves in a container that was derived for a test, and in its scopes.
///
/// Called on the thread that resolves, with no lock held.
package protocol ResolutionObserver: Sendable {
    /// Whether the container creates every instance anew, so that the resolves of its dependencies are watched too.
    var sharesNothing: Bool { get }

    /// Whether the resolve may go on.
    func mayResolve(_ resolve: ObservedResolve) -> Bool

    /// Whether the container's start may create an instance that no code of the test has asked for.
    func mayStart(_ resolve: ObservedResolve) -> Bool

    /// Receives the error that a refused resolve throws.
    ///
    /// A resolve of a ``Resolvable`` type that never fails cannot throw: it goes on.
    func wasRefused(_ error: ResolutionError)

    /// Receives an object that a resolve has returned, unless the overridden container keeps it.
    func wasMade(_ object: AnyObject, _ key: ServiceKey)
}

extension ResolutionObserver {
    package var sharesNothing: Bool { false }
    package func mayResolve(_ resolve: ObservedResolve) -> Bool { true }
    package func mayStart(_ resolve: ObservedResolve) -> Bool { true }
    package func wasRefused(_ error: ResolutionError) {}
    package func wasMade(_ object: AnyObject, _ key: ServiceKey) {}
}

extension Container {
    /// Builds a container that overrides some registrations of this one, from a list of registrations and modules.
    ///
    /// - Parameters:
    ///   - observer: Watches the resolves in the new container.
    ///   - elements: The overrides.
    package func overriding(
        observedBy observer: any ResolutionObserver, _ elements: [any ModuleElement]
    ) throws(ResolutionError) -> Container {
        let known = overrides
        return try overriding(elements) { plan, startable in
            let telling = ObserverTelling(
                observer: observer, base: self,
                overrides: known.union(plan.entries.map { ObjectIdentifier($0.record) }),
                next: plan.listener as? any ResolveWitness)
            plan.listener = telling
            plan.sharesNothing = observer.sharesNothing
            startable.removeAll { !telling.mayStart($0) }
        }
    }

    /// The registrations that override others here, or in the containers that this one overrides.
    private var overrides: Set<ObjectIdentifier> {
        var overrides: Set<ObjectIdentifier> = []
        var container = self
        while let base = container.overridden {
            overrides.formUnion(container.ownRecords.map { ObjectIdentifier($0) })
            container = base
        }
        return overrides
    }
}

/// Tells an observer of every resolve.
private struct ObserverTelling: ResolveWitness {
    let observer: any ResolutionObserver
    /// The container that is overridden, which keeps instances that are shared.
    let base: Container
    /// The registrations that override others, or were added with them.
    let overrides: Set<ObjectIdentifier>
    /// Who is told too.
    let next: (any ResolveWitness)?

    func mayStart(_ record: Record) -> Bool { observer.mayStart(observed(record, along: [record])) }

    private func observed(_ record: Record, along path: [Record]) -> ObservedResolve {
        ObservedResolve(
            path: path.filter { !$0.isPart }.map(\.key), isOverride: overrides.contains(ObjectIdentifier(record)),
            isAlias: record.isAlias)
    }

    func resolveWillBegin(_ resolve: ResolveNotice) throws(ResolutionError) {
        try check(resolve)
        try next?.resolveWillBegin(resolve)
    }

    private func check(_ resolve: ResolveNotice) throws(ResolutionError) {
        let record = resolve.record
        // A seed is the test's own value.
        guard !record.isComposed, !record.isPart,
            !record.registrationNotes.options.contains(.seeded),
            !observer.mayResolve(observed(record, along: resolve.path))
        else { return }
        let error = ResolutionError(
            .notOverridden, record.key, path: resolve.path.map(\.step), location: record.place,
            detail: .featureWords(NotOverriddenWords()))
        observer.wasRefused(error)
        // A type that never fails cannot throw an error to its caller: only the observer gets it.
        if let type = record.key.type as? any Resolvable.Type, type.neverFails { return }
        throw error
    }

    func resolveDidSucceed<T>(_ resolve: ResolveNotice, with instance: T) {
        next?.resolveDidSucceed(resolve, with: instance)
        let record = resolve.record
        guard !record.isComposed, !record.isAlias, type(of: instance as Any) is AnyClass, !isShared(instance, record)
        else { return }
        observer.wasMade(instance as AnyObject, record.key)
    }

    /// Whether the overridden container, or one that it overrides in its turn, keeps the instance.
    private func isShared<T>(_ instance: T, _ record: Record) -> Bool {
        var next: Container? = base
        while let container = next {
            if let kept = container.existingInstance(T.self, ofRecord: record),
                kept as AnyObject === instance as AnyObject
            {
                return true
            }
            next = container.overridden
        }
        return false
    }
}

extension Record {
    /// Where it is registered; nil: its type needs no registration.
    fileprivate var place: CodeLocation? { traits.location.line == 0 ? nil : location }
}

extension Resolvable {
    fileprivate static var neverFails: Bool { Failure.self == Never.self }
}

private struct NotOverriddenWords: ErrorWords {
    func headline(for error: ErrorNames) -> String? {
        let key = error.name(of: error.key)
        return error.asker.map { "\(error.name(of: $0.key)) needs \(key), which the test has not overridden." }
            ?? "\(key) is resolved, and the test has not overridden it."
    }

    func suggestedFix(for error: ErrorNames) -> String? {
        "override \(error.name(of: error.key)) in the test's container, or allow it."
    }
}
