/// What a feature tells of an error, as functions of the error's names; nil: the core's words.
struct Words: ErrorWords {
    typealias Text<T> = @Sendable (_ error: ErrorNames) -> T?

    let keys: [ServiceKey]
    private let firstLine: Text<String>
    private let furtherLines: Text<[String]>
    private let remedy: Text<String>

    /// - Parameter keys: The keys that the text names besides those of the path.
    init(
        naming keys: [ServiceKey] = [], headline: @escaping Text<String> = { _ in nil },
        lines: @escaping Text<[String]> = { _ in nil }, fix: @escaping Text<String>
    ) {
        (self.keys, firstLine, furtherLines, remedy) = (keys, headline, lines, fix)
    }

    func headline(for error: ErrorNames) -> String? { firstLine(error) }
    func linesAfterPath(for error: ErrorNames) -> [String]? { furtherLines(error) }
    func suggestedFix(for error: ErrorNames) -> String? { remedy(error) }
}
