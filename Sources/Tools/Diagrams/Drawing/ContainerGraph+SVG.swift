// The graph as a picture.

public import Armory

extension ContainerGraph {
    /// The graph drawn as SVG: nodes above the nodes they need, modules as boxes, lifetimes as colours and two letters.
    ///
    /// Nodes that are missing, have faults or are on a cycle are marked. The document needs no other file, has no
    /// script, and suits light and dark pages. The tooltip of each node has its whole key, its place and its
    /// measurements.
    ///
    /// - Complexity: O((nodes + edges) · log) for each of a fixed number of sweeps, with the library's layout.
    public func svg(_ options: DiagramOptions = DiagramOptions()) -> String {
        GraphPicture(self, options).svg()
    }
}
