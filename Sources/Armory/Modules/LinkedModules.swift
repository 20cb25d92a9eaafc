// Modules that targets contribute to a program without a list of the targets: the linker collects them.
//
//     target A   @section("armory") let a: Module.Contribution = makeA  ─┐
//     target B   @section("armory") let b: Module.Contribution = makeB  ─┼─ linker ─> one array of C functions in the program's image
//     target C   @section("armory") let c: Module.Contribution = makeC  ─┘                         │
//                                                                                                  v
//                                            Module.contributed(toGroup: .plugins) ─> those of the group, in order of their places
//
// The functions are C's: a C header declares what is in the section, and no Swift type has to have a layout. A direct reference to a
// function is a constant expression by SE-0492. Nothing reads the section before a container is built from such a module.

internal import CCore

extension Module {
    /// A function by which a target contributes a module to a group of modules, without a list of all targets.
    ///
    /// A constant with a reference to the function is in the section `armory` of the program. The linker collects the constants of all
    /// object files, and ``Module/contributed(toGroup:fileID:line:)`` calls their functions:
    ///
    /// ```swift
    /// private func audit() {
    ///     Module.contribute(toGroup: .plugins, Module { Singleton((any Plugin).self, Audit.init).contributed() })
    /// }
    /// @section("armory") @used private let auditRecord: Module.Contribution = audit
    /// ```
    ///
    /// On Apple platforms, the section is `__DATA_CONST,__armory`.
    ///
    /// The function runs when contributions are first asked for, twice if two threads ask at the same time; one result is kept as long
    /// as the process runs. It must not build a container itself. The declaration must state the type: the compiler does not check what
    /// else is put in the section.
    public typealias Contribution = @convention(c) () -> Void

    /// Contributes a module to a group, in the function of a ``Contribution``.
    ///
    /// Elsewhere it has no effect.
    ///
    /// - Parameters:
    ///   - group: The name of the group.
    ///   - module: The module.
    public static func contribute(toGroup group: RegistrationName, _ module: Module) {
        LinkedModules.collected?.withLock { $0.append((group, module)) }
    }

    /// Returns a module that includes all modules that targets of the program contribute to a group.
    ///
    /// It includes them in the order of their locations in the source, file by file. A module that is contributed twice counts
    /// once. A group without contributions is an empty module. See ``Module/Contribution``.
    ///
    /// ```swift
    /// let container = try Container {
    ///     application
    ///     Module.contributed(toGroup: .plugins)
    /// }
    /// ```
    ///
    /// The linker must have put the contributing target into the image that Armory is linked into: the program must depend on
    /// the target, and the target must not be in a dynamic library.
    ///
    /// - Parameters:
    ///   - group: The name of the group.
    ///   - fileID: The file of the module, for diagnostics.
    ///   - line: The line of the module, for diagnostics.
    /// - Complexity: Nothing is read before a container is built. The first build sorts all contributions of the program.
    public static func contributed(
        toGroup group: RegistrationName, fileID: StaticString = #fileID, line: Int = #line
    ) -> Module {
        Module("contributed in \(group)", fileID: fileID, line: line) {
            LinkedModules.program.all.filter { $0.group == group }.map(\.module)
        }
    }

    /// The names of all groups that targets of the program contribute to, in alphabetical order.
    ///
    /// If no code reads a group, its registrations have no effect: compare this list with the groups that the program reads.
    public static var contributedGroups: [RegistrationName] {
        Set(LinkedModules.program.all.map(\.group.description)).sorted().map { RegistrationName($0) }
    }
}

/// A module that was contributed to a group.
package typealias LinkedModule = (group: RegistrationName, module: Module)

/// The contributions of an image.
package struct LinkedModules: Sendable {
    /// Those of the program.
    fileprivate static let program = LinkedModules(
        unsafe UnsafeBufferPointer(start: ccore_contributions(), count: ccore_contribution_count())
            .compactMap { $0 })
    /// What the functions contribute that run now; nil: none runs.
    @TaskLocal fileprivate static var collected: Guarded<[LinkedModule]>?

    private let makers: [Module.Contribution]
    /// The contributions in the order of their locations; nil: no container has asked for them yet.
    private let sorted = Guarded<[LinkedModule]?>(nil)

    package init(_ makers: [Module.Contribution]) { self.makers = makers }

    /// The contributions, sorted by location; those of one line keep the order in which the linker has them.
    package var all: [LinkedModule] {
        if let known = sorted.withLock({ $0 }) { return known }
        // The functions are the user's, so they run without the lock, on two threads perhaps. The modules of the first count.
        let collected = Guarded<[LinkedModule]>([])
        Self.$collected.withValue(collected) { makers.forEach { $0() } }
        let made = collected.withLock { $0 }
        let places = made.map(\.module.location)
        let order = made.indices.sorted {
            (places[$0].fileID, places[$0].line, $0) < (places[$1].fileID, places[$1].line, $1)
        }
        return sorted.withLock { sorted in
            let known = sorted ?? order.map { made[$0] }
            sorted = known
            return known
        }
    }
}
