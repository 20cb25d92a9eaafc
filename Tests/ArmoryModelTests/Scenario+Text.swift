// A scenario, and what was observed, as a person reads it.

import Armory

extension Scenario {
    /// The scenario as lines that look like Swift.
    var text: String {
        var lines: [String] = []
        for (index, setup) in containers.enumerated() {
            let options =
                [
                    setup.replacesDuplicates ? "duplicates: .replace" : nil,
                    setup.isOneAtATime ? "building: .oneAtATime" : nil,
                ]
                .compactMap(\.self).joined(separator: ", ")
            lines.append("let c\(index) = Container(\(options))")
        }
        for (index, recipe) in recipes.enumerated() where isUsed(recipe: index) {
            lines.append("let r\(index) = \(text(recipe, index))")
        }
        lines += steps.map(text)
        return lines.joined(separator: "\n")
    }

    private func isUsed(recipe: Int) -> Bool {
        steps.contains { step in
            switch step {
            case .getOrMake(_, recipe, _): true
            case .change(let change), .lend(_, let change): change.recipe == recipe
            case .arm(_, let change): change.recipe == recipe
            default: false
            }
        }
    }

    func text(_ place: Int) -> String {
        let (kind, label) = (places[place].kind, places[place].label)
        let type =
            switch kind {
            case .first: "First.self"
            case .second: "Second.self"
            case .third: "Third.self"
            case .service: "(any Service).self"
            case .flexible: "(any Flexible).self"
            case .leaf: "Leaf.self"
            }
        return switch label {
        case .none: type
        case .name(let number): "\(type), named: \"\(number)\""
        case .number(let number): "\(type), qualifier: \(number)"
        case .colliding(let number): "\(type), qualifier: Colliding(\(number))"
        case .text(let number): "\(type), qualifier: \"\(number)\""
        }
    }

    private func text(_ edge: Edge) -> String {
        let call = (edge.asksContainer ? "" : "$") + "c\(places[edge.place].container)" + text(edge.ask, edge.place)
        return (edge.isHidden ? "try? " : "") + (edge.isWeak ? "weak " : "") + call
    }

    private func text(_ ask: Ask, _ place: Int) -> String {
        let key = text(place)
        return switch ask {
        case .plain: ".resolve(\(key))"
        case .optional: ".resolveOptional(\(key))"
        case .wrapped: ".resolve(Optional \(key))"
        case .argument(let number): ".resolve(\(key), arguments: \(number))"
        case .wrongArgument: ".resolve(\(key), arguments: \"text\")"
        case .lent: ".with(\(key)) { copy $0 }"
        }
    }

    private func text(_ recipe: Recipe, _ index: Int) -> String {
        let type =
            switch recipe.lifetime {
            case .singleton: "Singleton"
            case .shared: "Shared"
            case .graph: "Graph"
            case .transient: "Transient"
            case .scoped: "Scoped"
            case .custom: "Kept"
            }
        var text = recipe.bringsInstance ? "\(type)(value: V(\(index)))" : type
        if recipe.needsArgument { text += "(arguments: Int.self)" }
        if !recipe.bringsInstance {
            text +=
                " { \(recipe.isValue ? "Value?" : "Object")(" + recipe.needs.map(self.text).joined(separator: ", ")
                + ") }"
        }
        for (number, edges) in recipe.injections.enumerated() {
            let isLast = number == recipe.injections.count - 1
            text += ".inject { \(edges.map(self.text).joined(separator: "; "))"
            text += (recipe.isReplaced && isLast ? "; $0 = Another()" : "") + " }"
        }
        guard steps.contains(.fail(index, true)) else { return text }
        switch recipe.failurePoint {
        case .beforeNeeds: text += "  // may fail first"
        case .afterNeeds: text += "  // may fail last"
        case .injecting: text += "  // may fail in the last inject"
        }
        return text
    }

    private func text(_ change: Change) -> String {
        func call(_ name: String, _ place: Int, _ recipe: Int) -> String {
            "c\(places[place].container).\(name)(r\(recipe) as \(text(place)))"
        }
        return switch change {
        case .register(let place, let recipe): call("register", place, recipe)
        case .replace(let place, let recipe): call("replace", place, recipe)
        case .overlay(let place, let recipe): "overlays += " + call("overlay", place, recipe)
        case .remove(let place): "c\(places[place].container).remove(\(text(place)))"
        case .reset(let place): "c\(places[place].container).reset(\(text(place)))"
        case .removeOverlay(let number): "overlays[last - \(number) % min(4, count)].remove()"
        case .resetAll(let container): "c\(container).reset()"
        case .freeze(let container): "c\(container).freeze()"
        case .close(let container): "c\(container).close()"
        }
    }

    func text(_ step: Step) -> String {
        switch step {
        case .resolve(let place, let ask, let keeps):
            (keeps ? "held += " : "_ = ") + "c\(places[place].container)" + text(ask, place)
        case .getOrMake(let place, let recipe, let keeps):
            (keeps ? "held += " : "_ = ") + "c\(places[place].container).getOrMake(r\(recipe) as \(text(place)))"
        case .change(let change): text(change)
        case .drop(let number): "held.remove(at: \(number) % count)"
        case .fail(let recipe, let isFailing): isFailing ? "r\(recipe) fails from now on" : "r\(recipe) fails no more"
        case .arm(let recipe, let change): "the next run of r\(recipe)'s factory begins with { \(text(change)) }"
        case .lend(let place, let change):
            "c\(places[place].container).with(\(text(place))) { _ in \(text(change)) }"
        case .grow(let container, let count): "c\(container): register \(count) other keys, and remove them"
        case .renew(let container): "c\(container) = Container()"
        }
    }
}

extension Change {
    /// The recipe that it registers.
    fileprivate var recipe: Int? {
        switch self {
        case .register(_, let recipe), .replace(_, let recipe), .overlay(_, let recipe): recipe
        default: nil
        }
    }
}

// MARK: What was observed

extension Observation {
    func text(_ scenario: Scenario) -> String {
        let ran = events.map(\.text).joined(separator: ", ")
        return "\(outcome.text); ran: \(ran.isEmpty ? "nothing" : ran); alive: \(alive)"
            + (released.isEmpty ? "" : "; released: \(released)")
    }
}

extension Event {
    fileprivate var text: String {
        switch verb {
        case .began: "r\(number)…"
        case .made: "r\(number) made #\(serial)"
        case .replaced: "r\(number) replaced by #\(serial)"
        case .ready: "r\(number) brought #\(serial)"
        case .injects: "inject \(number) of #\(serial)"
        case .changed: code.isEmpty ? "changed" : "change refused: \(code)"
        }
    }
}

extension Outcome {
    fileprivate var text: String {
        switch self {
        case .done: "done"
        case .nothing: "nil"
        case .instance(let picture): picture.text
        case .failed(let failure): failure.text
        case .endless: "endless"
        }
    }
}

extension Failure {
    fileprivate var text: String {
        "\(codeName) of \(key), path \(path.joined(separator: " → "))" + (mishap.map { ", mishap of r\($0)" } ?? "")
    }
}

extension Picture {
    /// `#2 = r1(#1), #1 = r0().inject(#2)`.
    fileprivate var text: String {
        var rest = shape[...]
        var codes = codes[...]
        var nodes: [String] = []
        while rest.count >= 4 {
            let head = (0..<4).map { _ in rest.removeFirst() }
            var text = "#\(serials[nodes.count]) = r\(head[0])(" + (head[1] == 0 ? "" : "argument \(head[1]): ")
            text += links(&rest, &codes) + ")"
            for _ in 0..<head[3] { text += ".inject(" + links(&rest, &codes) + ")" }
            nodes.append(text + (head[2] == 1 ? "" : " half made"))
        }
        return nodes.joined(separator: ", ")
    }

    private func links(_ rest: inout ArraySlice<Int>, _ codes: inout ArraySlice<String>) -> String {
        var links: [String] = []
        var prefix = ""
        while let number = rest.popFirst() {
            switch Mark(rawValue: number) {
            case .end: return links.joined(separator: ", ")
            case .weak: prefix = "weak "
            case .nothing: links.append(prefix + "nil")
            case .failed: links.append("error \(codes.popFirst() ?? "")")
            case nil: links.append(prefix + "#\(serials[number])")
            }
            if Mark(rawValue: number) != .weak { prefix = "" }
        }
        return links.joined(separator: ", ")
    }
}
