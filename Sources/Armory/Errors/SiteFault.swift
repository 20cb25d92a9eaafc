/// A fault of a site: a place in the program that creates an instance when it runs.
enum SiteFault: Error, CustomStringConvertible {
    case wrongType(wanted: any Any.Type, given: any Any.Type)
    case wrongSubstitute(String, wanted: any Any.Type, given: any Any.Type)
    case notThere(String)

    var description: String {
        switch self {
        case .wrongType(let wanted, let given):
            "its type is \(TypeName.of(given)), but \(TypeName.of(wanted)) is needed"
        case .wrongSubstitute(let name, let wanted, let given):
            "the substitution for \(name) returned \(TypeName.of(given)), but \(TypeName.of(wanted)) is needed"
        case .notThere(let name): "the placeholder \(name) has no object"
        }
    }

    var fix: String {
        switch self {
        case .wrongType: "resolve it as its own type, or create the requested type."
        case .wrongSubstitute: "return the type of the definition from the substitution's closure."
        case .notThere(let name):
            "resolve it through the definition with the key \(name), or add a substitution for it."
        }
    }
}

extension ServiceKey {
    /// The name in quotation marks, or the type if there is no name.
    var text: String { qualifier?.quoted ?? description }
}
