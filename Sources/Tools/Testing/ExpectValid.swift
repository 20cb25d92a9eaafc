public import Armory
public import ArmoryCheck
internal import Testing

/// Expects that the graphs of an application have no fault, in every combination of settings.
///
/// It is the check of `swift package check-graph` in a test: each fault is an issue at the line of its registration. The
/// standard error also receives the verdict as the compiler prints errors. Warnings are issues that fail no test. Outside a
/// test of Swift Testing, for example in XCTest, all faults are thrown as one ``ExpectationFailure``.
///
/// ```swift
/// @Test func graph() async throws {
///     try await expectValid {
///         CheckedGraph { Wiring.shop }
///     }
/// }
/// ```
///
/// The code that creates the modules runs. No factory runs, unless it is a dry run.
///
/// - Parameters:
///   - dryRun: Whether to run every factory once, with all its effects, to see what closures resolve.
///   - strictly: Whether warnings, and registrations that are not checked, are faults too.
///   - fileID: The file where a fault is reported that belongs to no file of the package.
///   - filePath: The path of this file. The sources of the package are searched from its `Package.swift` on.
///   - line: The line where such a fault is reported.
///   - column: The column where such a fault is reported.
///   - graphs: One graph for each combination of settings.
/// - Throws: An error if there is no graph, or if two have one name; ``ExpectationFailure`` outside a test of Swift Testing;
///   an error of `graphs`.
public func expectValid(
    dryRun: Bool = false, strictly: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @CheckedGraphList _ graphs: () throws -> [CheckedGraph]
) async throws {
    let failure = TestFailure(fileID, filePath, line, column)
    let request = CheckRequest(ofTest: filePath, fileID: fileID, dryRun: dryRun, strictly: strictly)
    let verdict = try await CheckRun(request, graphs()).verdict()
    let findings = verdict.findings + (strictly ? verdict.unchecked : [])
    verdict.printToStandardError(listsUnchecked: strictly, lister: "expectValid(strictly: true)")
    guard failure.isRecorded else {
        guard verdict.fails(strictly: strictly) else { return }
        throw ExpectationFailure(messages: findings.map(verdict.compilerText))
    }
    for finding in findings {
        let severity: Issue.Severity = strictly || finding.severity == .error ? .error : .warning
        failure.record(verdict.issueText(finding), severity: severity, at: finding.place)
    }
}

/// Expects that a container of the module would work: nothing is missing, duplicated, in a cycle or held too long.
///
/// Each fault is a separate issue, with its whole message, at the line of its registration. Outside a test of Swift Testing,
/// for example in XCTest, all faults are thrown as one ``ExpectationFailure``.
///
/// ```swift
/// @Test func theWiringIsSound() throws { try expectValid(Wiring.module) }
/// ```
///
/// Use `expectValid { CheckedGraph { … } }` for an application, which has entries, scopes and combinations of settings.
///
/// - Parameters:
///   - module: The module to check.
///   - parents: The parents of the container, which are searched for registrations that the module does not have.
///   - configuration: The configuration of the container; its environment decides conditions.
///   - dryRun: Whether to run the factories too, as ``Armory/Container/validate(dryRun:)`` does.
///   - fileID: The file where a fault is reported that belongs to no file of the package.
///   - filePath: The path of this file. The sources of the package are searched from its `Package.swift` on.
///   - line: The line where such a fault is reported.
///   - column: The column where such a fault is reported.
public func expectValid(
    _ module: Module, parents: [Container] = [],
    configuration: Container.Configuration = .init(), dryRun: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
    do {
        try module.validate(parents: parents, configuration: configuration, dryRun: dryRun)
    } catch {
        let faults = error.faults.isEmpty ? [error] : error.faults
        let failure = TestFailure(fileID, filePath, line, column)
        guard failure.isRecorded else { throw ExpectationFailure(messages: faults.map(\.description)) }
        let files = SourceFiles(around: filePath, fileID: fileID)
        for fault in faults { failure.record(fault.description, at: fault.place.map(files.place)) }
    }
}
