/// What a feature tells of an error: where it says nothing, the core's words stay.
package protocol ErrorWords: Sendable {
    /// The keys that the text names besides those of the path.
    var keys: [ServiceKey] { get }

    /// The first line, without the code.
    func headline(for error: ErrorNames) -> String?
    /// The lines before the path, which tell of the underlying error in its place.
    func linesBeforePath(for error: ErrorNames) -> [String]?
    /// The lines after the path: places, and registrations that may have been meant.
    func linesAfterPath(for error: ErrorNames) -> [String]?
    /// How to fix the error.
    func suggestedFix(for error: ErrorNames) -> String?
}

extension ErrorWords {
    package var keys: [ServiceKey] { [] }
    package func headline(for error: ErrorNames) -> String? { nil }
    package func linesBeforePath(for error: ErrorNames) -> [String]? { nil }
    package func linesAfterPath(for error: ErrorNames) -> [String]? { nil }
    package func suggestedFix(for error: ErrorNames) -> String? { nil }
}

/// An error as those see it who word it: two types of one name have names that differ.
package struct ErrorNames: Sendable {
    let storage: ResolutionError.Storage
    var names = TypeNames([])

    /// - Parameter names: Those of the message that the error is a part of.
    init(storage: ResolutionError.Storage, usingNames names: TypeNames? = nil) {
        self.storage = storage
        self.names = names ?? TypeNames(storage.types)
    }

    var code: ResolutionError.Code { storage.code }
    var detail: ResolutionError.Detail { storage.detail }
    package var key: ServiceKey { storage.key }
    package var location: CodeLocation? { storage.location }
    package var path: [ResolutionError.Step] { storage.path }
    /// The step that asks for the key.
    package var asker: ResolutionError.Step? { storage.path.dropLast().last }
    /// What a feature tells of the error; nil: the words are the core's.
    package var words: (any ErrorWords)? { if case .featureWords(let words) = detail { words } else { nil } }
    /// The location of the second of two registrations.
    package var secondLocation: CodeLocation? { if case .second(let second) = detail { second } else { nil } }
    /// The tag of the scope that the error is about.
    package var scopeTag: ScopeTag? { if case .scope(let tag) = detail { tag } else { nil } }

    /// The name of a key in this error.
    package func name(of key: ServiceKey) -> String { key.description(usingNames: names) }

    /// The name of a type in this error.
    package func name(of type: any Any.Type) -> String { names.name(of: type) }

    /// A key as the arguments of a call.
    package func swiftCode(for key: ServiceKey) -> String { key.swiftCode(usingNames: names) }

    /// Where the key of a step is registered.
    package func registrationLocationLine(of step: ResolutionError.Step) -> String? {
        step.location.map { "\(name(of: step.key)) is registered at \($0)" }
    }
}

extension ResolutionError {
    /// The error as those see it who word it.
    package var names: ErrorNames { ErrorNames(storage: storage) }
}

/// What features say of a key that is not registered.
package struct MissDescription {
    let code: ResolutionError.Code
    /// Nil: that of the registration that asks.
    let location: CodeLocation?
    let words: any ErrorWords

    package init(_ code: ResolutionError.Code, at location: CodeLocation? = nil, _ words: any ErrorWords) {
        (self.code, self.location, self.words) = (code, location, words)
    }
}
