// What a service is told apart by, and what a factory is given.

internal import Armory

extension Resolver {
    /// A name that tells apart several registrations of one type.
    ///
    /// ```swift
    /// extension Resolver.Name {
    ///     static let editor = Self("editor")
    /// }
    /// ```
    ///
    /// Names are equal when their characters are, byte for byte in UTF-8. A name that is declared once is cheaper than a literal
    /// at every use: it hashes its characters when it is made.
    public struct Name: ExpressibleByStringLiteral, Hashable, Sendable {
        /// The characters.
        public let rawValue: String
        let key: Armory.Name

        /// A name with the given characters.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
            key = Armory.Name(rawValue)
        }

        /// A name written as a literal.
        public init(stringLiteral: String) {
            self.init(stringLiteral)
        }

        /// A name with the given characters, or none.
        public static func name(fromString string: String?) -> Name? {
            string.map { Name($0) }
        }

        /// Whether the characters are the same.
        public static func == (left: Name, right: Name) -> Bool { left.key == right.key }

        /// Hashes the characters.
        public func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// What `resolve` was given in `args`, for a factory.
    ///
    /// One argument is had by a call without a key, several in a dictionary by their keys. What is asked for and is not there,
    /// or of another type, ends the process; but for `optional`.
    public struct Args {
        private let args: [String: Any?]

        /// Arguments: those of another value of this type, the values of a dictionary by their keys, or one alone.
        public init(_ args: Any?) {
            if let args = args as? Args {
                self.args = args.args
            } else if let args = args as? [String: Any?] {
                self.args = args
            } else {
                self.args = ["": args]
            }
        }

        /// The one argument.
        public func callAsFunction<T>() -> T { get() }

        /// The argument with a key.
        public func callAsFunction<T>(_ key: String) -> T { get(key) }

        /// The one argument, or nil where it is not there or of another type.
        public func optional<T>() -> T? { args.count == 1 ? args.first?.value as? T : nil }

        /// The argument with a key, or nil where it is not there or of another type.
        public func optional<T>(_ key: String) -> T? { args[key]?.flatMap { $0 as? T } }

        /// The one argument.
        public func get<T>() -> T {
            guard args.count == 1, let argument = args.first?.value as? T else {
                endMissing("the one argument", T.self)
            }
            return argument
        }

        /// The argument with a key.
        public func get<T>(_ key: String) -> T {
            guard let argument: T = optional(key) else { endMissing("argument \"\(key)\"", T.self) }
            return argument
        }

        private func endMissing(_ what: String, _ type: any Any.Type) -> Never {
            let given = args.sorted { $0.key < $1.key }.map { key, value in
                (key.isEmpty ? "" : "\"\(key)\": ") + (value.map { TypeName.of(Swift.type(of: $0)) } ?? "nil")
            }
            fatalError(
                "RESOLVER: \(what) is no \(TypeName.of(type)): given \(given.joined(separator: ", ")).\(Process.path)")
        }
    }
}

@available(*, unavailable, message: "What was given may be of any type.")
extension Resolver.Args: Sendable {}
