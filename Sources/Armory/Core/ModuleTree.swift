/// The modules of a container, and the modules that each of them includes.
///
/// It is a sorted array, not a dictionary: for a program's first dictionary with such keys, the runtime searches all conformances
/// of the program, which costs as much as 100 registrations.
struct ModuleTree: Equatable {
    private struct Node: Equatable {
        let module: ModuleIdentity
        var includes: [ModuleIdentity] = []
        /// Whether it was added directly, and not only by another module.
        var isRoot = false
    }

    /// The modules, sorted by address; a node keeps its module alive, so no other one can have the address.
    private var nodes: [Node] = []

    var isEmpty: Bool { nodes.isEmpty }

    /// Adds a module.
    ///
    /// - Parameter parent: The module that includes it; nil: it was added directly.
    /// - Returns: False if the tree had the module already.
    mutating func add(_ module: ModuleIdentity, in parent: ModuleIdentity?) -> Bool {
        let index = place(of: module)
        let isNew = !has(module, at: index)
        if isNew { nodes.insert(Node(module: module), at: index) }
        if let parent {
            let index = place(of: parent)
            if has(parent, at: index) { nodes[index].includes.append(module) }
        } else {
            nodes[index].isRoot = true
        }
        return isNew
    }

    /// Adds the modules of another tree.
    mutating func addModules(of other: ModuleTree) {
        for node in other.nodes {
            let index = place(of: node.module)
            if !has(node.module, at: index) { nodes.insert(node, at: index) }
        }
    }

    /// The module and the modules in it.
    func reach(of module: ModuleIdentity) -> Set<ModuleIdentity> {
        var reach: Set<ModuleIdentity> = []
        var open = [module]
        while let next = open.popLast() {
            let index = place(of: next)
            if reach.insert(next).inserted, has(next, at: index) { open += nodes[index].includes }
        }
        return reach
    }

    /// The modules that lead to a module, a directly added one first, and the module itself last.
    func path(to module: ModuleIdentity) -> [ModuleIdentity] {
        var path = [module]
        while let first = path.first, case let index = place(of: first), has(first, at: index), !nodes[index].isRoot {
            // Modules may include each other.
            let parent = nodes.first { $0.includes.contains(first) && !path.contains($0.module) }
            guard let parent else { break }
            path.insert(parent.module, at: 0)
        }
        return path
    }

    /// The module and the modules in it, except those that another directly added module includes; nil: it was not added
    /// directly.
    func exclusiveReach(of module: ModuleIdentity) -> Set<ModuleIdentity>? {
        let roots = nodes.filter(\.isRoot).map(\.module)
        guard roots.contains(module) else { return nil }
        return roots.filter { $0 != module }.reduce(reach(of: module)) { $0.subtracting(reach(of: $1)) }
    }

    /// Removes modules; another one, which may be among them, no longer counts as added directly.
    mutating func remove(_ modules: Set<ModuleIdentity>, of root: ModuleIdentity) {
        let index = place(of: root)
        if has(root, at: index) { nodes[index].isRoot = false }
        nodes.removeAll { modules.contains($0.module) }
    }

    /// The index of a module's node, or where it belongs.
    private func place(of module: ModuleIdentity) -> Int {
        let identity = ObjectIdentifier(module)
        var range = nodes.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if ObjectIdentifier(nodes[middle].module) < identity {
                range = (middle + 1)..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }

    private func has(_ module: ModuleIdentity, at index: Int) -> Bool {
        index < nodes.count && nodes[index].module === module
    }
}
