/// What a user does with the invoices of the tenant.
package struct InvoiceDesk: Sendable {
    private let store: InvoiceStore
    private let user: User
    private let audit: Audit

    package init(store: InvoiceStore, user: User, audit: Audit) {
        self.store = store
        self.user = user
        self.audit = audit
    }

    package func list() async -> [Invoice] { await store.invoices(of: user.tenant) }

    package func add(customer: String, cents: Int) async throws -> Invoice {
        try user.require(.clerk)
        guard !customer.isEmpty else { throw InvoiceError.invalid("customer is empty") }
        guard cents > 0 else { throw InvoiceError.invalid("cents is not positive") }
        let invoice = await store.add(to: user.tenant, customer: customer, cents: cents)
        audit.note("added \(invoice.id)")
        return invoice
    }

    package func approve(_ id: Int) async throws -> Invoice {
        try user.require(.approver)
        let invoice = try await store.approve(id, of: user.tenant)
        audit.note("approved \(id)")
        return invoice
    }
}
