/// A value that says how instances of one type are created and how long they live.
///
/// ``Singleton``, ``Shared``, ``Scoped``, ``Kept``, ``Graph`` and ``Transient`` are the registrations, and ``Promised``
/// announces a registration elsewhere. Modifiers return a changed copy:
///
/// ```swift
/// Singleton { Database(path: "orders.db") }
///     .named("primary")
/// Graph { Parent() }
///     .inject { parent, resolver in parent.child = try resolver.resolve() }
/// ```
public protocol Registration<Instance>: ModuleElement {
    /// The type under which the registration is found.
    associatedtype Instance

    /// The definition of the registration.
    var definition: Plumbing.Definition<Instance> { get set }
}

extension Registration {
    /// Registers under a name, a string literal or `RegistrationName(value)`: only `resolve(_:named:)` finds the registration.
    ///
    /// A named and an unnamed registration of one type never mix.
    public func named(_ name: RegistrationName) -> Self { changingTraits { $0.qualifier = name.qualifier } }

    /// Completes every instance after its factory has returned: sets properties, calls methods.
    ///
    /// This closes cycles: a dependency that `body` resolves may need the instance that is being completed, and then
    /// gets it. No other caller gets the instance before `body` has returned. If `body` throws, the instance is
    /// discarded and the error goes to the caller. Several bodies run in the order in which they were added.
    ///
    /// A body may resolve an instance whose own factory, further out, has not returned yet. Then the body ends with an
    /// error at that resolve, and all bodies run again when that factory has returned. So running a body twice must be
    /// harmless, as setting a property is. An instance that is not `Sendable` may have left the thread by then, if code
    /// without the resolver of that factory asked for it: then the resolve throws ``ResolutionError/Code/cycle``.
    ///
    /// A registered value is completed at its first resolve. If there is none, hooks for its end do not run.
    ///
    /// - Parameters:
    ///   - types: All types that the body resolves; none means that they are not known before it runs,
    ///     and `Void.self` that there are none.
    ///   - fileID: The file of the injection, for errors.
    ///   - line: The line of the injection, for errors.
    ///   - body: Receives the instance, which it may change in place if it is a value, and the resolver. It must not
    ///     replace an object that is part of a cycle by another object.
    public func inject(
        dependsOn types: any Any.Type..., fileID: StaticString = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (_ instance: inout Instance, _ resolver: Resolver) throws -> Void
    ) -> Self {
        let needs =
            types.isEmpty ? nil : { @Sendable in Dependency.makeDeclaredDependencies(on: types, atTime: .injection) }
        let location = CodeLocation(fileID: fileID, line: line)
        return changingDefinition {
            $0.inject(needing: needs) { instance, resolver in
                do { try body(&instance, resolver) } catch {
                    throw resolver.resolutionError(wrapping: error, throwerNoun: "injection", location: location)
                }
            }
        }
    }

    /// Calls `body` for every new instance when the whole graph is wired.
    ///
    /// At that time the outermost resolve that created the instance has ended, and so have all injections into the
    /// objects that it refers to.
    ///
    /// ```swift
    /// Graph { Parent() }
    ///     .inject { parent, resolver in parent.child = try resolver.resolve() }
    ///     .onWired { parent in parent.layOut() }
    /// ```
    ///
    /// The bodies run on the thread of that resolve, before it returns, in reverse order of creation: for a requested
    /// instance before its dependencies. If the resolve fails in the end, they still run for the completed instances.
    /// Other threads may get a shared instance before its body has run. The resolves of a body form a separate graph.
    ///
    /// If code without the factory's resolver resolves inside a factory, the bodies run before that resolve returns,
    /// except for instances whose type is `Sendable`: their bodies wait for the outermost resolve.
    ///
    /// - Parameter body: Receives the instance. It cannot throw, because the instance already exists.
    public func onWired(_ body: @escaping @Sendable (_ instance: Instance) -> Void) -> Self {
        changingDefinition { $0.changeInjections { $0.addGraphWiredCallback(body) } }
    }

    package func changingTraits(applying body: (inout Record.Traits) -> Void) -> Self {
        changingDefinition { $0.changeTraits(body) }
    }

    /// The registration without its type.
    var erased: AnyRegistration { definition.erased }

    /// The registration without its type.
    public var moduleContent: Plumbing.ModuleContent { erased.moduleContent }

    /// The same registration with other notes.
    package func changingNotes(applying body: (inout Notes) -> Void) -> Self { changingDefinition { body(&$0.notes) } }

    func changingDefinition(applying body: (inout Plumbing.Definition<Instance>) -> Void) -> Self {
        var copy = self
        body(&copy.definition)
        return copy
    }
}

extension Registration {
    /// Returns the registration with one more hook.
    package func addingHook(_ hook: any AnyHook) -> Self { changingNotes { $0.hooks.append(hook) } }
}
