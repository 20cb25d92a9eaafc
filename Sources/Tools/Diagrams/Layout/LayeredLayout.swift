// The layout that needs no tool: layers by depth, and a column for each group.

/// A layered layout after Sugiyama, Tagawa and Toda, with groups.
///
/// ``Layering`` computes the layers, ``LanePlan`` the columns, ``Placement`` the positions in the rows and ``Routing``
/// the paths between the nodes. The same problem gives the same layout. Nothing recurses, and the memory is bounded by
/// nodes, arrows and ``Routing/limit``.
package enum LayeredLayout {
    package static func layout(_ problem: LayoutProblem) -> GraphLayout {
        let layering = Layering(problem)
        let placement = Placement(problem, layering)
        let plan = placement.plan

        var starts = Array(repeating: false, count: plan.layerCount)
        var ends = starts
        for lane in plan.lanes where lane.group != nil {
            if let first = lane.cells.first, let last = lane.cells.last {
                starts[first.layer] = true
                ends[last.layer] = true
            }
        }
        var tops: [Double] = []
        var y = Spacing.margin
        for layer in 0..<plan.layerCount {
            if starts[layer] { y += problem.titleHeight + Spacing.padding }
            for row in 0..<plan.rowsOf[layer] {
                if row > 0 { y += Spacing.row }
                tops.append(y.rounded())
                y += problem.height
            }
            y += (ends[layer] ? Spacing.padding : 0) + Spacing.layer
        }

        let boxes = problem.widths.indices.map { node in
            let width = placement.drawnWidths[node]
            return Box(
                x: (placement.centres[node] - width / 2).rounded(), y: tops[placement.rows[node]], width: width,
                height: problem.height)
        }
        var groups = problem.titles.map { _ in Box(x: 0, y: 0, width: 0, height: 0) }
        for lane in plan.lanes {
            guard let group = lane.group else { continue }
            let rows = lane.cells.flatMap(\.nodes).map { tops[placement.rows[$0]] }
            let top = (rows.min() ?? 0) - Spacing.padding - problem.titleHeight
            let bottom = (rows.max() ?? 0) + problem.height + Spacing.padding
            groups[group] = Box(
                x: (lane.x - Spacing.padding).rounded(.down), y: top,
                width: (lane.width + 2 * Spacing.padding).rounded(.up) + 1, height: bottom - top)
        }
        let routing = Routing(
            problem, layering, boxes: boxes, rows: placement.rows, firstRows: placement.firstRows, tops: tops,
            width: plan.width)
        return GraphLayout(
            nodes: boxes, layers: layering.layers, groups: groups, routes: routing.routes, width: plan.width,
            height: max(y - Spacing.layer, 0) + Spacing.margin)
    }
}
