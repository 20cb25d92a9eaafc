/// The user that a request comes from, as its token names it.
package struct User: Sendable, Equatable {
    package let name: String
    /// The company that the user works for: a user sees only its invoices.
    package let tenant: String
    package let roles: Set<Role>

    package init(name: String, tenant: String, roles: Set<Role>) {
        self.name = name
        self.tenant = tenant
        self.roles = roles
    }

    /// - Throws: `InvoiceError.notAllowed` if the user does not have the role.
    func require(_ role: Role) throws(InvoiceError) {
        guard roles.contains(role) else { throw .notAllowed(role) }
    }
}

/// What a user may do.
package enum Role: String, Sendable {
    case clerk
    case approver
}
