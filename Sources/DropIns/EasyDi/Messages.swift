// The messages with which the process ends, in the words of this API.

internal import ArmoryCore
internal import ArmoryRegistry

/// Ends the process with an error's message.
func endProcess(_ error: ResolutionError) -> Never {
    let fix: String? =
        switch error.code {
        case .cycle: "set one of the references in an injection closure, of an object that is no prototype."
        case .valueTypeShared: "define a class, or choose another scope."
        case .replacedWhileInjecting:
            "change the object that the injection closure receives, and return the same object."
        default: nil
        }
    endProcess(
        error.message(fix: fix)
            .replacing("cannot be shared: its factory returned", with: "has the scope weakSingleton, but returned"))
}

extension EntryKey {
    /// Ends the process because the object has another type.
    func failType(_ given: any Any.Type, wanted: any Any.Type) -> Never {
        fail(
            "is of the type \(TypeName.sourceName(of: given)), but \(TypeName.sourceName(of: wanted)) is needed",
            "resolve it as its own type, or create the requested type.")
    }

    /// Ends the process because a substitution has another type.
    func failSubstitution(_ given: any Any.Type, wanted: any Any.Type) -> Never {
        fail(
            "has a substitution that returned \(TypeName.sourceName(of: given)), but \(TypeName.sourceName(of: wanted)) is needed",
            "return the type of the definition from the substitution's closure.")
    }

    /// Ends the process because a placeholder has no object.
    func failPlaceholder() -> Never {
        let name = "\"\(name ?? "")\""
        fail(
            "is a placeholder without an object",
            "resolve it through the definition with the key \(name), or add a substitution for it.")
    }

    /// Ends the process because the context is gone.
    func failContext() -> Never {
        let path = RunningPath.keyNames + [shown.description]
        endProcess(
            "The context of \(type) was released, or does not exist yet: hold it as long as its assemblies are "
                + "used, and resolve nothing in an assembly's initializer.\n  path: "
                + path.joined(separator: " → "))
    }

    private func fail(_ what: String, _ fix: String) -> Never {
        let path = RunningPath.steps + [ResolutionError.Step(shown)]
        endProcess(
            ResolutionError(
                .factoryFailed, shown, path: path, detail: .words(headline: "\(shown) \(what).", fix: "\(fix)")))
    }
}
