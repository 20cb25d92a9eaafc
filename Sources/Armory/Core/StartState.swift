/// The progress of a container's start.
enum StartState: Sendable {
    case notStarted
    /// An ending of the container waits for the task, and the task ends the container itself.
    case starting(Task<[ResolutionError], Never>, isToEnd: Bool)
    /// The hooks to call at the end.
    case started(stops: [HookCall])
    /// It is ending, or has ended.
    case over
}
