/// What is reached from some starts by any number of steps, the starts included.
package func reachableNodes<Node: Hashable>(
    from starts: some Sequence<Node>, by next: (Node) -> some Sequence<Node>
) -> Set<Node> {
    var reached = Set(starts)
    var open = Array(reached)
    while let node = open.popLast() {
        for other in next(node) where reached.insert(other).inserted { open.append(other) }
    }
    return reached
}
