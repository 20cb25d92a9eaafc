// What every stage has: the parts of an armor, and how a knight looks in them.

struct Boots: CustomStringConvertible {
    let description = "leather boots"
}

struct Pants: CustomStringConvertible {
    let description = "woollen pants"
}

struct Helmet: CustomStringConvertible {
    let description = "a steel helmet"
}

struct Belt: CustomStringConvertible {
    let description = "a leather belt"
}

struct Chest: CustomStringConvertible {
    let description = "a steel chest"
}

struct Bracers: CustomStringConvertible {
    let description = "steel bracers"
}

/// Only the first knight has a pair.
struct Gloves: CustomStringConvertible {
    let description = "silk gloves"
}

/// What is no part of a knight's armor.
struct Crown: CustomStringConvertible {
    let description = "the king's crown"
}

/// How a knight looks in these parts; what is nil he does not wear.
func portrait(_ parts: (any CustomStringConvertible)?...) -> String {
    let worn = parts.compactMap { $0?.description }
    guard let last = worn.last else { return "a knight without armor" }
    let others = worn.dropLast()
    return "a knight in " + (others.isEmpty ? last : others.joined(separator: ", ") + " and " + last)
}
