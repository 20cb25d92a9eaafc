/// What is known of a container's graph without running a factory: what is wrong, what is worth a look, and what nobody knows.
///
/// ``Container/validate()`` returns one where nothing is wrong.
public struct ValidationReport: Sendable, CustomStringConvertible {
    /// A registration whose closures hide what they ask for.
    ///
    /// ``Registration/dependsOn(_:)`` tells, and a ``Container/dryRun()`` finds out.
    public struct OpaqueRegistration: Sendable, CustomStringConvertible {
        /// What it is found by, as in ``ResolutionError/key``.
        public let key: String
        /// Where it is written.
        public let location: SourceLocation

        /// The key and the place.
        public var description: String { "\(key), registered at \(location)" }
    }

    /// What cannot work, each with its fix, by file and line.
    package internal(set) var faults: [ResolutionError] = []

    /// What works and is probably not meant, by file and line: the codes are ``ResolutionError/Code/unused`` and
    /// ``ResolutionError/Code/unasked``.
    public internal(set) var warnings: [ResolutionError] = []

    /// Registrations that are not checked, because what their closures ask for is not known, by file and line.
    public internal(set) var opaque: [OpaqueRegistration] = []

    /// Whether unused registrations were looked for.
    ///
    /// They are where some registration is marked with ``Registration/root()`` and everything that a root leads to is known.
    public internal(set) var findsUnused = false

    /// All of it, numbered.
    public var description: String {
        let parts = [
            listed("fault", faults), listed("warning", warnings),
            opaque.isEmpty
                ? [] : ["Not checked, because closures hide what they ask for:"] + opaque.map { "- \($0)" },
        ]
        let lines = parts.flatMap(\.self)
        return lines.isEmpty ? "Nothing is wrong." : lines.joined(separator: "\n")
    }

    private func listed(_ word: String, _ errors: [ResolutionError]) -> [String] {
        guard !errors.isEmpty else { return [] }
        return [errors.count == 1 ? "1 \(word):" : "\(errors.count) \(word)s:"]
            + ResolutionError.Storage.numbered(errors)
    }
}

extension [ResolutionError] {
    /// By file, line, key and way.
    func inOrderOfSource() -> [ResolutionError] {
        map { ($0, $0.location?.fileID ?? "", $0.location?.line ?? 0, $0.key, $0.path) }
            .sorted { left, right in
                if left.1 != right.1 { return left.1 < right.1 }
                if left.2 != right.2 { return left.2 < right.2 }
                if left.3 != right.3 { return left.3 < right.3 }
                return left.4.lexicographicallyPrecedes(right.4)
            }
            .map(\.0)
    }
}
