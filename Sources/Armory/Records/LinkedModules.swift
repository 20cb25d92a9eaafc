// Registrations that targets contribute to a program without a list of the targets: the linker collects them.
//
//     target A   @section("armory")  (1, { (.plugins, a) })  ─┐
//     target B   @section("armory")  (1, { (.plugins, b) })  ─┼─ linker ─> one array of records in the program's image
//     target C   @section("armory")  (1, { (.routes, c) })   ─┘                         │
//                                                                                       v
//                                     Module.contributed(in: .plugins) ─> a, b: in order of their places in the source
//
// Nothing reads the section before a container is built from such a module. The library is linked into the image whose section it
// reads, and does not know other images.

extension Module {
    /// The record by which a target contributes a module to a group of modules, without a list of all targets.
    ///
    /// A record is a constant in the section `armory` of the program. The linker collects the records of all object files, and
    /// ``Module/contributed(in:fileID:line:)`` reads them:
    ///
    /// ```swift
    /// @section("armory") @used
    /// private let audit: Module.Contribution = (
    ///     1, { (.plugins, Module { Singleton((any Plugin).self, Audit.init).contributed() }) }
    /// )
    /// ```
    ///
    /// On Apple platforms, the section is `__DATA_CONST,__armory`.
    ///
    /// - The first element is the version of the record, 1. The library refuses other versions.
    /// - The closure returns the name of the group and the module. It runs when contributions are first asked for, twice if two
    ///   threads ask at the same time; one result is kept as long as the process runs. It must not build a container itself. The compiler does not let it name a global constant of the same
    ///   file: write the module in the closure, or name a static property.
    ///
    /// The declaration must state the type: the compiler does not check what else is put in the section.
    public typealias Contribution = (UInt, @Sendable () -> (group: Name, module: Module))

    /// Returns a module that includes all modules that targets of the program contribute to a group.
    ///
    /// It includes them in the order of their locations in the source, file by file. A module that is contributed twice counts
    /// once. A group without contributions is an empty module. See ``Module/Contribution``.
    ///
    /// ```swift
    /// let container = try Container {
    ///     application
    ///     Module.contributed(in: .plugins)
    /// }
    /// ```
    ///
    /// The linker must have put the contributing target into the image that Armory is linked into: the program must depend on
    /// the target, and the target must not be in a dynamic library.
    ///
    /// If the section has a record of another version, building a container is an error with the code
    /// ``ResolutionError/Code/unknownContribution``.
    ///
    /// - Parameters:
    ///   - group: The name of the group.
    ///   - fileID: The file of the module, for diagnostics.
    ///   - line: The line of the module, for diagnostics.
    /// - Complexity: Nothing is read before a container is built. The first build sorts all contributions of the program.
    public static func contributed(in group: Name, fileID: StaticString = #fileID, line: Int = #line) -> Module {
        Module("contributed in \(group)", fileID: fileID, line: line) { LinkedModules.program.elements(in: group) }
    }

    /// The names of all groups that targets of the program contribute to, in alphabetical order.
    ///
    /// If no code reads a group, its registrations have no effect: compare this list with the groups that the program reads.
    public static var contributedGroups: [Name] { LinkedModules.program.groups }
}

/// The contributions in a section of an image.
package final class LinkedModules: @unchecked Sendable {  // The lock guards the one variable.
    /// Those of the program.
    fileprivate static let program = unsafe LinkedModules(in: Platform.section)

    /// A record as it is in memory.
    ///
    /// Not the tuple: Swift would load a function in a tuple as one of generic code, which has another calling convention.
    private struct Record {
        let version: UInt
        let make: @Sendable () -> (group: Name, module: Module)
    }

    private let records: [Record]
    /// Whether something else than a record of this version follows the records.
    private let hasUnknown: Bool
    private let lock = Lock()
    /// The contributions in the order of their locations; nil: no container has asked for them yet.
    private var sorted: [(group: Name, module: Module)]?

    /// Reads the records of a section, up to the first one of another version, whose size is not known.
    package init(in section: UnsafeRawBufferPointer?) {
        var records: [Record] = []
        let (size, count) = (MemoryLayout<Record>.stride, unsafe section?.count ?? 0)
        while let section = unsafe section, count - records.count * size >= size {
            let offset = records.count * size
            guard unsafe section.load(fromByteOffset: offset, as: UInt.self) == 1 else { break }
            // Of this version, so it is a record.
            records.append(unsafe section.load(fromByteOffset: offset, as: Record.self))
        }
        self.records = records
        hasUnknown = records.count * size != count
    }

    /// The contributions, sorted by location; those of one line keep the order in which the linker has them.
    private var all: [(group: Name, module: Module)] {
        if let sorted = lock.withLock({ sorted }) { return sorted }
        // The closures are the user's, so they run without the lock, on two threads perhaps. The modules of the first count.
        let made = records.map { $0.make() }
        let places = made.map { $0.module.location }
        let order = made.indices.sorted {
            (places[$0].fileID, places[$0].line, $0) < (places[$1].fileID, places[$1].line, $1)
        }
        return lock.withLock {
            if sorted == nil { sorted = order.map { made[$0] } }
            return sorted ?? []
        }
    }

    /// The modules of a group, and a fault if there may be more than could be read.
    package func elements(in group: Name) -> [any ModuleElement] {
        let modules = all.filter { $0.group == group }.map(\.module)
        return hasUnknown ? modules + [unknown] : modules
    }

    /// The groups, in alphabetical order.
    package var groups: [Name] {
        Set(all.map(\.group.description)).sorted().map { Name($0) }
    }

    /// A registration that no container accepts.
    private var unknown: any ModuleElement {
        let location = SourceLocation()
        let traits = BindingTraits(lifetime: .transient, location: location, needs: { [] }, source: .removed)
        var registration = AnyRegistration(Binding.make(Module.self, traits) { _ in Module {} })
        registration.extras.fault = ResolutionError(.unknownContribution, key: ServiceKey(Module.self))
        return registration
    }
}
