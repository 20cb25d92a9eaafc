/// The modules of a container, and the modules that each of them includes.
struct ModuleTree: Sendable {
    /// The modules of the container in the order in which they were met.
    private(set) var all: [ModuleIdentity] = []
    /// The numbers of the modules that each module includes.
    private var inner: [[Int]] = []
    /// The number of a module that includes each module; nil for one that was added directly.
    private var outer: [Int?] = []
    private var numbers = WordTable(for: 8)

    private func number(of module: ModuleIdentity) -> Int? {
        numbers.number(of: Self.word(of: module)) { _ in true }
    }

    private static func word(of module: ModuleIdentity) -> UInt64 {
        UInt64(UInt(bitPattern: ObjectIdentifier(module)))
    }

    /// Adds a module.
    ///
    /// - Parameter parent: The module that includes it; nil: it was added directly.
    /// - Returns: False if the tree had the module already.
    mutating func add(_ module: ModuleIdentity, in parent: ModuleIdentity?) -> Bool {
        let (known, parent) = (self.number(of: module), parent.flatMap { self.number(of: $0) })
        let number = known ?? all.count
        if known == nil {
            numbers.add(number, for: Self.word(of: module))
            all.append(module)
            inner.append([])
            outer.append(parent)
        } else if parent == nil {
            outer[number] = nil
        }
        if let parent { inner[parent].append(number) }
        return known == nil
    }

    /// The module and the modules in it.
    func reach(of module: ModuleIdentity) -> Set<ModuleIdentity> {
        var reach: Set<ModuleIdentity> = [module]
        var open = number(of: module).map { [$0] } ?? []
        while let next = open.popLast() {
            for inner in inner[next] where reach.insert(all[inner]).inserted { open.append(inner) }
        }
        return reach
    }

    /// The modules that lead to a module, a directly added one first, and the module itself last.
    func path(to module: ModuleIdentity) -> [ModuleIdentity] {
        guard let number = self.number(of: module) else { return [module] }
        var path = [number]
        // Modules may include each other.
        while let next = outer[path[0]], !path.contains(next) { path.insert(next, at: 0) }
        return path.map { all[$0] }
    }
}
