// Runs every factory once, in a copy of the container, to see what closures resolve.
//
//     original --> copy: the same registrations, each closure with a resolver that notes its requests
//              --> creates every registration without arguments once, scoped ones in scopes of their tags
//              --> the graph of the original, with the observed edges --> the same checks as without a run

extension Container {
    /// Runs every factory once, in a copy of the container, and checks the whole graph with the observed dependencies.
    ///
    /// Use it in tests: **factories and injections do run**, with all their side effects. The copy has the same
    /// registrations and parents, but separate instances, and is closed at the end. Singletons of parents are created
    /// in the parents, as always. Scoped registrations run in scopes of their tags. Does not run a factory that takes
    /// arguments or awaits, that its callers bring along, or that needs a value which is promised for a scope.
    ///
    /// Throws all faults that ``validate()`` finds, all failures of factories, and each dependency that a closure asks
    /// for without naming it in ``Registration/dependsOn(_:)``. A dependency that is named but not asked for is a
    /// warning.
    ///
    /// - Returns: The warnings, and the registrations that were not run.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all faults, or
    ///   `closed`.
    @discardableResult
    public func dryRun() throws(ResolutionError) -> ValidationReport {
        try checkOpen()
        return try DryRun(of: self).report().checked(with: promisesOfTheScope)
    }
}

/// One run of all factories of a container.
struct DryRun {
    private let original: Container
    private let copy: Container
    private let bindings: [Binding]
    /// The dependencies that closures asked for, by registration.
    private(set) var observed: [ObjectIdentifier: [Dependency]] = [:]
    /// The registrations whose instances were created without an error, so that their observed dependencies are
    /// complete.
    private(set) var made: Set<ObjectIdentifier> = []
    private var scopes: [ScopeTag: Container] = [:]
    private var errors: [ResolutionError] = []

    /// Runs all factories.
    init(of container: Container) {
        original = container
        var configuration = container.configuration
        configuration.duplicates = .replace
        configuration.validates = false
        configuration.isTrial = true
        copy = Container(parents: container.parents, scope: container.scope, configuration: configuration)
        bindings = container.ownBindings.inOrderOfSource { ($0.location, [$0.key.description]) }
        let observations = Observations()
        let records = bindings.map(observations.observed)
        // Throws only if the copy is closed, or changes meanwhile, and no other code has the copy.
        errors = (try? copy.add(ServiceKey(Container.self)) { _ in records }) ?? []
        copy.freeze()
        PerTask.withInstances {
            for binding in bindings
            where binding.argumentType == nil && !binding.isMadeByCallers
                && binding.options.isDisjoint(with: [.promise, .asynchronous])
            {
                make(binding)
            }
        }
        for scope in scopes.values { scope.close() }
        copy.close()
        observed = observations.all
        observations.forgetRecords()
    }

    func report() -> ValidationReport {
        var report = validator.report()
        report.faults = (report.faults + news(beside: report.faults) + undeclared()).inOrderOfSource()
        report.warnings = (report.warnings + unasked()).inOrderOfSource()
        return report
    }

    /// The failures, except those that the graph with the observed edges reports itself.
    var failures: [ResolutionError] { news(beside: validator.report().faults) + undeclared() }

    private var validator: Validator {
        Validator(DependencyGraph(of: original, observed: observed, complete: made))
    }

    // MARK: Running

    private mutating func make(_ binding: Binding) {
        var tried: Set<ScopeTag> = []
        var container = binding.scope.map { scope($0) } ?? copy
        while true {
            do throws(ResolutionError) {
                try binding.activate(in: container)
                made.formUnion(binding.chain.map(ObjectIdentifier.init))
                return
            } catch {
                // A transient or graph registration needs a scope: try again in that scope.
                if error.code == .outsideScope, case .scope(let tag) = error.storage.detail,
                    binding.lifetime == .transient || binding.lifetime == .graph, tried.insert(tag).inserted
                {
                    container = scope(tag)
                    continue
                }
                if !isBroughtByScope(error) { errors.append(error) }
                return
            }
        }
    }

    /// A scope of the tag, inside the scopes that the tag requires.
    private mutating func scope(_ tag: ScopeTag) -> Container {
        if ([copy] + copy.ancestors).contains(where: { $0.scope == tag }) { return copy }
        if let open = scopes[tag] { return open }
        let outer = tag.outer.map { scope($0) } ?? copy
        let opened = Container(parents: [outer], scope: tag, configuration: copy.configuration)
        scopes[tag] = opened
        return opened
    }

    /// Whether the failure is due to a value that is promised for scopes.
    private func isBroughtByScope(_ error: ResolutionError) -> Bool {
        if error.code == .notSeeded { return true }
        guard error.code == .promised else { return false }
        return bindings.contains {
            $0.options.contains(.promise) && $0.scope != nil && $0.key == error.storage.key
        }
    }

    // MARK: Findings

    /// The errors that the graph's faults do not report already, each once.
    private func news(beside faults: [ResolutionError]) -> [ResolutionError] {
        var seen = Set(faults.map(Identity.init))
        let cyclic = Set(faults.filter { $0.code == .cycle }.flatMap(\.path))
        let held = Set(faults.filter { [.captive, .unreachableScope].contains($0.code) }.compactMap(\.path.last))
        // Prefers the error with the shortest path.
        return errors.sorted { $0.path.count < $1.path.count }.filter { error in
            if error.code == .cycle, !cyclic.isDisjoint(with: error.path) { return false }
            if error.code == .asynchronous, isMadeByStart(error.storage.key) { return false }
            if error.code == .outsideScope, held.contains(error.key) { return false }
            return seen.insert(Identity(error)).inserted
        }
    }

    /// Whether the container's start creates the instance.
    ///
    /// A dry run does not start the container.
    private func isMadeByStart(_ key: ServiceKey) -> Bool {
        bindings.contains { $0.key == key && $0.isThereOnceStarted() }
    }

    private struct Identity: Hashable {
        let code: ResolutionError.Code
        let key: ServiceKey
        let location: SourceLocation?

        init(_ error: ResolutionError) {
            code = error.code
            key = error.storage.key
            location = error.location
        }
    }

    /// Registrations that declare all their dependencies, with the declared and the observed ones.
    private var declaring: [(binding: Binding, declared: [Dependency], asked: [Dependency])] {
        bindings.flatMap(\.chain).compactMap { binding in
            let declared = binding.dependencies.map(\.innermostWrapped)
            guard !binding.isOpaque, !declared.contains(where: \.isUnknown) else { return nil }
            return (binding, declared, (observed[ObjectIdentifier(binding)] ?? []).map(\.innermostWrapped))
        }
    }

    private func undeclared() -> [ResolutionError] {
        declaring.flatMap { binding, declared, asked in
            var known = Set(declared.map(\.key))
            return asked.filter { known.insert($0.key).inserted }.map { fault(.undeclared, binding, $0) }
        }
    }

    private func unasked() -> [ResolutionError] {
        declaring.filter { made.contains(ObjectIdentifier($0.binding)) }.flatMap { binding, declared, asked in
            let known = Set(asked.map(\.key))
            // The layers of a record are not asked for: they are around it.
            return declared.filter { $0.isDeclared && !$0.isLayering && !known.contains($0.key) }
                .map { fault(.unasked, binding, $0) }
        }
    }

    private func fault(_ code: ResolutionError.Code, _ binding: Binding, _ need: Dependency) -> ResolutionError {
        let step = ResolutionError.Step(key: need.key, location: nil)
        return ResolutionError(code, key: need.key, path: [binding.step, step], location: binding.location)
    }
}
