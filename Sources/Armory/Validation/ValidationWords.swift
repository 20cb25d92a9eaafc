// The words of the errors and warnings that only a check of the whole graph finds.

extension Words {
    /// The error of a registration that needs two scopes of which neither is inside the other.
    static func unrelatedScopesWords(
        _ first: ResolutionError.Step, in firstTag: ScopeTag, _ second: ResolutionError.Step, in secondTag: ScopeTag
    ) -> Words {
        Words(
            naming: [first.key, second.key],
            headline: { error in
                "\(error.name(of: error.key)) needs \(error.name(of: first.key)), which lives in the scope \"\(firstTag)\", and "
                    + "\(error.name(of: second.key)), which lives in the scope \"\(secondTag)\": neither is inside the other."
            },
            lines: { $0.locationLines + [first, second].compactMap($0.registrationLocationLine) },
            fix: {
                "declare one of the tags inside the other, or pass \($0.name(of: second.key)) to the calls that use it."
            })
    }

    /// The warning of a registration that no root leads to.
    static let unused = Words(
        headline: { "\($0.name(of: $0.key)) is registered, but no root depends on it." },
        fix: { _ in "remove it, or mark it with root() if code outside of the container resolves it." })

    /// The warning of a parameter that may be of a `Sendable` type, and finds one that may not be.
    static let notSendable = Words(
        headline: { error in
            error.asker.map {
                "\(error.name(of: $0.key)) is Sendable, and takes \(error.name(of: error.key)), which is registered as a type that "
                    + "is not Sendable."
            }
        },
        lines: { [$0.asker, $0.path.last].compactMap(\.self).compactMap($0.registrationLocationLine) },
        fix: { _ in
            "register it as a Sendable type, such as (any P & Sendable).self, if the initializer takes one; if not, write the "
                + "factory as a closure."
        })

    /// The error of a closure that asks for a key that it does not declare.
    ///
    /// - Parameter declared: The keys that it declares.
    static func undeclaredDependencyWords(besideDeclared declared: [ServiceKey]) -> Words {
        declarationMismatchWords(
            naming: declared,
            { "\($0) resolves \($1), which its dependsOn does not name." }, fix: { "add \($0) to its dependsOn." })
    }

    /// The warning of a closure that declares a key, and does not ask for it.
    static let unasked = declarationMismatchWords(
        { "\($0) names \($1) in its dependsOn, but did not resolve it." },
        fix: { "remove \($0) from its dependsOn, unless it is resolved at other times." })

    private static func declarationMismatchWords(
        naming keys: [ServiceKey] = [],
        _ headline: @escaping @Sendable (_ asker: String, _ key: String) -> String,
        fix: @escaping @Sendable (_ key: String) -> String
    ) -> Words {
        Words(
            naming: keys,
            headline: { error in error.asker.map { headline(error.name(of: $0.key), error.name(of: error.key)) } },
            lines: { error in
                guard let asker = error.asker, let location = error.location else { return [] }
                return ["\(error.name(of: asker.key)) is registered at \(location)"]
            },
            fix: { fix($0.swiftCode(for: $0.key)) })
    }

    /// The error of an instance whose factory belongs to the main actor.
    static let ofMainActor = Words(
        headline: { error in
            let name = error.name(of: error.key)
            return error.asker.map {
                "\(error.name(of: $0.key)) needs \(name) without awaiting, but the factory of \(name) belongs to the main actor."
            } ?? "\(name) has not been created yet, and its factory belongs to the main actor."
        },
        lines: { error in
            error.locationLines + [
                "a function is of the main actor if it or its type says @MainActor, or by its target's defaultIsolation"
            ]
        },
        fix: { error in
            let name = error.name(of: error.key)
            let start = "make \(name) an eager Singleton and call start() first"
            return error.asker.map { "let the factory of \(error.name(of: $0.key)) be async too, or \(start)." }
                ?? "on the main actor, resolve it in container.onMainActor { … }; elsewhere, use resolveAsync, or \(start)."
        })

    /// The error of an instance that a decorator or an injection of what awaits needs, and that is made anew for it.
    static let takenWithoutAwaiting = Words(fix: { error in
        "register \(error.name(of: error.key)) as a Singleton or Scoped, or let an injection await it: "
            + "inject { instance, resolver async in … }."
    })

    /// The error of an instance that the start of its container creates, and that is asked for before.
    fileprivate static let madeByStart = Words(fix: { error in
        "call start() first, on the container that keeps \(error.name(of: error.key)), or "
            + (error.asker.map { "let the factory of \(error.name(of: $0.key)) be async too." } ?? "use resolveAsync.")
    })
}

extension Companion {
    func errorWords(ofUnawaited record: Record) -> (any ErrorWords)? {
        record.isCreatedByStart ? Words.madeByStart : record.isOfMainActor ? Words.ofMainActor : nil
    }
}
