// The registrations that a `Chosen` chooses from.
//
//     value of the request --> qualifier --> the registration of the type with this qualifier
//          "acme"               Name           no such registration: the other one, or an error
//          Variant.new          Variant
//
// A registration that takes an argument of the value's type gets the value.

/// The registrations of a type of which one is chosen by a value.
package struct Choices: Sendable {
    /// The type of the values.
    let value: any Any.Type
    /// The qualifier of the registration for all values that no registration has as its qualifier; nil: there is none.
    let other: AnyQualifier?

    /// Whether a value may choose the registration with this qualifier.
    func contains(_ qualifier: AnyQualifier?) -> Bool {
        guard let type = qualifier?.type else { return false }
        return type == (value == String.self ? ObjectIdentifier(Name.self) : ObjectIdentifier(value))
    }
}

/// Why a registration cannot be chosen.
enum ChoiceFault: Error {
    /// No registration has this qualifier; nil: no value was chosen.
    case unknown(AnyQualifier?)
    /// The threads of a scope would share instances whose type may not be `Sendable`.
    case notSendable(Binding)
}

extension Binding {
    /// The registrations to choose from; nil: it does not choose.
    var choices: Choices? {
        guard isChosen, case .choice(let choices) = dependencies.first?.kind else { return nil }
        return choices
    }

    /// Whether its instances may not be `Sendable`, although their type looks as if they were.
    var hidesSendable: Bool { !isShareable && TypeName.hidesSendable(type) }
}
