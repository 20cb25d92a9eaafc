// The wording of errors in the use of a container from outside of its factories.

extension ResolutionError.Storage {
    /// The first line of the message, for codes about the use of a container.
    var usage: String? {
        switch code {
        case .noCurrent: "\(key) is asked for where no container is current, and the process has no default."
        case .defaultIsSet: "The process has a default container already."
        case .declined:
            asker.map { "\($0.key) needs \(key), whose factory declined to make it." }
                ?? "\(key) was declined by its factory."
        case .justInTimeForbidden:
            "\(key) says itself how it is made, is not registered, and this container makes nothing that is not registered."
        case .cancelled: "\(key) was waited for, or made, by a task that was cancelled."
        default: nil
        }
    }

    /// The fix, for the same codes.
    var usageFix: String? {
        switch code {
        case .noCurrent:
            "call Container.setDefault(_:) once at start, or run this inside container.asCurrent { … }; or name one "
                + "with container:."
        case .defaultIsSet: "set it once, at the start of the program; for a part of it use container.asCurrent { … }."
        case .declined: "ask with resolveOptional, or for an optional, where it may be declined."
        case .justInTimeForbidden: "register \(key), or allow it by justInTime: true in the container's configuration."
        case .cancelled: "nothing is wrong with it: whoever is not cancelled can resolve it."
        default: nil
        }
    }
}
