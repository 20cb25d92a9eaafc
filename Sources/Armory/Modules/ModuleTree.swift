/// The modules of a container, and the modules that each of them includes.
struct ModuleTree: Sendable {
    /// The modules that each module includes.
    private var inner: [ModuleIdentity: [ModuleIdentity]] = [:]
    /// A module that includes each module; none for one that was added directly.
    private var outer: [ModuleIdentity: ModuleIdentity] = [:]
    /// The modules of the container in the order in which they were met.
    private(set) var all: [ModuleIdentity] = []

    /// Adds a module.
    ///
    /// - Parameter parent: The module that includes it; nil: it was added directly.
    /// - Returns: False if the tree had the module already.
    mutating func add(_ module: ModuleIdentity, in parent: ModuleIdentity?) -> Bool {
        let isNew = inner[module] == nil
        if isNew {
            inner[module] = []
            outer[module] = parent
            all.append(module)
        } else if parent == nil {
            outer[module] = nil
        }
        if let parent { inner[parent]?.append(module) }
        return isNew
    }

    /// The module and the modules in it.
    func reach(of module: ModuleIdentity) -> Set<ModuleIdentity> { Armory.reach(from: [module]) { inner[$0] ?? [] } }

    /// The modules that lead to a module, a directly added one first, and the module itself last.
    func path(to module: ModuleIdentity) -> [ModuleIdentity] {
        var path = [module]
        // Modules may include each other.
        while let next = outer[path[0]], !path.contains(next) { path.insert(next, at: 0) }
        return path
    }
}
