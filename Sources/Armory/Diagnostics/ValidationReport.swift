/// What is wrong with a container, and what is worth a look.
public struct ValidationReport: Sendable {
    /// What cannot work, each with its fix.
    public internal(set) var faults: [ResolutionError] = []
}

extension Container {
    func validation(of bindings: Set<ObjectIdentifier>?) -> ValidationReport { ValidationReport() }
}
