/// A fault of a site: a place in the program that creates an instance when it runs.
enum SiteFault: Error, CustomStringConvertible {
    case wrongType(wanted: any Any.Type, given: any Any.Type)
    case wrongSubstitute(String, wanted: any Any.Type, given: any Any.Type)
    case notThere(String)

    var description: String {
        switch self {
        case .wrongType(let wanted, let given):
            "it is of type \(TypeName.of(given)), and \(TypeName.of(wanted)) is wanted"
        case .wrongSubstitute(let name, let wanted, let given):
            "the substitution for \(name) gave \(TypeName.of(given)), and \(TypeName.of(wanted)) is wanted"
        case .notThere(let name): "the placeholder \(name) has no object"
        }
    }

    var fix: String {
        switch self {
        case .wrongType: "ask for it as what it is, or make what is asked for."
        case .wrongSubstitute: "have the substitution's closure return what the definition does."
        case .notThere(let name): "come in through the definition with the key \(name), or add a substitution for it."
        }
    }
}

extension ServiceKey {
    /// The name in quotation marks, or the type if there is no name.
    var text: String { qualifier?.quoted ?? description }
}
