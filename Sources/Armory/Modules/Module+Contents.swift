// Writing modules.

extension Module {
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
        self.init(ModuleIdentity(name: name, location: CodeLocation(fileID: fileID, line: line)), contents)
    }

    /// Returns the module with some registrations replaced by others with the same keys.
    ///
    /// The replacements also apply to the modules that it includes. The decorators of the container apply to a replacement. A
    /// replacement without a registration to replace is an
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
