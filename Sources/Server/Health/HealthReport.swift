// The health of a container as a value, with its texts.

public import Armory

/// The health of a container at one moment: the state of each check, and the root causes of failures.
///
/// ``Armory/Container/health()`` creates it. Its ``description`` is for logs:
///
/// ```text
/// down, started; root cause: Database
///   down      Database  Shop/Modules.swift:12  connection refused  (3 ms, for 12 s)
///   follows   Orders  Shop/Modules.swift:14  Database is down
///   up        Cache  Shop/Modules.swift:15  (1 ms, for 40 s)
///   -         Mailer  Shop/Modules.swift:16  not created
/// ```
public struct HealthReport: Sendable {
    /// How far the container is between its build and its end.
    public let phase: Container.Phase
    /// The checks, those of the oldest ancestor first, each container's in the order of registration.
    public let checks: [Check]

    /// The result of one check.
    public struct Check: Hashable, Sendable {
        /// The registration, as in errors: `any Orders named "primary"`.
        public let key: String
        /// The location of the registration in the source.
        public let location: CodeLocation
        /// The state; nil: the instance was not created, so there was nothing to check.
        public let state: HealthState?
        /// The keys of the registrations whose failure makes this one fail; empty: it does not fail, or for itself.
        public let causes: [String]
        /// Whether it failed itself, and ``causes`` are only likely: its closure hides its dependencies, and they were
        /// created before it.
        public let isCauseLikely: Bool
        /// How long the check took; nil: it was not run, because there was no instance or a dependency is down.
        public let duration: Duration?
        /// How long the check has been in the state; nil: it has none.
        public let age: Duration?

        /// Whether it failed for itself, and not because of another one.
        public var isRootCause: Bool { state?.isDown == true && causes.isEmpty }

        /// `down`, `degraded`, `up`, or `not created`; `follows` if it was not run because a dependency is down.
        public var word: String {
            if !causes.isEmpty && !isCauseLikely { return "follows" }
            return state?.word ?? "not created"
        }
    }

    /// The worst state of all checks: down if one is down, with the root causes as the text.
    public var state: HealthState {
        let roots = rootCauses
        if !roots.isEmpty { return .down(Self.list(roots)) }
        let degraded = checks.filter { if case .degraded = $0.state { true } else { false } }
        return degraded.isEmpty ? .up : .degraded(Self.list(degraded))
    }

    /// The checks that fail for themselves: what to repair.
    public var rootCauses: [Check] { checks.filter(\.isRootCause) }

    /// Whether the container should get requests: it has started, its end has not begun, and no check is down.
    public var isReady: Bool { phase == .started && !state.isDown }

    private static func list(_ checks: [Check]) -> String {
        checks.map { "\($0.key): \($0.state?.text ?? "")" }.joined(separator: "; ")
    }
}

extension HealthReport: CustomStringConvertible {
    /// The state, the phase and the root causes, then a line for each check, with errors.
    public var description: String {
        let roots = rootCauses.map(\.key)
        let cause = roots.isEmpty ? "" : "; root cause\(roots.count > 1 ? "s" : ""): \(roots.joined(separator: ", "))"
        return (["\(state.word), \(phase.rawValue)\(cause)"] + checks.map { "  \($0.line)" }).joined(separator: "\n")
    }
}

extension HealthReport.Check {
    fileprivate var line: String {
        var line = state == nil ? "-" : word
        line += String(repeating: " ", count: max(1, 10 - line.count)) + "\(key)  \(location)"
        if state == nil { return line + "  not created" }
        if let text = state?.text { line += "  \(text)" }
        if isCauseLikely { line += "  (likely because of \(causes.joined(separator: ", ")))" }
        let times = [duration.map { "\($0.milliseconds) ms" }, age.map { "for \($0.components.seconds) s" }]
        return line + "  (\(times.compactMap(\.self).joined(separator: ", ")))"
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension HealthReport {
    /// The report as JSON text on one line.
    ///
    /// - Parameter showsDetails: Whether to include error texts, locations and times. An error's text may hold a
    ///   password or an address: leave them out of what the public can read.
    public func json(showsDetails: Bool = true) -> String {
        var fields = [
            "\"state\":\(Self.quoted(state.word))", "\"ready\":\(isReady)", "\"phase\":\(Self.quoted(phase.rawValue))",
        ]
        fields.append("\"rootCauses\":\(Self.list(rootCauses.map(\.key)))")
        fields.append("\"checks\":[\(checks.map { Self.json($0, showsDetails) }.joined(separator: ","))]")
        return "{\(fields.joined(separator: ","))}"
    }

    private static func json(_ check: Check, _ showsDetails: Bool) -> String {
        var fields = ["\"key\":\(quoted(check.key))", "\"state\":\(quoted(check.word))"]
        if !check.causes.isEmpty { fields.append("\"causes\":\(list(check.causes))") }
        if showsDetails {
            if let text = check.state?.text { fields.append("\"text\":\(quoted(text))") }
            fields.append("\"location\":\(quoted(check.location.description))")
            if let duration = check.duration { fields.append("\"milliseconds\":\(duration.milliseconds)") }
            if let age = check.age { fields.append("\"seconds\":\(age.components.seconds)") }
        }
        return "{\(fields.joined(separator: ","))}"
    }

    private static func list(_ texts: [String]) -> String { "[\(texts.map(quoted).joined(separator: ","))]" }

    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            guard scalar.value < 0x20 || scalar == "\"" || scalar == "\\" else {
                return quoted.unicodeScalars.append(scalar)
            }
            let digits = String(scalar.value, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } + "\""
    }
}
