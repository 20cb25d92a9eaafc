// Which registrations are used, and which of several wins.

/// The priority of a registration: of two registrations of one key, the one with the higher priority wins.
public enum Priority: Sendable {
    /// Any other registration wins: for the defaults of a library.
    case fallback
    /// The priority of a registration that sets none.
    case normal
    /// The registration wins over any other: for test doubles.
    case test
}

extension Registration {
    /// Returns the registration with a priority.
    ///
    /// If two registrations of one key have the same priority, ``Container/Configuration/duplicates`` decides.
    public func priority(_ priority: Priority) -> Self {
        changed {
            $0.options.subtract([.fallback, .test])
            if priority == .fallback { $0.options.insert(.fallback) }
            if priority == .test { $0.options.insert(.test) }
        }
    }

    /// Returns the registration, to be used only if its key has no other registration.
    ///
    /// Of several such registrations, the first one is used.
    public func ifAbsent() -> Self {
        changed { $0.options.insert(.ifAbsent) }
    }

    /// Returns the registration, to be used only if a condition holds when the container is built, or when it is
    /// registered.
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
        let earlier = definition.extras.condition
        return redefined { definition in definition.extras.condition = { (earlier?($0) ?? true) && condition($0) } }
    }

    /// Returns the registration, visible only to the registrations of the same module.
    ///
    /// Private registrations of one type in two modules do not conflict. If a module's factory resolves a type, a
    /// private registration of the module takes precedence over a public one, also in lists. Modules that it includes
    /// do not see its private registrations. Outside of a module it is an error,
    /// ``ResolutionError/Code/privateOutsideModule``.
    public func `private`() -> Self {
        changed { $0.options.insert(.hidden) }
    }

    /// Not available for a registration whose instances the container does not keep: see
    /// ``KeepingRegistration/eager()``.
    @available(
        *, unavailable, message: "The container keeps no instance of it: make it a Singleton, or remove eager()."
    )
    public func eager() -> Self { self }

    /// Returns the registration, marked as an entry into the graph, which code outside of the graph resolves.
    ///
    /// If any registration is marked, ``Container/validate()`` warns about registrations that no entry leads to.
    public func root() -> Self {
        changed { $0.options.insert(.root) }
    }

    /// Returns the registration as an element of the list of its type.
    ///
    /// It is in every resolved `[T]`, in the order of registration, and `resolve(T.self)` does not find it. Any number
    /// of registrations of one type can be in its list, from any module. A name or qualifier filters lists.
    public func contributed() -> Self {
        redefined { $0.extras.contribution = ContributionIdentity() }
    }
}

// Not in the extension above: the compiler prefers an available method to an unavailable one of a more special type.

extension KeepingRegistration {
    /// Returns the registration, to be created when the container is built.
    ///
    /// If its factory throws, building the container throws the error. Eager instances are created in the order of
    /// registration, each after its dependencies. ``Container/start()`` creates those whose factories await. A
    /// registration with run-time arguments cannot be eager, and one that awaits only as a ``Singleton``: building the
    /// container fails with ``ResolutionError/Code/cannotBeEager``.
    ///
    /// Open connections and files in a factory that awaits, or in ``Singleton/onStart(within:_:)``: a server handles
    /// signals only from its start on, and a cancelled start closes the created instances.
    public func eager() -> Self {
        changed { $0.options.insert(.eager) }
    }
}
