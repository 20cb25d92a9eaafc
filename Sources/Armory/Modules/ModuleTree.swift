/// The modules of a container, and the modules that each of them includes.
struct ModuleTree: Sendable {
    private struct Node {
        let identity: ModuleIdentity
        /// The modules that it includes.
        var inner: [ModuleIdentity] = []
        /// A module that includes it; nil: it was added directly.
        var outer: ModuleIdentity?
    }

    /// In the order in which they were met.
    private var nodes: [Node] = []
    private var numbers = NumberTable()

    private func findNodeIndex(of module: ModuleIdentity) -> Int? {
        numbers.firstNumber(forHashWord: module.word) { nodes[$0].identity == module }
    }

    /// Adds a module.
    ///
    /// - Parameter parent: The module that includes it; nil: it was added directly.
    /// - Returns: False if the tree had the module already.
    mutating func addModule(_ module: ModuleIdentity, includedBy parent: ModuleIdentity?) -> Bool {
        let known = findNodeIndex(of: module)
        if let known {
            if parent == nil { nodes[known].outer = nil }
        } else {
            numbers.addEntry(hashWord: module.word, number: nodes.count)
            nodes.append(Node(identity: module, outer: parent))
        }
        if let parent, let index = findNodeIndex(of: parent) { nodes[index].inner.append(module) }
        return known == nil
    }

    /// The module and the modules in it.
    func subtreeModules(of module: ModuleIdentity) -> Set<ModuleIdentity> {
        reachableNodes(from: [module]) { findNodeIndex(of: $0).map { nodes[$0].inner } ?? [] }
    }

    /// The modules that lead to a module, a directly added one first, and the module itself last.
    func path(to module: ModuleIdentity) -> [ModuleIdentity] {
        var path = [module]
        // Modules may include each other.
        while let next = findNodeIndex(of: path[0]).flatMap({ nodes[$0].outer }), !path.contains(next) {
            path.insert(next, at: 0)
        }
        return path
    }
}

extension ModuleIdentity {
    fileprivate var word: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(self))) }
}
