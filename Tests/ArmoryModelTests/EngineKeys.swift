// The keys that the engine is given, and how they are written in errors.

import Armory

/// A qualifier whose hash says nothing.
struct Colliding: Hashable, Sendable, CustomDebugStringConvertible {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
    var debugDescription: String { "#\(number)" }
}

/// Threads that share a container have keys of their own: each its types, and its qualifiers.
protocol Lane: Sendable {}
enum Lane0: Lane {}
enum Lane1: Lane {}
enum Lane2: Lane {}
enum Lane3: Lane {}

enum EngineKeys {
    static let laneCount = 4

    /// The qualifier that the lane uses where the place has this one.
    ///
    /// Protocols are common to all lanes, so each lane has a qualifier for none.
    static func label(of place: Place, lane: Int) -> Label {
        let shift = 100 * lane
        switch place.label {
        case .none where lane > 0 && (place.kind == .service || place.kind == .flexible): return .number(shift + 99)
        case .none: return .none
        case .name(let number): return .name(shift + number)
        case .number(let number): return .number(shift + number)
        case .colliding(let number): return .colliding(shift + number)
        case .text(let number): return .text(shift + number)
        }
    }

    static func text(_ number: Int) -> String { "text \(number)" }

    /// The key as an error writes it.
    static func name(of place: Place, lane: Int) -> String {
        let type =
            switch place.kind {
            case .first: "Part<Lane\(lane), First>"
            case .second: "Part<Lane\(lane), Second>"
            case .third: "Part<Lane\(lane), Third>"
            case .service: "any Service"
            case .flexible: "any Flexible"
            case .leaf: "Leaf<Lane\(lane)>"
            }
        switch label(of: place, lane: lane) {
        case .none: return type
        case .name(let number): return "\(type) named \"\(text(number))\""
        case .number(let number): return "\(type) qualified by \(number)"
        case .colliding(let number): return "\(type) qualified by #\(number)"
        case .text(let number): return "\(type) qualified by \"\(text(number))\""
        }
    }
}

// MARK: The types

enum First: Sendable {}
enum Second: Sendable {}
enum Third: Sendable {}

final class Part<L: Lane, Number: Sendable>: Node, @unchecked Sendable {}  // As `Node`.

protocol Service: Sendable {
    var node: Node { get }
}

protocol Flexible: Sendable {
    var node: Node { get }
}

final class ServiceObject: Node, Service, Flexible, @unchecked Sendable {  // As `Node`.
    var node: Node { self }
}

/// Takes more words than an existential has room for.
struct FlexibleValue: Flexible {
    let node: Node
    let padding = (1, 2, 3)
}

struct Leaf<L: Lane>: Sendable {
    let node: Node
    let text = "a value of several words"
}

/// Fills tables.
struct Filler: Sendable {}
