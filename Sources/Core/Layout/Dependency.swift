/// One dependency of a registration, as far as it is known without running a factory.
@usableFromInline
package struct Dependency: Sendable {
    package var key: ServiceKey
    /// When it is resolved.
    package var time: Time
    /// The registration itself, if its key does not lead to it.
    package var record: Record?
    /// The position of the initializer's parameter that asks for it, counted from 1; nil: another part of the registration asks.
    package var parameter: UInt8?
    /// Whether the program has declared it for a closure, which may pass arguments.
    package var isDeclared = false

    /// Whether an asker that awaits resolves it without awaiting, in a decorator or an injection: then it is awaited before.
    package var isWithoutAwaiting = false

    /// Whether the asker gives arguments, if the registration takes some.
    package var givesArguments = false

    package enum Time: Sendable {
        /// Before the instance exists.
        case construction
        /// After the factory has returned: a cycle may lead through it.
        case injection
        /// When the program calls it.
        case later
    }

    package init(_ key: ServiceKey, _ time: Time = .construction, parameter: Int? = nil) {
        self.key = key
        self.time = time
        self.parameter = parameter.map { UInt8(clamping: $0) }
    }

    /// A dependency on a registration that its key does not lead to.
    package init(on record: Record) {
        self.init(record.key)
        self.record = record
    }
}
