package import Armory
import Billing
import Shop

/// What answers requests.
package enum Web {
    package static let module = Module("web") {
        Seeded(User.self)
        Scoped(Basket.init)
        Scoped(Checkout.init)
    }

    package static let statements = Module("statement page") {
        Singleton((any Page).self, StatementPage.init)
    }
}

private struct StatementPage: Page {
    init(statement: Statement) {}
}
