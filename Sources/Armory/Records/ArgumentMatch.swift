// Which parameters of an autowired initializer are run-time arguments, and which are resolved.
//
//     arguments:   Int, String                 init(repository: Repository, id: Int, subject: String)
//     positions:   nil, 0, 1                   resolved, first argument, second argument

/// The parameters of an initializer, matched with the types of run-time arguments.
///
/// An argument goes to the first parameter of exactly its type that has none yet.
struct ArgumentMatch: Sendable {
    /// For each parameter, the argument that it takes; nil: it is resolved.
    let positions: [Int?]
    /// The dependencies of the other parameters.
    let needs: [Dependency]
    /// The arguments that no parameter takes.
    let unused: [any Any.Type]

    let parameters: [any Any.Type]

    init<each P>(of arguments: [any Any.Type], to types: repeat (each P).Type) {
        var parameters: [any Any.Type] = []
        repeat parameters.append(each types)
        self.parameters = parameters
        var open = Array(arguments.enumerated())
        positions = parameters.map { parameter in
            open.firstIndex { $0.element == parameter }.map { open.remove(at: $0).offset }
        }
        needs = zip(parameters, positions).filter { $1 == nil }.map { Dependency(type: $0.0) }
        unused = open.map(\.element)
    }
}

/// The parameters of one call of such an initializer, in order.
///
/// An initializer with fewer than three arguments has `Void` for the others.
struct MatchedParameters<First, Second, Third> {
    let arguments: (First, Second, Third)
    /// The positions of the parameters that are left.
    var positions: ArraySlice<Int?>

    /// The next parameter, if it is an argument; nil: it is resolved.
    mutating func next<P>(_ type: P.Type) -> P? {
        switch positions.removeFirst() {
        // A match has compared the types.
        case 0?: unsafe unsafeBitCast(arguments.0, to: type)
        case 1?: unsafe unsafeBitCast(arguments.1, to: type)
        case .some: unsafe unsafeBitCast(arguments.2, to: type)
        case nil: nil
        }
    }
}
