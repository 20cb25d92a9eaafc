/// The answer of a health check.
public enum HealthState: Hashable, Sendable {
    /// The instance works.
    case up
    /// The instance works, but not as it should. The text says why.
    case degraded(String)
    /// The instance does not work. The text says why.
    case down(String)

    /// The word for the state: `up`, `degraded` or `down`.
    public var word: String {
        switch self {
        case .up: "up"
        case .degraded: "degraded"
        case .down: "down"
        }
    }

    /// The reason; nil: it is up.
    public var text: String? {
        switch self {
        case .up: nil
        case .degraded(let text), .down(let text): text
        }
    }

    /// Whether the instance does not work.
    public var isDown: Bool { if case .down = self { true } else { false } }
}

extension HealthState: CustomStringConvertible {
    /// The word, followed by the reason.
    public var description: String { text.map { "\(word): \($0)" } ?? word }
}
