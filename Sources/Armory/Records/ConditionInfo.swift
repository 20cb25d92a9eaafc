/// Information about the condition of a registration: whether it held, and the environment variables that it has read.
///
/// ``Container/conditions`` lists them. It has no value of a variable, because values may be secrets.
public struct ConditionInfo: Sendable {
    /// An environment variable that a condition has read.
    public struct Variable: Hashable, Sendable {
        /// The name of the variable.
        public let name: String
        /// Whether the variable was set.
        public let isSet: Bool
    }

    /// The registration without its closures, which may be gone by now.
    let binding: Binding

    /// Whether the condition held, so that the registration was added.
    public let isMet: Bool

    /// The variables that the condition has read by name, in the order of their names.
    public let variables: [Variable]

    /// Whether the condition has read all of ``Conditions/environment``, so that it may depend on any variable.
    public let readsWholeEnvironment: Bool

    /// What the condition has read, in words: `SMTP_HOST is set`; empty: nothing.
    var facts: String {
        var facts = variables.map { "\($0.name) is \($0.isSet ? "" : "not ")set" }
        if readsWholeEnvironment { facts.append("the whole environment was read") }
        return facts.joined(separator: ", ")
    }
}
