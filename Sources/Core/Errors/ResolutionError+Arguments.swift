// The wording of errors about run-time arguments.

/// A type of arguments that are several.
package protocol SeveralArguments {
    static var types: [any Any.Type] { get }
}

extension ErrorNames {
    /// The first line of the message, without the key.
    func mismatchText(taken: (any Any.Type)?, given: (any Any.Type)?) -> String {
        switch (taken.map { name(of: $0) }, given.map { name(of: $0) }) {
        case (let taken?, let given?): "takes arguments of type \(taken), not \(given)"
        case (let taken?, nil): "takes arguments of type \(taken), but was given none"
        case (nil, let given?): "takes no arguments, but was given \(given)"
        case (nil, nil): "takes other arguments"
        }
    }

    func argumentsFix(taken: (any Any.Type)?, given: (any Any.Type)?) -> String {
        guard let taken else { return "resolve it without arguments, or register it as Transient(arguments: …)." }
        // A type without a registration says itself how it is made.
        let label = location == nil ? "with" : "arguments"
        let fix = "pass values of exactly the type \(name(of: taken)) to resolve(_:\(label):)"
        let differences = given.map { argumentDifferences(taken: taken, given: $0) } ?? []
        return differences.isEmpty ? "\(fix)." : "\(fix): \(differences.joined(separator: "; "))."
    }

    /// How each given argument of another type differs from the one that is taken; empty if their numbers differ.
    private func argumentDifferences(taken: any Any.Type, given: any Any.Type) -> [String] {
        let all = (taken: Self.argumentTypes(inTupleType: taken), given: Self.argumentTypes(inTupleType: given))
        guard all.taken.count == all.given.count else { return [] }
        return all.taken.indices.compactMap { index in
            let (taken, given) = (all.taken[index], all.given[index])
            guard taken != given else { return nil }
            let subject = all.taken.count == 1 ? "the argument" : "argument \(index + 1)"
            let core = Self.wrappedType(ofOptional: taken) ?? taken
            if core == given { return "\(subject) is \(name(of: given)), so write it as \(name(of: taken))" }
            if Self.wrappedType(ofOptional: given) == taken { return "\(subject) is \(name(of: given)), so unwrap it" }
            if TypeName.isExistential(core) {
                return "\(subject) is \(name(of: given)), so write it as \(name(of: taken)) if it is one"
            }
            // The first line names the two types of a single argument.
            return all.taken.count == 1 ? nil : "\(subject) is \(name(of: given)), not \(name(of: taken))"
        }
    }

    static func argumentTypes(inTupleType type: any Any.Type) -> [any Any.Type] {
        (type as? any SeveralArguments.Type)?.types ?? [type]
    }

    private static func wrappedType(ofOptional type: any Any.Type) -> (any Any.Type)? {
        (type as? any Wrapping.Type)?.wrapped
    }
}

/// An optional, whatever it wraps.
private protocol Wrapping {
    static var wrapped: any Any.Type { get }
}

extension Optional: Wrapping {
    fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
