// Which registrations are there, and which of several wins.

/// Which of two registrations of one key wins: the one with the higher priority.
public enum Priority: Sendable {
    /// Any other registration wins: for what a library brings along.
    case fallback
    /// The priority of every registration that says nothing.
    case normal
    /// It wins over any other: for doubles in tests.
    case test
}

extension Registration {
    /// The same with a priority.
    ///
    /// Of two registrations of one key with the same priority, ``Container/Configuration/duplicates`` decides.
    public func priority(_ priority: Priority) -> Self {
        changed {
            $0.options.subtract([.fallback, .test])
            if priority == .fallback { $0.options.insert(.fallback) }
            if priority == .test { $0.options.insert(.test) }
        }
    }

    /// The same, only where nothing else is registered for its key.
    ///
    /// Of several such registrations the first one is there.
    public func ifAbsent() -> Self {
        changed { $0.options.insert(.ifAbsent) }
    }

    /// The same, only where a condition holds when the container is built, or when it is registered.
    ///
    /// ```swift
    /// Singleton((any Mailer).self, SMTPMailer.init).when { $0["SMTP_HOST"] != nil }
    /// Singleton((any Mailer).self, LogMailer.init).ifAbsent()
    /// ```
    ///
    /// - Parameter condition: Looks at the environment and at what else is registered.
    public func when(_ condition: @escaping @Sendable (Conditions) -> Bool) -> Self {
        var copy = self
        let earlier = definition.condition
        copy.definition.condition = { (earlier?($0) ?? true) && condition($0) }
        return copy
    }

    /// The same, found by the registrations that stand in its own module alone.
    ///
    /// Two modules' private registrations of one type do not meet. Where a module's factory asks for a type, what is private
    /// in the module goes before what everybody sees, also in lists. A module that is included does not see it. Outside of
    /// a module it is an error, ``ResolutionError/Code/privateOutsideModule``.
    public func `private`() -> Self {
        changed { $0.options.insert(.hidden) }
    }

    /// The same, made when the container is built.
    ///
    /// An error of its factory is the container's then. Eager instances are made in the order of registration, each after
    /// what it needs.
    public func eager() -> Self {
        changed { $0.options.insert(.eager) }
    }

    /// The same, marked as resolved by somebody outside: an entry into the graph.
    ///
    /// Where any registration is marked, ``Container/validate()`` warns of those that no entry leads to.
    public func root() -> Self {
        changed { $0.options.insert(.root) }
    }

    /// The same as one of the list of its type.
    ///
    /// It is in `[T]`, wherever that is asked for, in the order of registration, and no `resolve(T.self)` finds it. Any
    /// number of registrations of one type can be in its list, from any module. A name or qualifier is what lists are
    /// filtered by.
    public func contributed() -> Self {
        var copy = self
        copy.definition.contribution = ContributionIdentity()
        return copy
    }

    package func changed(_ body: (inout BindingTraits) -> Void) -> Self {
        var copy = self
        copy.definition.change(body)
        return copy
    }
}
