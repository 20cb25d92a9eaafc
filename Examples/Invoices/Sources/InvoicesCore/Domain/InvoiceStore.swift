/// The invoices of all tenants, in memory.
package actor InvoiceStore {
    private var invoices: [String: [Invoice]] = [:]

    package init() {}

    func invoices(of tenant: String) -> [Invoice] { invoices[tenant, default: []] }

    package func add(to tenant: String, customer: String, cents: Int) -> Invoice {
        let invoice = Invoice(id: invoices[tenant, default: []].count + 1, customer: customer, cents: cents)
        invoices[tenant, default: []].append(invoice)
        return invoice
    }

    func approve(_ id: Int, of tenant: String) throws(InvoiceError) -> Invoice {
        guard let place = invoices[tenant, default: []].firstIndex(where: { $0.id == id }) else { throw .notFound(id) }
        invoices[tenant, default: []][place].isApproved = true
        return invoices[tenant, default: []][place]
    }
}
