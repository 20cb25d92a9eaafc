/// The facts that a registration's condition can examine.
///
/// See ``Registration/when(_:)``. ``Container/conditions`` lists the variables that each condition has read.
public struct Conditions {
    private let values: [String: String]
    private let contains: (ServiceKey) -> Bool
    private let reads = Reads()

    /// The variables that a condition has read.
    private final class Reads {
        /// By name: whether the variable was set.
        var variables: [String: Bool] = [:]
        var isWhole = false
    }

    init(_ environment: [String: String], contains: @escaping (ServiceKey) -> Bool) {
        values = environment
        self.contains = contains
    }

    /// The ``Container/Configuration/environment`` of the container that is being built.
    public var environment: [String: String] {
        reads.isWhole = true
        return values
    }

    /// Whether a type is registered, or is under a name; registrations that have conditions do not count.
    public func isRegistered<T>(_ type: T.Type, named name: RegistrationName? = nil) -> Bool {
        contains(ServiceKey(type, qualifier: name?.qualifier))
    }

    /// The value of an environment variable, or nil if it is not set.
    public subscript(name: String) -> String? {
        let value = values[name]
        reads.variables[name] = value != nil
        return value
    }

    /// Decides a condition.
    func makeDecision(forCondition condition: (Conditions) -> Bool) -> ConditionInfo.Decision {
        let isMet = condition(self)
        let variables = reads.variables.map { (name: $0.key, isSet: $0.value) }
        return ConditionInfo.Decision(
            isMet: isMet, variables: variables.sorted { $0.name < $1.name }, readsWholeEnvironment: reads.isWhole)
    }
}

@available(*, unavailable, message: "Conditions belong to one call.")
extension Conditions: Sendable {}
