/// Chooses from the registrations of a type.
protocol AnyChoosing: Sendable {
    /// The type of the values.
    var valueType: any Any.Type { get }
    /// The qualifier of the registration for all values that no registration has as its qualifier; nil: there is none.
    var other: AnyQualifier? { get }

    /// The record that chooses from registrations with these qualifiers.
    func makeChoosingRecord(from record: Record, choices: [AnyQualifier]) -> Record
}

extension AnyChoosing {
    /// Whether a value may choose the registration with this key.
    func mayChooseRegistration(of key: ServiceKey) -> Bool {
        key.hasQualifier(ofType: valueType)
    }
}
