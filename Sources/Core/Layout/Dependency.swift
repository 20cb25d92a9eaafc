/// One dependency of a registration, as far as it is known without running a factory.
package struct Dependency: Sendable {
    package var key: ServiceKey
    /// When it is resolved.
    package var time: Time

    package enum Time: Sendable {
        /// Before the instance exists.
        case construction
        /// After the factory has returned: a cycle may lead through it.
        case injection
        /// When the program calls it.
        case later
    }

    package init(_ key: ServiceKey, _ time: Time = .construction) {
        self.key = key
        self.time = time
    }
}
