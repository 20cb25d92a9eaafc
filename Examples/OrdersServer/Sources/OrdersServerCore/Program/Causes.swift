import Armory

/// What lies behind an error.
enum Causes {
    /// What a factory or a closer threw, where a container tells of it; else the error itself.
    ///
    /// The container's account of the way there is for the program's author, not for who sent a request.
    static func mendable(in error: any Error) -> any Error {
        guard let resolution = error as? ResolutionError,
            let cause = resolution.underlying ?? resolution.faults.first
        else { return error }
        return mendable(in: cause)
    }
}
