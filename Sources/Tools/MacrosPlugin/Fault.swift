#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// An error that a macro reports, or the title of a fix for it.
struct Fault: DiagnosticMessage, FixItMessage {
    let message: String
    let code: String

    var diagnosticID: MessageID { MessageID(domain: "ArmoryMacros", id: code) }
    var fixItID: MessageID { diagnosticID }
    var severity: DiagnosticSeverity { .error }

    /// The error to throw.
    ///
    /// - Parameters:
    ///   - code: Identifies the kind of error; the text may change.
    ///   - node: The place in the source.
    ///   - message: The problem, and how to fix it.
    ///   - fixIts: Changes of the source, each of which fixes it.
    static func error(
        _ code: String, at node: some SyntaxProtocol, _ message: String, fixIts: [FixIt] = []
    ) -> DiagnosticsError {
        let fault = Fault(message: message, code: code)
        return DiagnosticsError(diagnostics: [Diagnostic(node: node, message: fault, fixIts: fixIts)])
    }

    /// A fix that replaces one node with another.
    static func fix(_ title: String, _ old: some SyntaxProtocol, by new: some SyntaxProtocol) -> FixIt {
        FixIt(
            message: Fault(message: title, code: "fix"),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
#endif
