// A program's modules, found without being passed along.

/// What a program is built from, said once, in whichever file of it.
///
/// A program lets ``Container`` conform, and ``Container/automatic(parents:scope:configuration:)`` finds the modules: who makes
/// the container need not know them.
///
/// ```swift
/// extension Container: @retroactive AutomaticModules {
///     public static var modules: [Module] { [storage, shop, web] }
/// }
/// let container = try Container.automatic()
/// ```
///
/// A program conforms once: a second conformance does not compile in the same module, and between two modules of a program
/// nothing says which one is found. Libraries offer modules, programs list them.
public protocol AutomaticModules {
    /// All modules of the program.
    static var modules: [Module] { get }
}

extension Container {
    /// A container with the program's own modules, frozen.
    ///
    /// Each call makes another container: call it once, where the program starts.
    ///
    /// - Parameters:
    ///   - parents: The containers that are searched, in this order, for what this one does not have.
    ///   - scope: The tag whose scope the container is.
    ///   - configuration: How it behaves.
    /// - Throws: ``ResolutionError`` with the code `noAutomaticModules` where the program has not said what it is built from,
    ///   and all that building a container throws.
    public static func automatic(
        parents: [Container] = [], scope: ScopeTag? = nil, configuration: Configuration = Configuration()
    ) throws(ResolutionError) -> Container {
        try automatic(Container.self, parents: parents, scope: scope, configuration: configuration)
    }

    /// The same from the modules that a type lists.
    package static func automatic(
        _ program: any Any.Type, parents: [Container] = [], scope: ScopeTag? = nil,
        configuration: Configuration = Configuration()
    ) throws(ResolutionError) -> Container {
        guard let program = program as? any AutomaticModules.Type else {
            throw ResolutionError(.noAutomaticModules, key: ServiceKey((any AutomaticModules).self))
        }
        return try Container(parents: parents, scope: scope, configuration: configuration) { program.modules }
    }
}
