/// An error of a container, with the key it is about, the path to that key, the location in the source, and a fix.
///
/// ```
/// OrderService needs any Orders, which is not registered. [missing]
///   path: CheckoutController → OrderService → any Orders
///   OrderService is registered at Shop/Wiring.swift:12
///   near: any Orders named "primary", registered at Shop/Wiring.swift:9
///   fix: register (any Orders).self, or resolve it with named: "primary".
/// ```
public struct ResolutionError: Error, CustomStringConvertible {
    /// The kind of a ``ResolutionError``.
    ///
    /// New kinds may come, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        package init(_ name: String) { description = name }

        /// Nothing is registered under the key.
        public static let missing = Code("missing")
        /// The key is already registered.
        public static let duplicate = Code("duplicate")
        /// An instance depends on itself.
        public static let cycle = Code("cycle")
        /// The graph is too deep for the thread's stack, or too many factories await one another, or too many scopes are open inside one
        /// another.
        public static let tooDeep = Code("tooDeep")
        /// The registration takes other arguments than those given, or none.
        public static let wrongArguments = Code("wrongArguments")
        /// A factory or an injection threw; the error is in ``ResolutionError/underlying``.
        public static let factoryFailed = Code("factoryFailed")
        /// An injection replaced an object that is part of a cycle by another object.
        public static let replacedWhileInjecting = Code("replacedWhileInjecting")
        /// Another thread's or task's factory took longer than the wait limit, or a hook longer than its own.
        public static let timedOut = Code("timedOut")
        /// The registration's instances live in a scope, and the container is not inside a scope of that tag.
        public static let outsideScope = Code("outsideScope")
        /// An instance is needed without awaiting, but its factory awaits and has not created it yet.
        public static let asynchronous = Code("asynchronous")
        /// The task that waited for an instance, or created it, was cancelled.
        public static let cancelled = Code("cancelled")
        /// The container cannot be built; ``ResolutionError/faults`` lists every reason.
        public static let invalid = Code("invalid")
        /// The registration shares its instance as long as others hold it, but the factory returned a value, not an object.
        public static let valueTypeShared = Code("valueTypeShared")
        /// The factory has declined to create an instance.
        public static let declined = Code("declined")
        /// The registration overrides nothing: the container that it is to override has no such key.
        public static let overridesNothing = Code("overridesNothing")
        /// A hook of an instance threw when its container or scope ended: ``ResolutionError/faults`` lists the errors of all
        /// hooks, each with the error that was thrown in ``ResolutionError/underlying``.
        public static let shutdownFailed = Code("shutdownFailed")
        /// A scope was released without being ended; hooks learn it.
        public static let notEnded = Code("notEnded")
        /// A value was given to a scope that has no registration for it.
        public static let seedNotDeclared = Code("seedNotDeclared")
        /// A scope was given two values for one registration.
        public static let seededTwice = Code("seededTwice")
        /// The container or the scope is closed.
        public static let closed = Code("closed")
    }

    /// The kind of the error.
    public var code: Code { storage.code }

    /// The key that was resolved, as in source code: `any Orders named "primary"`.
    ///
    /// If another type of the error has the same name, both have that of their module too: `Shop.Orders`.
    public var key: String { names.name(of: storage.key) }

    /// The keys from the outermost resolve to the failed one, in the form of ``key``.
    public var path: [String] { names.names(of: storage.path) }

    /// The location of the failed registration in the source; if there is none, that of the registration that needs it.
    public var location: CodeLocation? { storage.location }

    /// The single errors in an error about a whole container; empty for other codes.
    public var faults: [ResolutionError] { storage.faults }

    /// The error that a factory, an injection or a hook threw.
    public var underlying: (any Error)? { storage.underlying }

    /// The program's error at the bottom of this one, however many resolves, hooks and containers have passed it on.
    ///
    /// It is the first error on the way down through ``underlying`` and ``faults`` that is no ``ResolutionError``. Of several faults, the
    /// first one that has such an error counts. Nil: no code of the program threw, as for ``Code/missing``.
    ///
    /// - Complexity: Linear in the number of errors inside this one.
    public var rootCause: (any Error)? {
        // A list, not a recursion: nobody limits how deep errors lie inside one another.
        var open: [any Error] = [self]
        while let error = open.popLast() {
            guard let error = error as? ResolutionError else { return error }
            open += error.faults.reversed() + [error.underlying].compactMap(\.self)
        }
        return nil
    }

    /// How to fix the error.
    public var fix: String { names.headlineAndFix.fix }

    /// The whole message.
    public var description: String { names.message() }

    /// The message as a part of a text that names other types too.
    package func description(usingNames names: TypeNames) -> String {
        ErrorNames(storage: storage, usingNames: names).message()
    }

    let storage: Storage

    /// One key of the path and where it is registered.
    package struct Step: Sendable {
        package let key: ServiceKey
        package let location: CodeLocation?
        /// Whether it makes a part of the instance of the step before, so that no path names it.
        package let isPart: Bool

        package init(_ key: ServiceKey, _ location: CodeLocation? = nil, isPart: Bool = false) {
            self.key = key
            self.location = location
            self.isPart = isPart
        }
    }

    /// What only some codes tell.
    package enum Detail: Sendable {
        case none
        /// Registrations with keys similar to the missing one.
        case near([Step])
        /// The scope that a value was given to, registrations with similar keys, and where an override has replaced its registration.
        case seed(ScopeTag, near: [Step], replaced: CodeLocation? = nil)
        /// The arguments that the registration takes, and those given.
        case arguments(taken: (any Any.Type)?, given: (any Any.Type)?)
        /// The scope that the registration's instances live in.
        case scope(ScopeTag)
        /// The location of the second of two registrations.
        case second(CodeLocation?)
        /// What the other thread or task makes, outermost first.
        case other([Step], isTask: Bool)
        /// The type of a value that the factory has returned.
        case valueType(any Any.Type)
        /// What threw or took too long, such as an injection, and where it is written.
        case thrower(String, CodeLocation?)
        /// Why nothing is resolved any more, and the call that was refused; nil: it was to resolve the key.
        case ended(Ended, call: String? = nil)
        /// Each fault of a container or a scope; and a headline, if the code has none.
        case faults([ResolutionError], headline: String? = nil, scope: ScopeTag? = nil)
        /// The words of a feature, which the core does not know.
        ///
        /// - `lines`: Lines that come after the place of the registration.
        case words(headline: Wording, fix: Wording, lines: [Wording] = [])
        /// The words of a feature, where it has some.
        case featureWords(any ErrorWords)

        /// The scope of a tag, if there is one.
        static func ofScope(_ tag: ScopeTag?) -> Detail { tag.map { .scope($0) } ?? .none }
    }

    /// The handle that has ended.
    package enum Ended: Sendable {
        case container
        /// One that the container has as a parent, or overrides.
        case parent, base
        case scope(ScopeTag)
    }

    /// One reference, so that a result takes one word of memory; the message is put together only when it is read.
    final class Storage: Sendable {
        let code: Code
        let key: ServiceKey
        let path: [Step]
        let location: CodeLocation?
        let underlying: (any Error)?
        let detail: Detail
        /// What to do after the cause is removed; nil: the next resolve tries again.
        let sequel: String?

        init(
            _ code: Code, _ key: ServiceKey, _ path: [Step], _ location: CodeLocation?, _ underlying: (any Error)?,
            _ detail: Detail, _ sequel: String?
        ) {
            self.code = code
            self.key = key
            self.path = path
            self.location = location
            self.underlying = underlying
            self.detail = detail
            self.sequel = sequel
        }

        var faults: [ResolutionError] {
            if case .faults(let faults, headline: _, scope: _) = detail { faults } else { [] }
        }
    }

    package init(
        _ code: Code, _ key: ServiceKey, path: [Step] = [], location: CodeLocation? = nil,
        underlying: (any Error)? = nil, detail: Detail = .none, sequel: String? = nil
    ) {
        storage = Storage(code, key, path, location, underlying, detail, sequel)
    }

    /// An error of the key that a path leads to.
    package init(_ code: Code, at path: [Step], underlying: (any Error)? = nil, detail: Detail = .none) {
        let step = path.last ?? Step(ServiceKey(Never.self))
        self.init(code, step.key, path: path, location: step.location, underlying: underlying, detail: detail)
    }

    /// Whether it was thrown for a key that is further in on a path which leads through `step` at `depth`.
    package func isThrownBelow(_ step: Step, at depth: Int) -> Bool {
        // The path of an endless one is cut to one round.
        code == .cycle || storage.path.count > depth && storage.path[depth].key == step.key
    }

    /// Whether a factory has thrown it about its own registration, whose path it does not know.
    package func isThrownWithoutPath(about step: Step) -> Bool { storage.path.isEmpty && storage.key == step.key }

    /// The number of keys on the path.
    package var depth: Int { storage.path.count }
}

extension ResolutionError {
    /// The same error for another asker: the first `count` steps of its path are replaced by others.
    package func replacingPathPrefix(count: Int, with steps: [Step]) -> ResolutionError {
        replacing(path: steps + storage.path.dropFirst(count))
    }

    /// The same error with other words.
    package func withDetail(_ detail: Detail) -> ResolutionError { replacing(detail: detail) }

    /// The same error without the steps of a type that only the library knows.
    package func removingPathSteps(ofType type: any Any.Type) -> ResolutionError {
        let path = storage.path.filter { $0.key.type != type }
        return replacing(key: storage.key.type == type ? path.last?.key : nil, path: path)
    }

    /// The same error where no resolve tries again: it says what to do instead.
    package func withSequel(_ sequel: String) -> ResolutionError { replacing(sequel: sequel) }

    private func replacing(
        key: ServiceKey? = nil, path: [Step]? = nil, detail: Detail? = nil, sequel: String? = nil
    ) -> ResolutionError {
        ResolutionError(
            code, key ?? storage.key, path: path ?? storage.path, location: storage.location,
            underlying: storage.underlying, detail: detail ?? storage.detail, sequel: sequel ?? storage.sequel)
    }

    /// The whole message in the words of a library with an API of its own: see `ErrorNames.message`.
    package func message(fix: String?, propertyHolder: String? = nil) -> String {
        names.message(fix: fix, propertyHolder: propertyHolder)
    }

    /// Whether who waited for the instance tries again: the error is about the way on which it was made, not about the factory.
    package var isCallerSpecific: Bool { [.cycle, .tooDeep, .cancelled, .timedOut, .asynchronous].contains(code) }
}
