// The wording of errors about run-time arguments.

extension ResolutionError.Storage {
    /// The first line of the message, without the key.
    static func mismatch(of taken: (any Any.Type)?, and given: (any Any.Type)?) -> String {
        switch (taken.map(TypeName.ofArguments), given.map(TypeName.ofArguments)) {
        case (let taken?, let given?): "takes arguments of type \(taken), not \(given)"
        case (let taken?, nil): "takes arguments of type \(taken), but was given none"
        case (nil, let given?): "takes no arguments, but was given \(given)"
        case (nil, nil): "takes other arguments"
        }
    }

    var argumentsFix: String {
        guard case .arguments(let taken?, let given) = detail else {
            return "resolve it without arguments, or register it as Transient(arguments: …)."
        }
        // A type without a registration creates itself just in time.
        let label = location == nil ? "with" : "arguments"
        let fix = "pass values of exactly the type \(TypeName.ofArguments(taken)) to resolve(_:\(label):)"
        let differences = given.map { Self.differences(taken, $0) } ?? []
        return differences.isEmpty ? "\(fix)." : "\(fix): \(differences.joined(separator: "; "))."
    }

    /// How each given argument of another type differs from the one that is taken; empty if their numbers differ.
    private static func differences(_ taken: any Any.Type, _ given: any Any.Type) -> [String] {
        let all = (taken: TypeStructure.arguments(in: taken), given: TypeStructure.arguments(in: given))
        guard all.taken.count == all.given.count else { return [] }
        return all.taken.indices.compactMap { index in
            let (taken, given) = (all.taken[index], all.given[index])
            guard taken != given else { return nil }
            let subject = all.taken.count == 1 ? "the argument" : "argument \(index + 1)"
            if TypeStructure.isConverted(given, as: taken) {
                return "\(subject) is \(TypeName.of(given)), so write it as \(TypeName.of(taken))"
            }
            if TypeStructure.wrapped(in: given) == taken { return "\(subject) is \(TypeName.of(given)), so unwrap it" }
            // The first line names the two types of a single argument.
            return all.taken.count == 1 ? nil : "\(subject) is \(TypeName.of(given)), not \(TypeName.of(taken))"
        }
    }
}
