// A root with two children that share one object.

/// The trail to which both sides of a transfer write.
public protocol AuditTrail: Sendable {
    /// The number of lines.
    var lines: Int { get }
}

/// The audit trail of one transfer.
public final class TransferTrail: AuditTrail {
    /// The number of lines.
    public let lines: Int

    /// Creates an empty trail.
    public init() {
        lines = 0
    }
}

/// One side of a transfer.
public protocol Debit: Sendable {
    /// The trail of the transfer.
    var trail: any AuditTrail { get }
}

/// The account that pays.
public final class AccountDebit: Debit {
    /// The trail of the transfer.
    public let trail: any AuditTrail

    /// Creates this side of a transfer.
    public init(trail: any AuditTrail) {
        self.trail = trail
    }
}

/// The other side of a transfer.
public protocol Credit: Sendable {
    /// The trail of the transfer.
    var trail: any AuditTrail { get }
}

/// The account that receives.
public final class AccountCredit: Credit {
    /// The trail of the transfer.
    public let trail: any AuditTrail

    /// Creates this side of a transfer.
    public init(trail: any AuditTrail) {
        self.trail = trail
    }
}

/// The root: money from one account to another.
public protocol Transfer: Sendable {
    /// The account that pays.
    var debit: any Debit { get }
    /// The account that receives.
    var credit: any Credit { get }
}

/// A transfer between two accounts.
public final class AccountTransfer: Transfer {
    /// The account that pays.
    public let debit: any Debit
    /// The account that receives.
    public let credit: any Credit

    /// Creates a transfer.
    public init(debit: any Debit, credit: any Credit) {
        self.debit = debit
        self.credit = credit
    }
}
