// A graph of seven objects: a checkout with a cart and billing, which lead to one database.

/// The book of all payments.
public protocol Ledger: Sendable {
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
public protocol Prices: Sendable {
    /// The price of an item with the given weight.
    func price(weight: Int) -> Int
}

/// The same price for each gram.
public struct FlatPrices: Prices {
    private let perGram: Int

    /// Creates a price list.
    public init() {
        perGram = 2
    }

    /// The price of an item with the given weight.
    public func price(weight: Int) -> Int {
        weight * perGram
    }
}

/// The items in stock.
public final class Inventory: Sendable {
    /// The database that stores the items.
    public let database: any Database

    /// Creates the inventory of a database.
    public init(database: any Database) {
        self.database = database
    }
}

/// The items that a customer has chosen.
public protocol Cart: Sendable {
    /// The book of all payments.
    var ledger: any Ledger { get }
    /// The prices of all items.
    var prices: any Prices { get }
}

/// The cart of one customer.
public final class CustomerCart: Cart {
    /// The book of all payments.
    public let ledger: any Ledger
    /// The prices of all items.
    public let prices: any Prices

    /// Creates a cart.
    public init(ledger: any Ledger, prices: any Prices) {
        self.ledger = ledger
        self.prices = prices
    }
}

/// The way a customer pays.
public protocol Billing: Sendable {
    /// The items in stock.
    var inventory: Inventory { get }
}

/// Payment by card.
public struct CardBilling: Billing {
    /// The items in stock.
    public let inventory: Inventory

    /// Creates the payment.
    public init(inventory: Inventory) {
        self.inventory = inventory
    }
}

/// The root of the graph.
public protocol Checkout: Sendable {
    /// The items that a customer has chosen.
    var cart: any Cart { get }
    /// The way a customer pays.
    var billing: any Billing { get }
}

/// The checkout of a shop.
public final class ShopCheckout: Checkout {
    /// The items that a customer has chosen.
    public let cart: any Cart
    /// The way a customer pays.
    public let billing: any Billing

    /// Creates a checkout.
    public init(cart: any Cart, billing: any Billing) {
        self.cart = cart
        self.billing = billing
    }
}
