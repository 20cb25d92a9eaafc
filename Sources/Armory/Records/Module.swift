/// A list of registrations with a name, to be put together with others.
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
/// A module holds no instances: two containers that are built from it have each their own. Its contents are asked for when a
/// container is built, so a condition in them is decided then.
///
/// A module counts once however often it is included, also where modules include each other in a circle. What counts is which
/// module it is, not what it says: declare it as a constant. A function that makes a module makes another at each call.
public struct Module: ModuleElement {
    let identity: ModuleIdentity
    let contents: @Sendable () -> [any ModuleElement]
    /// The registrations that take the places of others; nil: this is a plain module.
    let replacements: (@Sendable () -> [any ModuleElement])?

    /// A module with these contents.
    ///
    /// - Parameters:
    ///   - name: What diagnostics call it; nil: by its file and line.
    ///   - fileID: The file of the module, for diagnostics.
    ///   - line: The line of the module, for diagnostics.
    ///   - contents: Its registrations, and the modules it includes.
    public init(
        _ name: String? = nil, fileID: StaticString = #fileID, line: Int = #line,
        @ModuleBuilder _ contents: @escaping @Sendable () -> [any ModuleElement]
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        self.init(ModuleIdentity(name: name, location: location), contents, replacements: nil)
    }

    private init(
        _ identity: ModuleIdentity, _ contents: @escaping @Sendable () -> [any ModuleElement],
        replacements: (@Sendable () -> [any ModuleElement])?
    ) {
        self.identity = identity
        self.contents = contents
        self.replacements = replacements
    }

    /// The module's name, where it has one.
    public var name: String? { identity.name }

    /// Where it is written.
    public var location: SourceLocation { identity.location }

    /// The same module, in which other registrations take the places of those with the same keys.
    ///
    /// They reach whatever the module includes. One that takes no place is an error at build,
    /// ``ResolutionError/Code/overridesNothing``. An override of an override wins.
    ///
    /// ```swift
    /// let container = try Container {
    ///     shop.overriding { Singleton((any Orders).self, FakeOrders.init) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The file of the override, for diagnostics.
    ///   - line: The line of the override, for diagnostics.
    ///   - replacements: The registrations that replace.
    public func overriding(
        fileID: StaticString = #fileID, line: Int = #line,
        @ModuleBuilder _ replacements: @escaping @Sendable () -> [any ModuleElement]
    ) -> Module {
        let identity = ModuleIdentity(name: name, location: SourceLocation(fileID: fileID, line: line))
        return Module(identity, { [self] }, replacements: replacements)
    }
}
