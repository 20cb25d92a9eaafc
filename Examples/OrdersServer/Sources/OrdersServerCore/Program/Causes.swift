import Armory

/// Finds the cause of an error.
enum Causes {
    /// Returns the error that a factory or a closer threw, if a container reports one; otherwise the error itself.
    ///
    /// The container's path to the factory is for the program's author, and not for the client that sent a request.
    static func mendable(in error: any Error) -> any Error {
        guard let resolution = error as? ResolutionError,
            let cause = resolution.underlying ?? resolution.faults.first
        else { return error }
        return mendable(in: cause)
    }
}
