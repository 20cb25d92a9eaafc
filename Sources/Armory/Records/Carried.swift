/// The arguments of a resolve, in the closure that calls a factory that awaits.
///
/// If the factory runs in a separate task, the registration has required that its arguments are `Sendable`. Other
/// arguments stay in the asker's task, so they need not be.
struct Carried<T>: @unchecked Sendable {  // As said.
    let value: T
}
