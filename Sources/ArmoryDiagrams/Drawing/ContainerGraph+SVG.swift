// The graph as a picture.

public import Armory

extension ContainerGraph {
    /// The graph drawn as SVG: what needs stands above what is needed, modules are boxes, lifetimes colours with two letters each.
    ///
    /// What is missing, at fault or on a circle is marked. The document is complete in itself, has no script, and fits a light
    /// page and a dark one. A tooltip on every node has its whole key, its place and what was measured.
    /// - Complexity: By the own layout O((nodes + edges) · log) for each of a fixed number of sweeps.
    public func svg(_ options: DiagramOptions = DiagramOptions()) -> String {
        GraphPicture(self, options).svg()
    }
}
