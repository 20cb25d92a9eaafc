/// The words of the error of a registration that overrides nothing, or replaces nothing in a module.
struct OverrideWords: ErrorWords {
    /// Whether it is an element of a list.
    let isContributed: Bool
    /// Whether it replaces what modules register.
    var isInModule = false
    /// Registrations that may have been meant.
    var near: [NearMatch] = []

    var keys: [ServiceKey] { near.map(\.step.key) }

    func headline(for error: ErrorNames) -> String? {
        let name = error.name(of: error.key)
        if isContributed {
            return "\(name) is registered for lists only, and one element of a list cannot be replaced."
        }
        return isInModule ? "\(name) replaces nothing: the module does not register it." : nil
    }

    func linesAfterPath(for error: ErrorNames) -> [String]? {
        let noun = isInModule ? "replacement" : "override"
        return (error.location.map { ["the \(noun) is at \($0)"] } ?? [])
            + near.map { "near: \($0.nearMatchLine(for: error))" }
    }

    func suggestedFix(for error: ErrorNames) -> String? {
        let name = error.name(of: error.key)
        let list = "[\(error.name(of: error.key.type))].self"
        switch (isInModule, isContributed) {
        case (true, true):
            return "leave the registration out of the module, or override the whole list in a test: \(list)."
        case (true, false):
            return
                "use the exact type and name of a registration in the module, or register \(name) outside of the module."
        case (false, true): return "override the whole list: \(list)."
        case (false, false):
            return near.first.map {
                "override \(error.name(of: $0.step.key)), or register \(name) where the container is built."
            }
        }
    }
}
