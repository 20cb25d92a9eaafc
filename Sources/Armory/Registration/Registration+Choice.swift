// Which registrations are used, and which of several wins.

extension Registration {
    /// Returns the registration, to be used only if its key has no other registration.
    ///
    /// Of several such registrations, the first one is used.
    public func ifAbsent() -> Self { changingNotes { $0.options.insert(.ifAbsent) } }

    /// Returns the registration, to be used only if a condition holds when the container is built.
    ///
    /// ```swift
    /// Singleton((any Mailer).self, SMTPMailer.init).when { $0["SMTP_HOST"] != nil }
    /// Singleton((any Mailer).self, LogMailer.init).ifAbsent()
    /// ```
    ///
    /// `$0["SMTP_HOST"]` is an environment variable of the process, unless ``Container/Configuration/environment`` has
    /// others. ``Container/conditions`` lists how conditions were decided.
    ///
    /// - Parameter condition: Examines the environment and the other registrations.
    public func when(_ condition: @escaping @Sendable (Conditions) -> Bool) -> Self {
        let earlier = definition.notes.condition
        return changingNotes { $0.condition = { (earlier?($0) ?? true) && condition($0) } }
    }

    /// Returns the registration, visible only to the registrations of the same module.
    ///
    /// Private registrations of one type in two modules do not conflict. If a module's factory resolves a type, a
    /// private registration of the module takes precedence over a public one, also in lists. Modules that it includes
    /// do not see its private registrations. Outside of a module it is an error,
    /// ``ResolutionError/Code/privateWithoutModule``.
    public func `private`() -> Self { changingNotes { $0.options.insert(.hidden) } }

    /// Not available for a registration whose instances the container does not keep: see
    /// ``KeepingRegistration/eager()``.
    @available(
        *, unavailable, message: "The container keeps no instance of it: make it a Singleton, or remove eager()."
    )
    public func eager() -> Self { self }

    /// Returns the registration, marked as an entry into the graph, which code outside of the graph resolves.
    ///
    /// If any registration is marked, ``Container/validate(dryRun:)`` warns about registrations that no entry leads to.
    public func root() -> Self { changingNotes { $0.options.insert(.root) } }

    /// Returns the registration as an element of the list `[T]` of its type: `resolve(T.self)` does not find it.
    ///
    /// It is in every resolved `[T]`, in the order of registration, and `resolve(T.self)` does not find it. Any number
    /// of registrations of one type can be in its list, from any module. A name filters lists.
    public func contributed() -> Self { changingNotes { $0.options.insert(.contributed) } }
}

// Not in the extension above: the compiler prefers an available method to an unavailable one of a more special type.

extension KeepingRegistration {
    /// Returns the registration, to be created when the container is built, or in ``Container/start()`` if its factory awaits.
    ///
    /// If its factory throws, building the container throws the error. Eager instances are created in the order of
    /// registration, each after its dependencies. ``Container/start()`` creates those whose factories await. A
    /// registration with run-time arguments cannot be eager, and one that awaits only as a ``Singleton``: building the
    /// container fails with ``ResolutionError/Code/cannotBeEager``.
    ///
    /// Open connections and files in a factory that awaits, or in ``Singleton/onStart(within:fileID:line:_:)``: a server handles
    /// signals only from its start on, and a cancelled start closes the created instances.
    public func eager() -> Self { changingNotes { $0.options.insert(.eager) } }
}
