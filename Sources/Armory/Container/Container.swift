public import Synchronization

/// Holds registrations and makes, shares and keeps the instances they describe.
///
/// ```swift
/// let container = try Container {
///     Singleton { Database(path: "orders.db") }
///     Singleton((any Orders).self) { SQLOrders(database: try $0()) }
///     Transient { OrderService(orders: try $0()) }
/// }
/// let service = try container.resolve(OrderService.self)
/// ```
///
/// All of a container may be used from any number of threads at once. Resolving takes no lock when the instance is
/// there, and none while a factory runs. Two containers share nothing.
public final class Container: Sendable {
    /// The address of the registration table.
    ///
    /// Stored with release by `Ledger.publish`, loaded with acquire.
    @usableFromInline let root: Atomic<UInt>
    let ledger: Ledger
    /// The gate of a container that builds one at a time.
    let gate: Gate?

    /// How the container behaves.
    public let configuration: Configuration

    /// How a container behaves.
    public struct Configuration: Sendable {
        /// What happens to a second registration of a key.
        public enum Duplicates: Sendable {
            /// It is refused with ``ResolutionError/Code/duplicate``.
            case refuse
            /// It takes the place of the first.
            case replace
        }

        /// Who may run factories at the same time.
        public enum Building: Sendable {
            /// Any number of threads, each building something else.
            case parallel
            /// One thread at a time, recursively: for factories that touch shared state of their own. Ready instances
            /// are had without waiting all the same.
            ///
            /// A thread whose factory has waited for another thread waits for its turn again. Where ``waitLimit`` passes,
            /// that resolve fails, and what its factory does then runs beside the other's.
            case oneAtATime
        }

        /// What happens to a second registration of a key.
        public var duplicates: Duplicates
        /// Who may run factories at the same time.
        public var building: Building
        /// How long a resolve waits for a factory that runs on another thread, or for its turn where one thread at a time
        /// builds, before it fails with ``ResolutionError/Code/timedOut``; nil: for ever.
        ///
        /// It turns a deadlock that only the program can see, such as a factory that blocks on a thread that waits for
        /// that factory, into an error.
        public var waitLimit: Duration?

        /// A configuration; the defaults are the safe ones.
        public init(
            duplicates: Duplicates = .refuse, building: Building = .parallel,
            waitLimit: Duration? = .seconds(60)
        ) {
            self.duplicates = duplicates
            self.building = building
            self.waitLimit = waitLimit
        }
    }

    /// A container without registrations.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        gate = configuration.building == .oneAtATime ? Gate(waitLimit: configuration.waitLimit) : nil
        ledger = Ledger()
        let table = unsafe RegistrationTable.allocate(capacity: 0)
        unsafe root = Atomic(table.address)
        Census.begin(.container)
    }

    /// A container with the given registrations, frozen.
    ///
    /// - Throws: ``ResolutionError`` with the code `duplicate`.
    public convenience init(
        configuration: Configuration = Configuration(),
        @RegistrationBuilder _ registrations: () -> [any Registration]
    ) throws(ResolutionError) {
        self.init(configuration: configuration)
        for registration in registrations() { try register(registration) }
        freeze()
    }

    deinit {
        // Nobody resolves any more: a resolve holds the container.
        unsafe freeAll(in: table)
        unsafe table.deallocate()
        ledger.freeLimbo()
        Census.end(.container)
    }

    @inlinable
    @inline(__always)
    var table: RegistrationTable {
        // Acquire: pairs with the release in `publish`, so that the table's contents are seen.
        unsafe RegistrationTable(address: root.load(ordering: .acquiring))
    }

    func publish(_ table: RegistrationTable) {
        // Release: the table is whole; pairs with the acquire in `table`.
        unsafe root.store(table.address, ordering: .releasing)
    }
}

/// Collects registrations from a closure's statements, with `if`, `for` and `switch`.
@resultBuilder
public enum RegistrationBuilder: Sendable {
    /// One registration.
    public static func buildExpression(_ registration: some Registration) -> [any Registration] {
        [registration]
    }

    /// A list of registrations.
    public static func buildExpression(_ registrations: [any Registration]) -> [any Registration] {
        registrations
    }

    /// The statements in order.
    public static func buildBlock(_ parts: [any Registration]...) -> [any Registration] {
        parts.flatMap(\.self)
    }

    /// The rounds of a loop.
    public static func buildArray(_ parts: [[any Registration]]) -> [any Registration] {
        parts.flatMap(\.self)
    }

    /// An `if` without `else`.
    public static func buildOptional(_ part: [any Registration]?) -> [any Registration] {
        part ?? []
    }

    /// The first branch of a condition.
    public static func buildEither(first part: [any Registration]) -> [any Registration] { part }

    /// The other branch of a condition.
    public static func buildEither(second part: [any Registration]) -> [any Registration] { part }
}
