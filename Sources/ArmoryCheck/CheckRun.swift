// Runs a check: collects and validates each graph in a container that exists only for that.

import Armory
import ArmoryDiagrams
import Foundation

/// One check of all graphs.
package struct CheckRun {
    private let request: CheckRequest
    private let graphs: [CheckedGraph]

    /// - Throws: ``Complaint`` if there is nothing to check.
    package init(_ request: CheckRequest, _ graphs: [CheckedGraph]) throws(Complaint) {
        self.request = request
        self.graphs = graphs.filter { request.only == nil || $0.name == request.only }
        let names = graphs.map(\.name)
        if graphs.isEmpty { throw Complaint("graphs is empty, so there is nothing to check.") }
        if self.graphs.isEmpty {
            throw Complaint(
                "no graph is named \(request.only ?? ""). The graphs are: \(names.joined(separator: ", ")).")
        }
        if Set(names).count < names.count {
            throw Complaint(
                "two graphs have the same name. Give each a different name: \(names.joined(separator: ", ")).")
        }
    }

    package func outcome() async throws -> CheckOutcome {
        switch request.verb {
        case .check: try await check()
        case .baseline:
            CheckOutcome(text: try GraphBaseline(graphs: await collected { $0.shownGraph(request) }).text())
        case .compare: try await compare()
        case .conditions: try await listConditions()
        }
    }

    private func compare() async throws -> CheckOutcome {
        let baseline = try GraphBaseline(file: request.baseline ?? request.files.root.appending(path: "graph.json"))
        let new = GraphBaseline(graphs: try await collected { $0.shownGraph(request) })
        return CheckOutcome(text: baseline.markdown(of: new, only: request.only))
    }

    private func listConditions() async throws -> CheckOutcome {
        let lists = try await collected(\.conditions)
        let names = graphs.map(\.name)
        switch request.format {
        case .sarif: throw Complaint("conditions has the formats text and json.")
        case .json:
            let parts = names.map { "\(GraphBaseline.quoted($0)): \(lists[$0, default: []].json())" }
            return CheckOutcome(text: "{\n\(parts.joined(separator: ",\n"))\n}\n")
        case .text:
            let parts = names.map { (names.count > 1 ? "\($0)\n" : "") + lists[$0, default: []].list() }
            return CheckOutcome(text: parts.joined(separator: "\n\n") + "\n")
        }
    }

    /// What a container of each graph says, also of one with faults, by the graphs' names.
    private func collected<Value>(_ value: (Container) -> Value) async throws -> [String: Value] {
        var collected: [String: Value] = [:]
        for graph in graphs {
            let trial = GraphTrial(
                of: try await graph.module(), parents: [], scope: nil, configuration: graph.configuration)
            defer { trial.container.close() }
            collected[graph.name] = value(trial.container)
        }
        return collected
    }

    private func check() async throws -> CheckOutcome {
        var verdict = Verdict()
        var conditions: [[ConditionInfo]] = []
        for graph in graphs { await check(graph, &verdict, &conditions) }
        noteUnmet(conditions, &verdict)
        verdict.sort()
        let fails = verdict.fails(strictly: request.isStrict)
        if let stamp = request.stamp, !fails { try write(to: stamp) }
        return CheckOutcome(text: try verdict.text(request), code: fails ? 1 : 0)
    }

    /// Writes the file that tells the build that there is no fault.
    ///
    /// Leaves an existing file alone, so that the application is not compiled again because of it.
    private func write(to stamp: URL) throws {
        guard !FileManager.default.fileExists(atPath: stamp.path) else { return }
        try Data("// The graph has been checked, and has no fault.\n".utf8).write(to: stamp)
    }

    // MARK: One graph

    /// - Parameter conditions: Gets the conditions of the graph's registrations.
    private func check(
        _ graph: CheckedGraph, _ verdict: inout Verdict, _ conditions: inout [[ConditionInfo]]
    ) async {
        verdict.graphs.append(graph.name)
        guard let module = await module(graph.module, of: graph, &verdict) else { return }
        let trial = GraphTrial(
            of: Self.module(module, with: graph.entries.filter { !graph.isInScopeWithModule($0) }), parents: [],
            scope: nil, configuration: graph.configuration)
        defer { trial.container.close() }
        verdict.registrations = max(verdict.registrations, trial.registrationCount)
        var report = trial.report(dryRun: request.isDryRun)
        // The modules of scopes may use what nothing else does.
        if graph.hasScopeModules { report.removeUnused() }
        note(report, of: graph, &verdict)
        conditions.append(trial.container.conditions)
        var open: [ScopeTag: Container] = [:]
        defer { for container in open.values { container.close() } }
        for scope in graph.scopesInOrder {
            guard open[scope.tag] == nil else {
                addFault("The scope \"\(scope.tag)\" is declared twice.", at: scope.location, of: graph, &verdict)
                continue
            }
            await check(scope, of: graph, in: trial.container, &open, &verdict, &conditions)
        }
    }

    private func check(
        _ scope: CheckedScope, of graph: CheckedGraph, in application: Container, _ open: inout [ScopeTag: Container],
        _ verdict: inout Verdict, _ conditions: inout [[ConditionInfo]]
    ) async {
        var module: Module?
        if let contents = scope.module {
            module = await self.module(contents, of: graph, &verdict)
            if module == nil { return }
        }
        let entries = graph.entries.filter { $0.scope == scope.tag && graph.isInScopeWithModule($0) }
        let outer = scope.tag.outer.map { Self.opened($0, in: application, &open) } ?? application
        let trial = GraphTrial(
            of: Self.module(module ?? Module {}, with: entries), parents: [outer], scope: scope.tag,
            configuration: graph.configuration)
        open[scope.tag] = trial.container
        note(trial.report(dryRun: request.isDryRun && module != nil), of: graph, &verdict)
        conditions.append(trial.container.conditions)
        guard let location = scope.location else { return }
        let seeds = graph.seeds.filter { $0.tag == scope.tag }
        for (fault, seed) in trial.seedFaults(given: seeds.map(\.key)) {
            verdict.add(
                Verdict.Finding(
                    fault, .error, at: seed.map { seeds[$0].location } ?? location, in: graph, request.files))
        }
    }

    /// The container of a scope that the graph may say nothing about.
    private static func opened(
        _ tag: ScopeTag, in application: Container, _ open: inout [ScopeTag: Container]
    ) -> Container {
        if let container = open[tag] { return container }
        let outer = tag.outer.map { opened($0, in: application, &open) } ?? application
        let container = Container(parents: [outer], scope: tag, configuration: application.configuration)
        open[tag] = container
        return container
    }

    private static func module(_ module: Module, with entries: [CheckedEntry]) -> Module {
        Module {
            module
            for entry in entries { entry.registration() }
        }
    }

    /// The module that a closure creates; nil: it has thrown, which is a fault.
    private func module(
        _ make: @Sendable () async throws -> Module, of graph: CheckedGraph, _ verdict: inout Verdict
    ) async -> Module? {
        do {
            return try await make()
        } catch {
            addFault("The module of \(graph.name) cannot be created: \(error)", at: nil, of: graph, &verdict)
            return nil
        }
    }

    // MARK: Findings

    private func note(_ report: ValidationReport, of graph: CheckedGraph, _ verdict: inout Verdict) {
        for fault in report.faults {
            // The place is that of the entry, which the error of a resolve does not have.
            let seen = fault.seenOutside { $0 is any EntryType.Type }
            verdict.add(Verdict.Finding(seen, .error, at: fault.place, in: graph, request.files))
        }
        for warning in report.warnings {
            verdict.add(Verdict.Finding(warning, .warning, at: warning.location, in: graph, request.files))
        }
        for registration in report.opaque {
            addUnchecked(
                "\(registration.key) is not checked: its closure hides its dependencies. Declare them with dependsOn.",
                at: registration.location, of: [graph], &verdict)
        }
    }

    /// Lists the registrations whose conditions hold in no combination, which no container has checked.
    private func noteUnmet(_ conditions: [[ConditionInfo]], _ verdict: inout Verdict) {
        guard request.only == nil else { return }
        var met: Set<String> = []
        var unmet: [String: ConditionInfo] = [:]
        for info in conditions.joined() where info.hasCondition {
            let name = "\(info.registration.key) \(info.registration.location)"
            if info.isMet { met.insert(name) } else { unmet[name] = info }
        }
        for (name, info) in unmet where !met.contains(name) {
            let variables = info.variables.map(\.name)
            let facts = variables.isEmpty ? "" : " It has read \(variables.joined(separator: ", "))."
            addUnchecked(
                "\(info.registration.key) is not checked: its condition holds in no combination.\(facts)",
                at: info.registration.location, of: graphs, &verdict)
        }
    }

    /// Adds a fault that is none of the container.
    private func addFault(
        _ message: String, at location: SourceLocation?, of graph: CheckedGraph, _ verdict: inout Verdict
    ) {
        verdict.add(
            Verdict.Finding(
                severity: .error, code: nil, message: message,
                place: request.files.place(of: location ?? graph.location), notes: [], graphs: [graph.name]))
    }

    private func addUnchecked(
        _ message: String, at location: SourceLocation, of graphs: [CheckedGraph], _ verdict: inout Verdict
    ) {
        verdict.addUnchecked(
            Verdict.Finding(
                severity: .note, code: nil, message: message, place: request.files.place(of: location), notes: [],
                graphs: graphs.map(\.name)))
    }
}

extension Container {
    /// The graph that a request asks for.
    fileprivate func shownGraph(_ request: CheckRequest) -> ContainerGraph {
        request.isDryRun ? observedGraph() : graph
    }
}
