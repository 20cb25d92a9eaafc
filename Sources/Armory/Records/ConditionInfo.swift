/// Information about why a container uses a registration, or why not.
///
/// ``Container/conditions`` lists them. It has no value of an environment variable, because values may be secrets.
public struct ConditionInfo: Sendable {
    /// The reason why a registration is used or not.
    ///
    /// Later versions may add reasons.
    public enum Reason: String, Sendable, CaseIterable {
        /// It is used: nothing speaks against it.
        case registered
        /// Its condition of ``Registration/when(_:)`` does not hold.
        case condition
        /// It is for an absent key, by ``Registration/ifAbsent()``, and another registration has the key.
        case ifAbsent
        /// Another registration has a higher ``Registration/priority(_:)``.
        case priority
        /// It is a ``Promised`` registration: another one keeps the promise, or none does in this container.
        case promise
        /// Another registration has replaced it: by ``Module/replacing(fileID:line:_:)``, or as an override of a derived
        /// container.
        case replaced
        /// An overlay covers it.
        case covered
    }

    /// An environment variable that a condition has read.
    public struct Variable: Hashable, Sendable {
        /// The name of the variable.
        public let name: String
        /// Whether the variable was set.
        public let isSet: Bool
    }

    /// The registration without its closures, which may be gone by now.
    let binding: Binding

    /// The registration that is used instead; nil: none, or it is not known.
    var winner: Binding?

    /// Why the registration is used or not.
    public internal(set) var reason: Reason

    /// Whether the registration has a condition of ``Registration/when(_:)``.
    public internal(set) var hasCondition = false

    /// Whether its condition holds; true without a condition.
    public internal(set) var isMet = true

    /// The variables that the condition has read by name, in the order of their names.
    public internal(set) var variables: [Variable] = []

    /// Whether the condition has read all of ``Conditions/environment``, so that it may depend on any variable.
    public internal(set) var readsWholeEnvironment = false

    /// The modules that lead to the registration, outermost first; empty: it is in no module.
    ///
    /// A module without a name is listed by its location. The modules that ``AutomaticModules`` lists follow its name.
    public internal(set) var modules: [String] = []

    /// Creates the information about a registration, of which it holds only the key.
    ///
    /// - Parameter winner: The registration that is used instead.
    init(_ binding: Binding, _ reason: Reason, winner: Binding? = nil) {
        self.binding = Binding(removed: binding.base)
        self.reason = reason
        self.winner = winner.map { Binding(removed: $0.base) }
    }

    /// Whether the container uses the registration.
    public var isUsed: Bool { reason == .registered }

    /// What the condition has read, in words: `SMTP_HOST is set`; empty: nothing.
    var facts: String {
        var facts = variables.map { "\($0.name) is \($0.isSet ? "" : "not ")set" }
        if readsWholeEnvironment { facts.append("the whole environment was read") }
        return facts.joined(separator: ", ")
    }

    /// Takes over the condition of the same registration, as it was decided.
    mutating func add(conditionOf other: ConditionInfo) {
        hasCondition = other.hasCondition
        isMet = other.isMet
        variables = other.variables
        readsWholeEnvironment = other.readsWholeEnvironment
    }
}
