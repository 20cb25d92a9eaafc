/// The names of the types of one message or one graph: those of one name have that of their module, and of the types around them.
package struct TypeNames: Sendable {
    /// The last parts of the names that more than one type has.
    private var leaves: Set<Substring> = []
    /// The numbers of types whose names are the same in full too, such as private ones.
    private var numbers: [ObjectIdentifier: Int] = [:]

    package init(_ types: [any Any.Type]) {
        // A message of one type, as most are, asks for no name here: names take most of the time of a message.
        guard types.contains(where: { $0 != types[0] }) else { return }
        var known: Set<ObjectIdentifier> = []
        let types = types.filter { known.insert(ObjectIdentifier($0)).inserted }
        var wholes: [Substring: Substring] = [:]
        for part in types.flatMap(TypeName.namesOfTypes)
        where wholes.updateValue(part.whole, forKey: part.leaf) ?? part.whole != part.whole {
            leaves.insert(part.leaf)
        }
        guard !leaves.isEmpty else { return }
        var counts: [String: Int] = [:]
        for type in types {
            let name = self.name(of: type)
            let count = counts[name, default: 0] + 1
            counts[name] = count
            if count > 1 { numbers[ObjectIdentifier(type)] = count }
        }
    }

    package func name(of type: any Any.Type) -> String {
        TypeName.sourceName(of: type, qualifying: leaves) + (numbers[ObjectIdentifier(type)].map { " (\($0))" } ?? "")
    }
}
