// The graph as a table.

public import Armory

extension ContainerGraph {
    /// The nodes as a table: key, lifetime, state, module and place, and measurements if there are any.
    ///
    /// The measurements are how often each instance was created, and the total time for it. Wide texts are shortened in
    /// the middle. `!` after a key marks a node with faults. `?` after a key marks a node that may need more than is
    /// known; a line below the table explains the mark. The last lines name the nodes that most others need, and those that need
    /// most others.
    ///
    /// - Complexity: O(nodes · log nodes + edges).
    public func list() -> String {
        guard !nodes.isEmpty else { return "Nothing is registered." }
        let isMeasured = nodes.contains { $0.activity != nil }
        var columns = [
            TextTable.Column(heading: "key"), TextTable.Column(heading: "lifetime", limit: 30),
            TextTable.Column(heading: "state"), TextTable.Column(heading: "module", limit: 24),
            TextTable.Column(heading: "place", limit: 48),
        ]
        if isMeasured {
            columns += [
                TextTable.Column(heading: "made", isNumber: true), TextTable.Column(heading: "time", isNumber: true),
            ]
        }
        var table = TextTable(columns)
        for node in nodes {
            let key =
                TerminalText.shortened(node.key, to: 58) + (node.isOpaque ? " ?" : "")
                + (node.faults.isEmpty ? "" : " !")
            var row = [
                key, node.lifetime == nil ? "" : node.lifetimeWords, node.state == .none ? "" : "\(node.state)",
                node.module ?? "", node.place ?? "",
            ]
            if isMeasured {
                let activity = node.activity ?? Activity()
                row += activity.made == 0 ? ["", ""] : ["\(activity.made)", shownDuration(activity.makingNanoseconds)]
            }
            table.add(row)
        }
        let mark = nodes.contains(where: \.isOpaque) ? ["? may need more: its closures hide their dependencies."] : []
        return ([table.text] + mark + fanLines).joined(separator: "\n")
    }
}
