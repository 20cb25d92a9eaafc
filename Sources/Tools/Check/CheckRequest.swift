// The words that the plugins start a check with. They are no interface for people: `swift package check-graph --help` is.

import Foundation

/// What a check is asked for.
package struct CheckRequest {
    /// What the program does.
    enum Verb: String, CaseIterable {
        /// Prints the verdict.
        case check
        /// Prints the graph as JSON, as the baseline of a comparison.
        case baseline
        /// Prints the changes since a baseline, as Markdown.
        case compare
        /// Prints why each registration is in or out.
        case conditions
    }

    /// The form of the verdict.
    enum Format: String, CaseIterable {
        case text
        case json
        case sarif
    }

    private(set) var verb = Verb.check
    private(set) var format = Format.text
    /// Whether registrations that are not checked are listed.
    private(set) var listsUnchecked = false
    /// Whether warnings, and registrations that are not checked, are faults too.
    private(set) var isStrict = false
    /// Whether the output has the registrations that are not checked, and not only their number.
    var printsUnchecked: Bool { listsUnchecked || isStrict || format != .text }
    /// Whether every factory runs once.
    private(set) var isDryRun = false
    /// The name of the only graph to look at.
    private(set) var only: String?
    /// The file that is written if there is no fault.
    private(set) var stamp: URL?
    /// The file of the baseline.
    private(set) var baseline: URL?
    private(set) var files = SourceFiles(root: URL(filePath: FileManager.default.currentDirectoryPath))

    /// The request of a test.
    ///
    /// - Parameters:
    ///   - path: The `#filePath` of the test.
    ///   - fileID: Its `#fileID`.
    ///   - dryRun: Whether every factory runs once.
    ///   - isStrict: Whether warnings, and registrations that are not checked, are faults too.
    package init(ofTest path: String, fileID: String, dryRun: Bool, strictly isStrict: Bool) {
        files = SourceFiles(around: path, fileID: fileID)
        isDryRun = dryRun
        self.isStrict = isStrict
    }

    /// - Throws: ``Complaint`` if a word is not known.
    package init(_ words: some Sequence<String>) throws(Complaint) {
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            try take(parts[0], parts.count > 1 ? parts[1] : nil, word)
        }
    }

    private mutating func take(_ name: String, _ value: String?, _ word: String) throws(Complaint) {
        switch (name, value) {
        case ("unchecked", nil): listsUnchecked = true
        case ("strict", nil): isStrict = true
        case ("dry-run", nil): isDryRun = true
        case ("only", let value?): only = value
        case ("stamp", let value?): stamp = URL(filePath: value)
        case ("baseline", let value?): baseline = URL(filePath: value)
        case ("root", let value?): files.root = URL(filePath: value)
        case ("format", let value?):
            guard let known = Format(rawValue: value) else {
                throw Complaint(
                    "there is no format \(value). The formats are \(Format.allCases.map(\.rawValue).joined(separator: ", "))."
                )
            }
            format = known
        case ("source", let value?):
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { fallthrough }
            files.folders[parts[0], default: []].append(URL(filePath: parts[1]))
        default:
            guard value == nil, let known = Verb(rawValue: name) else {
                throw Complaint(
                    "\(word) is not an argument of this check. Run it with swift package check-graph; --help lists the arguments."
                )
            }
            verb = known
        }
    }
}

/// A reason why the check does not run.
package struct Complaint: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// The output of a check, and the exit code of the process.
package struct CheckOutcome: Sendable {
    package var text: String
    package var code: Int32 = 0
}
