/// A list of registrations with a name, which can be combined with other lists.
///
/// ```swift
/// let storage = Module("storage") {
///     Singleton(Database.init)
///     Singleton((any Orders).self, SQLOrders.init)
/// }
/// let shop = Module("shop") {
///     storage
///     Transient(OrderService.init)
/// }
/// let container = try Container { shop }
/// ```
///
/// A module holds no instances: if two containers are built from it, each has separate instances. Its contents are
/// evaluated when a container is built, so a condition in them is decided then.
///
/// A module counts once however often it is included, also if modules include each other in a cycle. Modules are
/// compared by identity, not by contents: declare a module as a constant. A function that creates a module creates
/// another one at each call.
public struct Module: ModuleElement {
    package let identity: ModuleIdentity
    let contents: @Sendable () -> [any ModuleElement]
    /// The registrations that replace others; nil for a plain module.
    private(set) var replacements: (@Sendable () -> [any ModuleElement])?

    /// Creates a module.
    ///
    /// - Parameters:
    ///   - name: The name for diagnostics; nil means its file and line.
    ///   - fileID: The file of the module, for diagnostics.
    ///   - line: The line of the module, for diagnostics.
    ///   - contents: The module's registrations, and the modules it includes.
    public init(
        _ name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        @ModuleBuilder _ contents: @escaping @Sendable () -> [any ModuleElement]
    ) {
        identity = ModuleIdentity(name: name, location: CodeLocation(fileID: fileID, line: line))
        self.contents = contents
    }

    /// The module itself.
    public var moduleContent: Plumbing.ModuleContent { Plumbing.ModuleContent(kind: .module(self)) }

    /// The module's name, if it has one.
    public var name: String? { identity.name }

    /// The location of the module in the source.
    public var location: CodeLocation { identity.location }

    /// Returns the module with some registrations replaced by others with the same keys.
    ///
    /// The replacements also apply to the modules that it includes. The decorators of the container apply to a replacement. A replacement without a registration to replace is an
    /// error when the container is built, ``ResolutionError/Code/overridesNothing``. A replacement of a replacement
    /// wins.
    ///
    /// ```swift
    /// let container = try Container {
    ///     shop.replacing { Singleton((any Orders).self, FakeOrders.init) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the replacement, for diagnostics.
    ///   - line: The line of the replacement, for diagnostics.
    ///   - replacements: The registrations that replace others.
    public func replacing(
        fileID: StaticString = #fileID, line: Int = #line,
        @ModuleBuilder _ replacements: @escaping @Sendable () -> [any ModuleElement]
    ) -> Module {
        var module = Module(name, fileID: fileID, line: line) { self }
        module.replacements = replacements
        return module
    }
}
