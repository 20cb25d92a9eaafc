// The services of the workloads. Programs resolve them by their protocols.

/// The storage of a shop, which is the singleton.
public protocol Database: AnyObject, Sendable {}

/// A database in memory.
public final class MemoryDatabase: Database {
    /// Creates an empty database.
    public init() {}
}

/// A small object without dependencies.
public protocol Basket: AnyObject, Sendable {}

/// A basket without items.
public final class EmptyBasket: Basket {
    /// Creates a basket.
    public init() {}
}

/// An object with a run-time argument.
public protocol Report: AnyObject, Sendable {
    /// The number of the customer.
    var customer: Int { get }
}

/// The report about the orders of a customer.
public final class OrderReport: Report {
    /// The number of the customer.
    public let customer: Int

    /// Creates the report of a customer.
    public init(customer: Int) {
        self.customer = customer
    }
}

/// The book of all payments.
public protocol Ledger: AnyObject, Sendable {
    /// The database that stores the payments.
    var database: any Database { get }
}

/// The ledger in a database.
public final class DatabaseLedger: Ledger {
    /// The database that stores the payments.
    public let database: any Database

    /// Creates the ledger of a database.
    public init(database: any Database) {
        self.database = database
    }
}

/// The prices of all items.
public protocol Prices: AnyObject, Sendable {}

/// The same price for each item.
public final class FlatPrices: Prices {
    /// Creates a price list.
    public init() {}
}

/// The items that a customer has chosen.
public protocol Cart: AnyObject, Sendable {
    /// The book of all payments.
    var ledger: any Ledger { get }
}

/// The cart of one customer.
public final class CustomerCart: Cart {
    /// The book of all payments.
    public let ledger: any Ledger
    /// The prices of the items.
    public let prices: any Prices

    /// Creates an empty cart.
    public init(ledger: any Ledger, prices: any Prices) {
        self.ledger = ledger
        self.prices = prices
    }
}

/// The items in stock.
public protocol Inventory: AnyObject, Sendable {
    /// The database that stores the items.
    var database: any Database { get }
}

/// The inventory in a database.
public final class DatabaseInventory: Inventory {
    /// The database that stores the items.
    public let database: any Database

    /// Creates the inventory of a database.
    public init(database: any Database) {
        self.database = database
    }
}

/// The payment of a cart.
public protocol Billing: AnyObject, Sendable {
    /// The items in stock.
    var inventory: any Inventory { get }
}

/// Payment by card.
public final class CardBilling: Billing {
    /// The items in stock.
    public let inventory: any Inventory

    /// Creates the payment for items in stock.
    public init(inventory: any Inventory) {
        self.inventory = inventory
    }
}

/// The root of the graph: seven objects, and one of them is the singleton.
public protocol Checkout: AnyObject, Sendable {
    /// The items that a customer has chosen.
    var cart: any Cart { get }
    /// The payment of the cart.
    var billing: any Billing { get }
}

/// The checkout of a shop.
public final class ShopCheckout: Checkout {
    /// The items that a customer has chosen.
    public let cart: any Cart
    /// The payment of the cart.
    public let billing: any Billing

    /// Creates the checkout of a cart.
    public init(cart: any Cart, billing: any Billing) {
        self.cart = cart
        self.billing = billing
    }
}

/// An object with two dependencies of the same type, which share one instance within a graph.
public final class Pair: Sendable {
    /// The first dependency.
    public let first: any Database
    /// The second dependency.
    public let second: any Database

    /// Creates a pair.
    public init(first: any Database, second: any Database) {
        self.first = first
        self.second = second
    }
}

/// One half of a cycle of initializers.
public protocol Left: AnyObject, Sendable {}

/// The other half of a cycle of initializers.
public protocol Right: AnyObject, Sendable {}

/// Needs the other half.
public final class LeftHalf: Left {
    /// The other half.
    public let right: any Right

    /// Creates one half.
    public init(right: any Right) {
        self.right = right
    }
}

/// Needs the other half.
public final class RightHalf: Right {
    /// The other half.
    public let left: any Left

    /// Creates one half.
    public init(left: any Left) {
        self.left = left
    }
}
