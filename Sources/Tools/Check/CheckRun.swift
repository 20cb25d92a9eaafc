// Runs a check: plans and validates each graph, of which no container is built.

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
            CheckOutcome(text: try GraphBaseline(graphs: await collected(shownGraph)).text())
        case .compare: try await compare()
        case .conditions: try await listConditions()
        }
    }

    private func compare() async throws -> CheckOutcome {
        let baseline = try GraphBaseline(file: request.baseline ?? request.files.root.appending(path: "graph.json"))
        let new = GraphBaseline(graphs: try await collected(shownGraph))
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

    /// What each graph says, also one with faults, by the graphs' names.
    private func collected<Value>(_ value: (GraphTrial) throws -> Value) async throws -> [String: Value] {
        var collected: [String: Value] = [:]
        for graph in graphs {
            let trial = GraphTrial(of: try await graph.module(), configuration: graph.configuration)
            collected[graph.name] = try value(trial)
        }
        return collected
    }

    /// The graph that the request asks for.
    private func shownGraph(_ trial: GraphTrial) throws -> ContainerGraph {
        let container = try trial.makeContainerDespiteFaults()
        defer { container.close() }
        return request.isDryRun ? container.graphFromDryRun() : container.graph
    }

    private func check() async throws -> CheckOutcome {
        let verdict = await verdict()
        let fails = verdict.fails(strictly: request.isStrict)
        if let stamp = request.stamp, !fails { try write(to: stamp) }
        return CheckOutcome(text: try verdict.text(request), code: fails ? 1 : 0)
    }

    /// All that is wrong with the graphs.
    package func verdict() async -> Verdict {
        var verdict = Verdict()
        var conditions: [[ConditionInfo]] = []
        for graph in graphs { await check(graph, &verdict, &conditions) }
        noteUnmet(conditions, &verdict)
        verdict.sort()
        return verdict
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
        let module: Module
        do {
            module = try await graph.module()
        } catch {
            addFault("The module of \(graph.name) cannot be created: \(error)", at: nil, of: graph, &verdict)
            return
        }
        let trial = GraphTrial(
            of: Module {
                module
                for entry in graph.entries { entry.registration() }
            }, configuration: graph.configuration)
        verdict.registrations = max(verdict.registrations, trial.registrationCount)
        note(trial.makeReport(dryRun: request.isDryRun), of: graph, &verdict)
        conditions.append(trial.conditions)
        var known: Set<ScopeTag> = []
        for scope in graph.scopes {
            guard known.insert(scope.tag).inserted else {
                addFault("The scope \"\(scope.tag)\" is declared twice.", at: scope.location, of: graph, &verdict)
                continue
            }
            let seeds = graph.seeds.filter { $0.tag == scope.tag }
            for (fault, seed) in trial.seedFaults(of: scope.tag, given: seeds.map(\.key)) {
                let location = seed.map { seeds[$0].location } ?? scope.location
                verdict.add(Verdict.Finding(fault, .error, at: location, in: graph, request.files))
            }
        }
    }

    // MARK: Findings

    private func note(_ report: ValidationReport, of graph: CheckedGraph, _ verdict: inout Verdict) {
        for fault in report.faults {
            // The place is that of the entry, which the error of a resolve does not have.
            verdict.add(Verdict.Finding(fault.seenFromEntry, .error, at: fault.place, in: graph, request.files))
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
        _ message: String, at location: CodeLocation?, of graph: CheckedGraph, _ verdict: inout Verdict
    ) {
        verdict.add(
            Verdict.Finding(
                severity: .error, code: nil, message: message,
                place: request.files.place(of: location ?? graph.location), notes: [], graphs: [graph.name]))
    }

    private func addUnchecked(
        _ message: String, at location: CodeLocation, of graphs: [CheckedGraph], _ verdict: inout Verdict
    ) {
        let files = request.files
        let place = request.printsUnchecked ? files.place(of: location) : files.unprintedPlace(of: location)
        verdict.addUnchecked(
            Verdict.Finding(
                severity: .note, code: nil, message: message, place: place, notes: [], graphs: graphs.map(\.name)))
    }
}
