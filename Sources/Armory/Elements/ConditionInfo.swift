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
        /// A later registration of the key has won, by ``Container/Configuration/duplicates``.
        case duplicate
        /// It is a ``Promised`` registration: another one keeps the promise, or none does in this container.
        case promise
        /// Another registration has replaced it: by ``Module/replacing(fileID:line:_:)``, or as an override of a derived
        /// container.
        case replaced
    }

    /// What a condition has said, and what it has read.
    struct Decision: Sendable {
        let isMet: Bool
        let variables: [(name: String, isSet: Bool)]
        let readsWholeEnvironment: Bool
    }

    /// The registration.
    public let registration: RegistrationInfo

    /// Why the registration is used or not.
    public let reason: Reason

    /// The registration that is used instead; nil if none is, or if none with the key is in this container.
    public let usedInstead: RegistrationInfo?

    /// The modules that lead to the registration, outermost first; empty: it is in no module.
    ///
    /// A module without a name is listed by its location. The modules that ``AutomaticModules`` lists follow its name.
    public let modules: [String]

    /// What its condition has said; nil: it has none.
    let decision: Decision?

    /// Whether the registration has a condition of ``Registration/when(_:)``.
    public var hasCondition: Bool { decision != nil }

    /// Whether its condition holds; true without a condition.
    public var isMet: Bool { decision?.isMet ?? true }

    /// The variables that the condition has read by name, in the order of their names.
    public var variables: [(name: String, isSet: Bool)] { decision?.variables ?? [] }

    /// Whether the condition has read all of ``Conditions/environment``, so that it may depend on any variable.
    public var readsWholeEnvironment: Bool { decision?.readsWholeEnvironment ?? false }

    var record: Record { registration.record }

    /// Whether the container uses the registration.
    public var isUsed: Bool { reason == .registered }

    /// Whether it was overridden and has decorators, and the override has none: `overriding(keepingDecorators: true)` keeps them.
    public var losesDecorators: Bool {
        reason == .replaced && record.registrationNotes.options.contains(.decorated)
            && !(usedInstead?.record.registrationNotes.options.contains(.decorated) ?? true)
    }

    /// What the condition has read, in words: `SMTP_HOST is set`; empty: nothing.
    var facts: String {
        var facts = variables.map { "\($0.name) is \($0.isSet ? "" : "not ")set" }
        if readsWholeEnvironment { facts.append("the whole environment was read") }
        return facts.joined(separator: ", ")
    }
}

extension ConditionInfo: CustomStringConvertible {
    /// One line: `any Mailer at Shop/Wiring.swift:12: out; condition does not hold; SMTP_HOST is not set`.
    public var description: String {
        "\(registration.key) at \(registration.location): \(isUsed ? "in" : "out")"
            + explanation.map { "; \($0)" }.joined()
    }

    /// The reason and the condition, in words, without the registration.
    package var explanation: [String] {
        var words = [cause].compactMap { $0 }
        if hasCondition {
            words.append(isMet ? "condition holds" : "condition does not hold")
            if !facts.isEmpty { words.append(facts) }
        }
        return words
    }

    /// Why it is not used, except for a condition; nil: it is used.
    private var cause: String? {
        let other = usedInstead.map { "\($0.location)" }
        return switch reason {
        case .registered, .condition: nil
        case .ifAbsent: "ifAbsent, and \(other ?? "another") is registered"
        case .duplicate: "\(other ?? "another") is registered later"
        case .promise: other.map { "a promise that \($0) keeps" } ?? "a promise that nothing in this container keeps"
        case .replaced:
            "replaced by \(other ?? "another")" + (losesDecorators ? ", which has none of its decorators" : "")
        }
    }
}
