/// A container that exists only to be checked.
///
/// It creates no eager instances and reports no events. The caller closes it.
package struct GraphTrial: Sendable {
    package let container: Container
    /// The faults of collecting the module.
    private let faults: [ResolutionError]

    package init(of module: Module, parents: [Container], scope: ScopeTag?, configuration: Container.Configuration) {
        var configuration = configuration
        configuration.isTrial = true
        container = Container(parents: parents, scope: scope, configuration: configuration)
        faults = container.collect([module]).faults
    }

    /// How many registrations the module has.
    package var registrationCount: Int {
        container.ownBindings.count { !$0.options.contains(.alias) && !($0.type is any EntryType.Type) }
    }

    /// The report of the whole check, with its faults.
    package func report(dryRun: Bool) -> ValidationReport {
        var report = dryRun ? DryRun(of: container).report() : container.validation(of: nil)
        report.faults = (report.faults + faults + container.promisesOfTheScope).inOrderOfSource()
        return report
    }

    /// The faults of opening the container's scope with values of some types.
    ///
    /// - Parameter seeds: The keys that the scope gets values for.
    /// - Returns: For each value that no registration declares its fault and its place in `seeds`; then the fault of each
    ///   declared value that is not among them.
    package func seedFaults(given seeds: [ServiceKey]) -> [(fault: ResolutionError, seed: Int?)] {
        var faults: [(fault: ResolutionError, seed: Int?)] = []
        for (number, key) in seeds.enumerated() {
            do throws(ResolutionError) {
                try container.seedRegistration(key)
            } catch {
                faults.append((error, number))
            }
        }
        let declared = container.ancestors.flatMap(\.ownBindings).filter {
            $0.isSeeded && $0.scope == container.scope && container.registered($0.key) === $0
        }
        for binding in declared.inOrderOfSource({ ($0.location, [$0.key.description]) })
        where !seeds.contains(binding.key) {
            faults.append((ResolutionError(.notSeeded, key: binding.key, location: binding.location), nil))
        }
        return faults
    }
}

extension ValidationReport {
    /// Forgets the warnings of registrations that nothing leads to.
    package mutating func removeUnused() { warnings.removeAll { $0.code == .unused } }
}

extension ResolutionError {
    /// The place in the source that a compiler would mark: of two registrations of a key the second.
    package var place: SourceLocation? {
        if case .second(let second) = storage.detail { second } else { location }
    }

    /// The error that a resolve of the second key of the path throws, if the first key stands for the code that resolves;
    /// otherwise the error itself.
    ///
    /// - Parameter isEntry: Whether a type stands for the code that resolves.
    package func seenOutside(where isEntry: (any Any.Type) -> Bool) -> ResolutionError {
        guard let first = storage.path.first, isEntry(first.key.type) else { return self }
        let path = Array(storage.path.dropFirst())
        return switch (code, storage.detail) {
        case (.missing, let detail), (.justInTimeForbidden, let detail):
            ResolutionError(code, key: storage.key, path: path, detail: detail)
        case (_, .conflict(let conflict)):
            ResolutionError(
                .outsideScope, key: conflict.held.key, path: path, location: conflict.held.location,
                detail: .scope(conflict.tag))
        default: self
        }
    }
}
