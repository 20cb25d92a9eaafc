#if Macros
/// The lifetime of instances, in the attribute of a macro.
///
/// Each value names a registration. The macros read it from the source, so write the value directly in the attribute.
public struct InjectableLifetime: Sendable {
    /// A new instance at every resolve: ``Transient``.
    public static var transient: InjectableLifetime { InjectableLifetime() }

    /// One instance for its container: ``Singleton``.
    public static var singleton: InjectableLifetime { InjectableLifetime() }

    /// One instance for its container: ``Singleton``.
    ///
    /// - Parameter eager: `true` if building the container creates the instance; written as a literal.
    public static func singleton(eager: Bool) -> InjectableLifetime { InjectableLifetime() }

    /// One instance for each request: ``Scoped``.
    public static var scoped: InjectableLifetime { InjectableLifetime() }

    /// One instance for each scope of a tag: ``Scoped``.
    ///
    /// - Parameter tag: The tag of the scopes.
    public static func scoped(_ tag: ScopeTag) -> InjectableLifetime { InjectableLifetime() }

    /// One instance while any reference holds it: ``Shared``.
    ///
    /// Not for a struct.
    public static var shared: InjectableLifetime { InjectableLifetime() }

    /// One instance for each outermost resolve: ``Graph``.
    public static var graph: InjectableLifetime { InjectableLifetime() }

    /// One instance for each value of the run-time arguments, kept by a custom lifetime: ``Kept``.
    ///
    /// - Parameter lifetime: Determines which callers share an instance, and for how long.
    public static func kept(_ lifetime: some CustomLifetime) -> InjectableLifetime { InjectableLifetime() }
}
#endif
