// The names that distinguish services, and the arguments that factories receive.

internal import ArmoryCore

extension Resolver {
    /// A name that distinguishes registrations of the same type.
    ///
    /// ```swift
    /// extension Resolver.Name {
    ///     static let editor = Self("editor")
    /// }
    /// ```
    ///
    /// Two names are equal if their UTF-8 bytes are equal. A name hashes its characters when it is created, so a name
    /// that is declared once is cheaper than a literal at every use.
    public struct Name: ExpressibleByStringLiteral, Hashable, Sendable {
        /// The characters.
        public let rawValue: String
        let key: RegistrationName

        /// Creates a name with the given characters.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
            key = RegistrationName(rawValue)
        }

        /// Creates a name from a string literal.
        public init(stringLiteral: String) {
            self.init(stringLiteral)
        }

        /// Returns a name with the given characters, or nil if there are none.
        public static func name(fromString string: String?) -> Name? {
            string.map { Name($0) }
        }

        /// Returns whether two names have the same characters.
        public static func == (left: Name, right: Name) -> Bool { left.key == right.key }

        /// Hashes the characters.
        public func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// The arguments that a factory receives from the `args` of `resolve`.
    ///
    /// A call without a key returns a single argument. If `args` is a dictionary, a call with a key returns one of its
    /// values. If an argument is missing or of another type, the process ends; `optional` returns nil instead.
    public struct Args {
        private let args: [String: Any?]

        /// Creates arguments from another value of this type, a dictionary of arguments by key, or a single argument.
        public init(_ args: Any?) {
            if let args = args as? Args {
                self.args = args.args
            } else if let args = args as? [String: Any?] {
                self.args = args
            } else {
                self.args = ["": args]
            }
        }

        /// Returns the single argument.
        public func callAsFunction<T>() -> T { get() }

        /// Returns the argument with a key.
        public func callAsFunction<T>(_ key: String) -> T { get(key) }

        /// Returns the argument of the result's type, or nil if there is none.
        ///
        /// If there are several arguments of the type, returns the one whose key is first in alphabetical order.
        public func optional<T>() -> T? {
            args.sorted { $0.key < $1.key }.lazy.compactMap { $0.value as? T }.first
        }

        /// Returns the argument with a key, or nil if it is missing or of another type.
        public func optional<T>(_ key: String) -> T? { args[key]?.flatMap { $0 as? T } }

        /// Returns the single argument.
        public func get<T>() -> T {
            guard args.count == 1, let argument = args.first?.value as? T else {
                endMissing("the one argument", T.self)
            }
            return argument
        }

        /// Returns the argument with a key.
        public func get<T>(_ key: String) -> T {
            guard let argument: T = optional(key) else { endMissing("argument \"\(key)\"", T.self) }
            return argument
        }

        private func endMissing(_ what: String, _ type: any Any.Type) -> Never {
            let given = args.sorted { $0.key < $1.key }.map { key, value in
                (key.isEmpty ? "" : "\"\(key)\": ")
                    + (value.map { TypeName.sourceName(of: Swift.type(of: $0)) } ?? "nil")
            }
            let list = given.joined(separator: ", ")
            Process.end("\(what) is no \(TypeName.sourceName(of: type)): given \(list).\(Process.path())")
        }
    }
}

// The arguments may be of any type. The Swift 5 language mode would warn of arguments in another thread's closure.
@available(swift, obsoleted: 6)
extension Resolver.Args: @unchecked Sendable {}
