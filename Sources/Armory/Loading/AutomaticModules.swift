// The modules of a program, found without being passed as parameters.

/// The modules of a program, listed once, in any of its files.
///
/// A program lets ``Container`` conform, and ``Container/automatic(parents:scope:configuration:)`` finds the modules:
/// the code that creates the container need not know them.
///
/// ```swift
/// extension Container: @retroactive AutomaticModules {
///     public static var modules: [Module] { [storage, shop, web] }
/// }
/// let container = try Container.automatic()
/// ```
///
/// A program conforms once. A second conformance in the same Swift module does not compile; with conformances in two
/// Swift modules, it is undefined which one is found. Libraries offer modules, programs list them.
///
/// If no place of the program knows all modules, list ``Module/contributed(in:fileID:line:)``.
public protocol AutomaticModules {
    /// All modules of the program.
    static var modules: [Module] { get }
}

extension Container {
    /// Creates a frozen container with the program's own modules.
    ///
    /// Each call creates another container: call it once, when the program starts.
    ///
    /// - Parameters:
    ///   - parents: The containers that are searched, in this order, for keys that this one does not have.
    ///   - scope: The tag of the scope that the container represents.
    ///   - configuration: The settings of the container.
    /// - Throws: ``ResolutionError`` with the code `noAutomaticModules` if the program has not listed its modules, and
    ///   all errors of building a container.
    public static func automatic(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Configuration = Configuration()
    ) throws(ResolutionError) -> Container {
        try automatic(Container.self, parents: parents, scope: scope, configuration: configuration)
    }

    /// Creates a frozen container with the modules that a type lists.
    package static func automatic(
        _ program: any Any.Type, parents: [Container] = [], scope: ScopeTag? = nil,
        configuration: Configuration = Configuration()
    ) throws(ResolutionError) -> Container {
        guard let program = program as? any AutomaticModules.Type else {
            throw ResolutionError(.noAutomaticModules, key: ServiceKey((any AutomaticModules).self))
        }
        let modules = program.modules
        let container = try Container(parents: parents, scope: scope, configuration: configuration) { modules }
        container.control.lock.withLock { container.control.rareState.automaticModules = modules.map(\.identity) }
        return container
    }
}
