/// A customer who places orders.
package struct Customer: Identifiable, Sendable {
    /// The customer's ID in files and on the command line: `C001`.
    ///
    /// A separate type, so that no other text can be passed as the run-time argument for a customer.
    package struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
        package let description: String

        package init(_ text: String) {
            description = text
        }

        package static func < (left: ID, right: ID) -> Bool { left.description < right.description }
    }

    /// The price list that applies to the customer.
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
