// Shared by all stages: the parts of an armor, and the appearance of a knight in them.

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

/// Only the first knight wears gloves.
struct Gloves: CustomStringConvertible {
    let description = "silk gloves"
}

/// Not a part of a knight's armor.
struct Crown: CustomStringConvertible {
    let description = "the king's crown"
}

/// Describes a knight who wears these parts, except those that are nil.
func portrait(_ parts: (any CustomStringConvertible)?...) -> String {
    let worn = parts.compactMap { $0?.description }
    guard let last = worn.last else { return "a knight without armor" }
    let others = worn.dropLast()
    return "a knight in " + (others.isEmpty ? last : others.joined(separator: ", ") + " and " + last)
}
