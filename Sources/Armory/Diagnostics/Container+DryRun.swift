// Running every factory once, in a copy of the container, to see what closures ask for.
//
//     original --> copy: the same registrations, each closure with a resolver that notes what it is asked
//              --> every registration without arguments is made once, scoped ones in scopes of their tags
//              --> the graph of the original, with the edges that were seen --> the same checks as without a run

extension Container {
    /// Runs every factory once, in a copy of the container, and checks the whole graph with what closures have asked for.
    ///
    /// It is for tests: **factories and injections do run**, with all that they do besides. The copy has the same registrations
    /// and the same parents, and instances of its own, and is closed at the end; singletons of parents are made in the parents,
    /// as ever. Scopes are opened for what lives in scopes. Nothing is run that takes arguments or awaits, and nothing
    /// that needs what a scope's container is promised to bring.
    ///
    /// All that ``validate()`` finds is thrown, and beside it what fails when it runs, and what a closure asks for that its
    /// ``Registration/dependsOn(_:)`` does not name. What it names without asking for it is a warning.
    ///
    /// - Returns: What is worth a look, and what has not been run.
    /// - Throws: ``ResolutionError`` with the code `invalid`, whose ``ResolutionError/faults`` are all there are, or `closed`.
    @discardableResult
    public func dryRun() throws(ResolutionError) -> ValidationReport {
        guard !isClosed else { throw ResolutionError(.closed, key: ServiceKey(Container.self)) }
        let report = dryRunReport()
        let faults = report.faults + promisesOfTheScope
        guard faults.isEmpty else { throw ResolutionError(invalid: faults.inOrderOfSource()) }
        return report
    }

    func dryRunReport() -> ValidationReport {
        var run = DryRun(of: self)
        run.run()
        return run.report()
    }

    /// What a dry run has seen.
    func dryRunObservations() -> DryRunObservations {
        var run = DryRun(of: self)
        run.run()
        return run.seen
    }
}

/// What a dry run has seen.
struct DryRunObservations {
    /// What closures have asked for, by registration.
    let observed: [ObjectIdentifier: [Dependency]]
    /// The registrations of which that is all.
    let complete: Set<ObjectIdentifier>
    /// What has failed, but for what the graph with these edges tells itself.
    let failures: [ResolutionError]
}

/// One run of all factories of a container.
private struct DryRun {
    private let original: Container
    private let copy: Container
    private let bindings: [AnyBinding]
    private let observations = Observations()
    private var scopes: [ScopeTag: Container] = [:]
    /// What has been made without an error.
    private var made: Set<ObjectIdentifier> = []
    private var errors: [ResolutionError] = []

    init(of container: Container) {
        original = container
        var configuration = container.configuration
        configuration.duplicates = .replace
        configuration.validates = false
        configuration.isTrial = true
        copy = Container(parents: container.parents, scope: container.scope, configuration: configuration)
        bindings = container.ownBindings
            .map { ($0, $0.location.fileID, $0.location.line, $0.key.description) }
            .sorted { ($0.1, $0.2, $0.3) < ($1.1, $1.2, $1.3) }
            .map(\.0)
    }

    /// To be called once.
    mutating func run() {
        for binding in bindings { register(binding) }
        copy.freeze()
        PerTask.withInstances {
            for binding in bindings where isRun(binding) { make(binding) }
        }
        for scope in scopes.values { scope.close() }
        copy.close()
        observations.forgetInners()
    }

    private var graph: DependencyGraph {
        DependencyGraph(of: original, observed: observations.all, complete: made)
    }

    var seen: DryRunObservations {
        let faults = Validator(graph).report().faults
        return DryRunObservations(
            observed: observations.all, complete: made, failures: news(beside: faults) + undeclared())
    }

    func report() -> ValidationReport {
        var report = Validator(graph).report()
        report.faults = (report.faults + news(beside: report.faults) + undeclared()).inOrderOfSource()
        report.warnings = (report.warnings + unasked()).inOrderOfSource()
        return report
    }

    private mutating func register(_ binding: AnyBinding) {
        do throws(ResolutionError) { try copy.register(observations.observed(binding)) } catch { errors.append(error) }
    }

    private func isRun(_ binding: AnyBinding) -> Bool {
        binding.argumentType == nil && binding.options.isDisjoint(with: [.promise, .asynchronous])
    }

    // MARK: Running

    private mutating func make(_ binding: AnyBinding) {
        var tried: Set<ScopeTag> = []
        var container = binding.scope.map { scope($0) } ?? copy
        while true {
            do throws(ResolutionError) {
                try binding.activate(in: container)
                made.formUnion(binding.chain.map(ObjectIdentifier.init))
                return
            } catch {
                // What is made anew for each asker is asked for in the scope that it needs.
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

    /// A scope of the tag, in those that it lies in.
    private mutating func scope(_ tag: ScopeTag) -> Container {
        if ([copy] + copy.ancestors).contains(where: { $0.scope == tag }) { return copy }
        if let open = scopes[tag] { return open }
        let outer = tag.outer.map { scope($0) } ?? copy
        let opened = Container(parents: [outer], scope: tag, configuration: copy.configuration)
        scopes[tag] = opened
        return opened
    }

    /// Whether it failed for want of what is promised for scopes.
    private func isBroughtByScope(_ error: ResolutionError) -> Bool {
        if error.code == .notSeeded { return true }
        guard error.code == .promised else { return false }
        return bindings.contains {
            $0.options.contains(.promise) && $0.scope != nil && $0.key == error.storage.key
        }
    }

    // MARK: What it has shown

    /// The errors that say something which the graph's faults do not, each once.
    private func news(beside faults: [ResolutionError]) -> [ResolutionError] {
        var seen = Set(faults.map(Identity.init))
        let cyclic = Set(faults.filter { $0.code == .cycle }.flatMap(\.path))
        let held = Set(faults.filter { [.captive, .unreachableScope].contains($0.code) }.compactMap(\.path.last))
        // The shortest way to what failed.
        return errors.sorted { $0.path.count < $1.path.count }.filter { error in
            if error.code == .cycle, !cyclic.isDisjoint(with: error.path) { return false }
            if error.code == .asynchronous, isStarted(error.storage.key) { return false }
            if error.code == .outsideScope, held.contains(error.key) { return false }
            return seen.insert(Identity(error)).inserted
        }
    }

    /// Whether the container's start makes it, which is not run here.
    private func isStarted(_ key: ServiceKey) -> Bool {
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

    /// Bindings that say all that they ask for, with what they say and what they have asked for.
    private var declaring: [(binding: AnyBinding, declared: [Dependency], asked: [Dependency])] {
        let asked = observations.all
        return bindings.flatMap(\.chain).compactMap { binding in
            let declared = binding.dependencies.map(\.innermost)
            guard !binding.isOpaque, !declared.contains(where: \.isUnknown) else { return nil }
            return (binding, declared, (asked[ObjectIdentifier(binding)] ?? []).map(\.innermost))
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
            return declared.filter { $0.isDeclared && !known.contains($0.key) }.map { fault(.unasked, binding, $0) }
        }
    }

    private func fault(_ code: ResolutionError.Code, _ binding: AnyBinding, _ need: Dependency) -> ResolutionError {
        let step = ResolutionError.Step(key: need.key, location: nil)
        return ResolutionError(code, key: need.key, path: [binding.step, step], location: binding.location)
    }
}
