/// Several arguments as one value.
struct ArgumentTuple<each Argument> {
    let values: (repeat each Argument)

    init(_ values: repeat each Argument) { self.values = (repeat each values) }
}

extension ArgumentTuple {
    static var isEmpty: Bool {
        for _ in repeat (each Argument).self { return false }
        return true
    }
}

extension ArgumentTuple: Sendable where repeat each Argument: Sendable {}

extension ArgumentTuple: Equatable where repeat each Argument: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        for (left, right) in repeat (each left.values, each right.values) { guard left == right else { return false } }
        return true
    }
}

extension ArgumentTuple: Hashable where repeat each Argument: Hashable {
    func hash(into hasher: inout Hasher) { for value in repeat each values { hasher.combine(value) } }
}

extension ArgumentTuple: SeveralArguments, Sugared {
    package static var types: [any Any.Type] {
        var types: [any Any.Type] = []
        repeat types.append((each Argument).self)
        return types
    }

    package static func typeDisplayName(namingPartsBy name: (any Any.Type) -> String) -> String {
        "(\(types.map(name).joined(separator: ", ")))"
    }
}
