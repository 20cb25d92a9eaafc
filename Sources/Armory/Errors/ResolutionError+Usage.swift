// The wording of what goes wrong where a container is used from outside of its factories.

extension ResolutionError.Storage {
    /// What is wrong, of the codes that a use of the container meets.
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

    /// How to mend it.
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
