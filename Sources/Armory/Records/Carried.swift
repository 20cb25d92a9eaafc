/// A value on its way to a factory's task.
///
/// What a build's own task is given is `Sendable` by the registration; what stays in the asker's task need not be.
struct Carried<T>: @unchecked Sendable {  // As said.
    let value: T
}
