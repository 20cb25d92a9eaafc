public import Armory

/// Expects that a container of the module would work: nothing is missing, twice, in a circle or held too long.
///
/// Each fault is an issue of its own, with its whole message, at the line of the call. Outside of a test of the toolchain's
/// Testing, in XCTest for one, all are thrown as one ``ExpectationFailure``.
///
/// ```swift
/// @Test func theWiringIsSound() throws { try expectValid(Wiring.module) }
/// ```
///
/// - Parameters:
///   - module: What is checked.
///   - parents: The containers that would be searched for what the module does not have.
///   - scope: The tag of the scope that the container would be.
///   - configuration: How the container would behave; its environment decides conditions.
///   - dryRun: Whether to run the factories too: ``Armory/Container/dryRun()``.
///   - fileID: The file that fails.
///   - filePath: The file that fails.
///   - line: The line that fails.
///   - column: The column that fails.
public func expectValid(
    _ module: Module, parents: [Container] = [], scope: ScopeTag? = nil,
    configuration: Container.Configuration = .init(), dryRun: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
    do {
        try module.validate(parents: parents, scope: scope, configuration: configuration, dryRun: dryRun)
    } catch {
        let faults = error.faults.isEmpty ? [error] : error.faults
        try TestFailure(fileID, filePath, line, column).report(faults.map(\.description))
    }
}
