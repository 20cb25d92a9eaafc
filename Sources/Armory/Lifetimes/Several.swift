/// Several arguments as one value.
///
/// Its parameter pack is a whole tuple: only from such a one can a pack be taken out.
struct Several<First, Second, each Rest> {
    let first: First
    let second: Second
    let rest: (repeat each Rest)

    init(_ first: First, _ second: Second, _ rest: repeat each Rest) {
        self.first = first
        self.second = second
        self.rest = (repeat each rest)
    }
}

extension Several: Sendable where First: Sendable, Second: Sendable, repeat each Rest: Sendable {}

extension Several: Equatable where First: Equatable, Second: Equatable, repeat each Rest: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        guard left.first == right.first, left.second == right.second else { return false }
        for (left, right) in repeat (each left.rest, each right.rest) {
            guard left == right else { return false }
        }
        return true
    }
}

extension Several: Hashable where First: Hashable, Second: Hashable, repeat each Rest: Hashable {
    func hash(into hasher: inout Hasher) {
        hasher.combine(first)
        hasher.combine(second)
        for value in repeat each rest { hasher.combine(value) }
    }
}

extension Several: SeveralArguments, Sugared {
    package static var types: [any Any.Type] {
        var types: [any Any.Type] = [First.self, Second.self]
        repeat types.append((each Rest).self)
        return types
    }

    package static var spelling: String { "(\(types.map(TypeName.of).joined(separator: ", ")))" }
}
