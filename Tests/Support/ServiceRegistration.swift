// What registers all services of the process.

/// A type can register the services of a process once, and all tests are in one: each says here what it would register.
package enum ServiceRegistration {
    /// Is called where services are to be registered; nil: nothing is.
    package static let body = Locked<(@Sendable () -> Void)?>(nil)
}
