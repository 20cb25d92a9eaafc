// The conditions of a container as a table.

public import Armory

extension Sequence where Element == ConditionInfo {
    /// The registrations as a table: whether each is used, its key, its place, the modules that lead to it, and why.
    ///
    /// Wide texts are shortened in the middle.
    ///
    /// ```swift
    /// print(container.conditions.list())
    /// ```
    ///
    /// - Complexity: O(n) in the number of registrations.
    public func list() -> String {
        var table = TextTable([
            TextTable.Column(heading: "used"), TextTable.Column(heading: "key"),
            TextTable.Column(heading: "place", limit: 48), TextTable.Column(heading: "module", limit: 48),
            TextTable.Column(heading: "why", limit: 120),
        ])
        var isEmpty = true
        for info in self {
            isEmpty = false
            table.add([
                info.isUsed ? "in" : "out", info.registration.key, "\(info.registration.location)",
                info.modules.joined(separator: " > "), info.explanation.joined(separator: "; "),
            ])
        }
        return isEmpty ? "Nothing is registered." : table.text
    }
}
