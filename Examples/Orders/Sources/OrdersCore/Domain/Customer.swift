/// Somebody who orders.
package struct Customer: Identifiable, Sendable {
    /// What a customer is called in files and on the command line: `C001`.
    ///
    /// A type of its own, so that a run-time argument that is a customer cannot be mistaken for any other text.
    package struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
        package let description: String

        package init(_ text: String) {
            description = text
        }

        package static func < (left: ID, right: ID) -> Bool { left.description < right.description }
    }

    /// Which price list counts.
    package enum Tier: String, Sendable {
        case standard
        case wholesale
    }

    package let id: ID
    package let name: String
    package let tier: Tier
    package let city: String

    package init(id: ID, name: String, tier: Tier, city: String) {
        self.id = id
        self.name = name
        self.tier = tier
        self.city = city
    }
}
