/// A hint for the message about an unknown customer.
enum CustomerHint {
    static func text(for id: Customer.ID, among customers: some Collection<Customer>) -> String {
        let asked = id.description.lowercased()
        let ranked = customers.map { (distance: distance(asked, $0.id.description.lowercased()), customer: $0) }
            .sorted { ($0.distance, $0.customer.id) < ($1.distance, $1.customer.id) }
        guard let nearest = ranked.first, let first = customers.map(\.id).min(),
            let last = customers.map(\.id).max()
        else { return "there are no customers at all" }
        // If the user types a name instead of an ID, the hint shows the ID.
        let named = ranked.map(\.customer).filter { $0.name.lowercased().contains(asked) }
        let likely =
            !asked.isEmpty && !named.isEmpty
            ? named : ranked.prefix { $0.distance <= 2 && $0.distance == nearest.distance }.map(\.customer)
        guard !likely.isEmpty else { return "the IDs go from \(first) to \(last)" }
        return "did you mean " + likely.prefix(3).map { "\($0.id) (\($0.name))" }.joined(separator: " or ") + "?"
    }

    /// The number of letters to insert, delete or change (Levenshtein distance).
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let substituted = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
