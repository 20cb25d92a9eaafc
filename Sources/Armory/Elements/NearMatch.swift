// What may have been meant where a registration is missing, and the words of a promise that nothing keeps.

/// A registration that may have been meant.
struct NearMatch: Sendable {
    /// Why the key does not lead to it, besides its qualifier and its type.
    enum Obstacle: Sendable {
        /// It is private in a module.
        case isPrivate(ModuleIdentity)
        /// Only lists have it.
        case isContributed
        /// Its module is not in the container.
        case isNotIncluded(ModuleIdentity)
        /// It is a child's, which its parents do not see.
        case isInChild
        /// Its condition, which has read this, does not hold.
        case hasUnmetCondition(facts: String)
    }

    let step: ResolutionError.Step
    /// Nil: nothing else is in the way.
    var obstacle: Obstacle?
}

/// The words of the error of a promise that nothing keeps.
struct PromisedWords: ErrorWords {
    let near: [NearMatch]

    var keys: [ServiceKey] { near.map(\.step.key) }

    func headline(for error: ErrorNames) -> String? { "\(error.name(of: error.key)) is promised, but not registered." }

    func linesAfterPath(for error: ErrorNames) -> [String]? {
        (error.location.map { ["it was promised at \($0)"] } ?? [])
            + near.map { "near: \($0.nearMatchLine(for: error))" }
    }

    func suggestedFix(for error: ErrorNames) -> String? {
        let name = error.name(of: error.key)
        guard let match = near.first else { return "register \(name), or include a module that registers it." }
        if case .isNotIncluded(let module) = match.obstacle { return "include \(module)." }
        return "register \(name), or promise \(error.name(of: match.step.key))."
    }
}

extension NearMatch {
    /// The registration in one line.
    func nearMatchLine(for error: ErrorNames) -> String {
        let name = error.name(of: step.key)
        let place = step.location.map { ", registered at \($0)" } ?? ""
        switch obstacle {
        case nil: return name + place
        case .isPrivate(let module): return "\(name) private in \(module)\(place)"
        case .isContributed: return "\(name) in its list\(place)"
        case .isInChild: return "\(name) in a child container\(place)"
        case .isNotIncluded(let module): return "\(name) in \(module), which is not included\(place)"
        case .hasUnmetCondition(let facts):
            return "\(name)\(place), whose condition does not hold" + (facts.isEmpty ? "" : ": " + facts)
        }
    }
}

extension ResolutionError {
    /// The error of a promise that nothing keeps.
    static func unkeptPromise(_ record: Record) -> ResolutionError {
        ResolutionError(
            .promised, record.key, location: record.location, detail: .featureWords(PromisedWords(near: [])))
    }
}
