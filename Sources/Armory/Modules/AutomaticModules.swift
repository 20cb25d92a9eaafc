// The modules of a program, found without being passed as parameters.

/// The modules of a program, listed once, in any of its files.
///
/// A program lets ``Container`` conform, and ``Container/automatic(parents:configuration:)`` finds the modules:
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
/// If no place of the program knows all modules, list ``Module/contributed(toGroup:fileID:line:)``.
public protocol AutomaticModules {
    /// All modules of the program.
    static var modules: [Module] { get }
}

extension ResolutionError.Code {
    /// The program does not declare the modules for ``Container/automatic(parents:configuration:)``.
    public static let noAutomaticModules = Self("noAutomaticModules")
}

extension ResolutionError {
    static var noAutomaticModules: ResolutionError {
        ResolutionError(
            .noAutomaticModules, ServiceKey((any AutomaticModules).self), "The program does not list its modules.",
            fix:
                "write extension Container: @retroactive AutomaticModules { public static var modules: [Module] { […] } }."
        )
    }
}
