public import Armory

/// Expects that a container of the module would work: nothing is missing, duplicated, in a cycle or held too long.
///
/// Each fault is a separate issue, with its whole message, at the line of the call. Outside a test of Swift Testing,
/// for example in XCTest, all faults are thrown as one ``ExpectationFailure``.
///
/// ```swift
/// @Test func theWiringIsSound() throws { try expectValid(Wiring.module) }
/// ```
///
/// - Parameters:
///   - module: The module to check.
///   - parents: The parents of the container, which are searched for registrations that the module does not have.
///   - configuration: The configuration of the container; its environment decides conditions.
///   - dryRun: Whether to run the factories too, as ``Armory/Container/validate(dryRun:)`` does.
///   - fileID: The file where the failure is reported.
///   - filePath: The file where the failure is reported.
///   - line: The line where the failure is reported.
///   - column: The column where the failure is reported.
public func expectValid(
    _ module: Module, parents: [Container] = [],
    configuration: Container.Configuration = .init(), dryRun: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
    do {
        try module.validate(parents: parents, configuration: configuration, dryRun: dryRun)
    } catch {
        let faults = error.faults.isEmpty ? [error] : error.faults
        try TestFailure(fileID, filePath, line, column).report(faults.map(\.description))
    }
}
