/// A value that is passed to a factory's task.
///
/// The registration guarantees that a value for a build's own task is `Sendable`. A value that stays in the asker's
/// task need not be.
struct Carried<T>: @unchecked Sendable {  // As said.
    let value: T
}
