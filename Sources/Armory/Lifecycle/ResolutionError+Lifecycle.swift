// The errors of starts and stops, with their words.

extension ResolutionError.Code {
    /// A container did not start: ``ResolutionError/faults`` lists every failure.
    public static let startFailed = Self("startFailed")
    /// A container was started a second time.
    public static let alreadyStarted = Self("alreadyStarted")
    /// A container ended without being started, so hooks of an instance did not run.
    public static let notStarted = Self("notStarted")
}

extension ResolutionError {
    /// The error of a start, with all its failures.
    init(ofStart faults: [ResolutionError]) {
        self.init(
            .startFailed, ServiceKey(Container.self),
            detail: .faults(faults, headline: "The container did not start, and its instances were closed"))
    }

    /// An error of a start as a whole.
    static func startError(_ code: Code, _ text: Wording, fix: Wording, _ cause: (any Error)? = nil) -> ResolutionError
    {
        ResolutionError(code, ServiceKey(Container.self), underlying: cause, text, fix: fix)
    }

    static var startCancelled: ResolutionError {
        startError(.startFailed, "The start was cancelled.", fix: "start a new container.", CancellationError())
    }

    static var alreadyStarted: ResolutionError {
        startError(
            .alreadyStarted, "The container has already been started.",
            fix: "call start() once, at the start of the program.")
    }

    static func endedWithoutStart(_ record: Record) -> ResolutionError {
        ResolutionError(
            .notStarted, record.key, at: record.location,
            "\(record.key) has start or stop hooks, but its container ended without being started.",
            fix: "call start() before the container is used, or remove onStart and onStop.")
    }

    /// The error of a start or stop hook that threw or took longer than its limit.
    init(of call: HookCall, _ error: any Error) {
        let (key, isStart) = (call.record.key, call.time == .start)
        let noun = isStart ? "start hook" : "stop hook"
        let verb = isStart ? "started" : "stopped"
        let place: [Wording] = ["the \(noun) is at \(call.location)"]
        if error is TimeLimit.Passed {
            let limits = isStart ? "within: or hookLimit" : "within:, hookLimit or stopLimit"
            self.init(
                .timedOut, key, at: call.record.location,
                "\(key) has a \(noun) that took longer than its limit and was cancelled.",
                fix: "make the hook end earlier, or raise its limit with \(limits) in the container's configuration.",
                lines: place)
        } else if isStart, error is CancellationError, Task.isCancelled {
            self.init(
                .startFailed, key, at: call.record.location, underlying: error,
                "\(key) was not started: its start hook was cancelled, because the start ended.",
                fix: "start a new container.", lines: place)
        } else {
            self.init(
                isStart ? .startFailed : .shutdownFailed, key, at: call.record.location, underlying: error,
                "\(key) could not be \(verb): its \(noun) threw.",
                fix: "remove the cause of the error\(isStart ? ", and start a new container" : "").", lines: place)
        }
    }
}
