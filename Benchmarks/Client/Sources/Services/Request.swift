// The dependencies of a server's request.

/// A user's session, which all requests of the user share.
public protocol Session: Sendable {
    /// The user.
    var user: Int { get }
}

/// A session in a browser.
public final class WebSession: Session {
    /// The user.
    public let user: Int

    /// Creates a session.
    public init() {
        user = 42
    }
}

/// A report about one customer.
public protocol Report: Sendable {
    /// The customer.
    var customer: Int { get }
}

/// A report about one customer's orders.
public final class OrderReport: Report {
    /// The customer.
    public let customer: Int

    /// Creates a report.
    public init(customer: Int) {
        self.customer = customer
    }
}

/// All changes of one request.
public protocol UnitOfWork: Sendable {
    /// The number of changes.
    var changes: Int { get }
}

/// The changes that a database stores together.
public final class DatabaseWork: UnitOfWork {
    /// The number of changes.
    public let changes: Int

    /// Creates a unit of work without changes.
    public init() {
        changes = 0
    }
}

/// The log lines of one request.
public protocol RequestLog: Sendable {
    /// The number of lines.
    var lines: Int { get }
}

/// The log lines that are kept in memory.
public final class MemoryLog: RequestLog {
    /// The number of lines.
    public let lines: Int

    /// Creates an empty log.
    public init() {
        lines = 0
    }
}

/// The user of one request.
public protocol Visitor: Sendable {
    /// The visitor's number.
    var number: Int { get }
}

/// A user who has not logged in.
public final class Guest: Visitor {
    /// The visitor's number.
    public let number: Int

    /// Creates a guest.
    public init() {
        number = 7
    }
}
