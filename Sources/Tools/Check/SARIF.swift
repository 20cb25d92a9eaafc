// The verdict in the format that code hosts show in a review: https://docs.oasis-open.org/sarif/sarif/v2.1.0/

import Foundation

/// A log with one run.
struct SARIF: Encodable {
    private let version = "2.1.0"
    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case version, runs
        case schema = "$schema"
    }

    /// - Parameter root: The folder that the paths are relative to.
    init(_ verdict: Verdict, root: URL) {
        let codes = Set(verdict.findings.compactMap(\.code)).sorted()
        let rules = codes.map { Rule(id: $0, help: Text(text: Verdict.page(of: $0))) }
        runs = [
            Run(
                tool: Tool(driver: Driver(name: "check-graph", rules: rules)),
                results: (verdict.findings + verdict.unchecked).map { Result($0, root: root) })
        ]
    }

    private struct Run: Encodable {
        let tool: Tool
        let results: [Result]
    }

    private struct Tool: Encodable { let driver: Driver }

    private struct Driver: Encodable {
        let name: String
        let rules: [Rule]
    }

    private struct Rule: Encodable {
        let id: String
        let help: Text
    }

    private struct Text: Encodable { let text: String }

    private struct Result: Encodable {
        let ruleId: String
        let level: String
        let message: Text
        let locations: [Location]
        let relatedLocations: [Location]
        let properties: [String: [String]]

        init(_ finding: Verdict.Finding, root: URL) {
            ruleId = finding.code ?? (finding.severity == .error ? "notBuilt" : "notChecked")
            level = finding.severity.rawValue
            message = Text(text: ([finding.message] + finding.notes.map(\.message)).joined(separator: "\n"))
            locations = [Location(finding.place, nil, root: root)]
            relatedLocations = finding.notes.compactMap { note in
                note.place.map { Location($0, note.message, root: root) }
            }
            properties = ["graphs": finding.graphs]
        }
    }

    private struct Location: Encodable {
        let physicalLocation: PhysicalLocation
        let message: Text?

        init(_ place: SourceFiles.Place, _ text: String?, root: URL) {
            let prefix = root.path.hasSuffix("/") ? root.path : root.path + "/"
            let isInside = place.path.hasPrefix(prefix)
            let path = isInside ? String(place.path.dropFirst(prefix.count)) : place.path
            let uri = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            physicalLocation = PhysicalLocation(
                artifactLocation: Artifact(uri: place.path.hasPrefix("/") && !isInside ? "file://" + uri : uri),
                region: Region(startLine: place.line, startColumn: place.column))
            message = text.map { Text(text: $0) }
        }
    }

    private struct PhysicalLocation: Encodable {
        let artifactLocation: Artifact
        let region: Region
    }

    private struct Artifact: Encodable { let uri: String }

    private struct Region: Encodable {
        let startLine: Int
        let startColumn: Int
    }
}
