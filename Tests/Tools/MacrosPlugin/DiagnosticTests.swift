// Each error of the macros, and each fix for it.

#if Macros
import SwiftSyntaxMacrosGenericTestSupport
import SwiftSyntaxMacrosTestSupport
import XCTest

@testable import ArmoryMacrosPlugin

final class DiagnosticTests: XCTestCase {
    /// Fails unless the first error is this one, and its fixes change the source to `fixed`.
    private func check(
        _ source: String, _ message: String, at place: (line: Int, column: Int), fixes: [String] = [],
        apply: String? = nil,
        fixed: String? = nil, expanded: String? = nil, file: StaticString = #filePath, line: UInt = #line
    ) {
        let unmarked = source.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacing(#/^( *)@(Injectable|Provides|ProvidingModule)(\(.*\))?( |$)/#) { $0.1 } }
            .filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
        assertMacroExpansion(
            source, expandedSource: expanded ?? unmarked.replacing("@InjectableInit ", with: ""),
            diagnostics: [
                DiagnosticSpec(
                    message: message, line: place.line, column: place.column,
                    fixIts: fixes.map { FixItSpec(message: $0) })
            ], macros: macros, applyFixIts: apply.map { [$0] }, fixedSource: fixed, file: file, line: line)
    }

    func testOtherDeclarations() {
        check(
            "@Injectable\nenum Colour {\n}", "@Injectable is for a class, a struct or an actor, not for this enum",
            at: (1, 1))
        check(
            "@Injectable\nprotocol Orders {\n}",
            "@Injectable is for a class, a struct or an actor, not for this protocol", at: (1, 1))
        check(
            "@ProvidingModule\nprotocol Orders {\n}",
            "@ProvidingModule is for an enum, struct, class or actor, not for this protocol", at: (1, 1))
        check(
            "struct Orders {\n    @InjectableInit func make() {\n    }\n}", "@InjectableInit is for an initializer",
            at: (2, 5), expanded: "struct Orders {\n    func make() {\n    }\n}")
        check(
            "@Provides\nfunc make() {\n}", "@Provides is for a function or a property with a type", at: (1, 1))
        check(
            "@Provides\nfunc make<T>() -> T {\n}", "@Provides is for a function or a property with a type", at: (1, 1))
    }

    func testSeveralInitializers() {
        check(
            """
            @Injectable
            class Orders {
                init(path: String) {}
                // Without one.
                public init(_ limit: Int, in path: String) {}
            }
            """, "'Orders' has several initializers: mark one with @InjectableInit", at: (2, 7),
            fixes: ["mark init(path:)", "mark init(_:in:)"], apply: "mark init(_:in:)",
            fixed: """
                @Injectable
                class Orders {
                    init(path: String) {}
                    // Without one.
                    @InjectableInit public init(_ limit: Int, in path: String) {}
                }
                """)
        check(
            """
            @Injectable
            class Orders {
                @InjectableInit init(path: String) {}
                @InjectableInit init(limit: Int) {}
            }
            """, "only one initializer can be marked with @InjectableInit", at: (4, 5))
    }

    func testInitializersThatCannotBeUsed() {
        check(
            "@Injectable\nfinal class Orders {\n    let path: String\n}",
            "'Orders' has no initializer, and 'path' has no value: write one", at: (2, 13))
        check(
            "@Injectable\nclass Orders {\n    init?() {}\n}",
            "a failable initializer may create no instance: throw an error instead", at: (3, 9))
        check(
            "@Injectable\nclass Orders {\n    init<T>(_ value: T) {}\n}",
            "the types of a generic initializer are known only where it is called", at: (3, 9))
    }

    func testConditions() {
        for member in ["init(path: String) {}", "let path: String", "#if os(Linux)\n    var path: String\n    #endif"] {
            check(
                "@Injectable\nstruct Orders {\n    #if DEBUG\n    \(member)\n    #endif\n}",
                "the macro does not know whether the condition holds: move initializers and stored properties out of it",
                at: (3, 5))
        }
    }

    func testParametersThatCannotBeResolved() {
        check(
            "@Injectable\nclass Orders {\n    init(paths: String..., limit: Int) {}\n}",
            "a variadic parameter cannot be resolved; a list of all registered instances is an array", at: (3, 23),
            fixes: ["change it to an array"], apply: "change it to an array",
            fixed: "@Injectable\nclass Orders {\n    init(paths: [String], limit: Int) {}\n}")
        check(
            "@Injectable\nclass Orders {\n    init(clock: some Clock) {}\n}",
            "a parameter of an opaque type has no type that a registration can name", at: (3, 17),
            fixes: ["replace 'some' by 'any'"], apply: "replace 'some' by 'any'",
            fixed: "@Injectable\nclass Orders {\n    init(clock: any Clock) {}\n}")
        check(
            "@Injectable\nclass Orders {\n    init(path: inout String) {}\n}",
            "an inout parameter cannot be resolved", at: (3, 16))
        check(
            "@Injectable\nclass Orders {\n    init(path: @autoclosure () -> String) {}\n}",
            "an @autoclosure parameter cannot be resolved: take a value or a function", at: (3, 16))
        check(
            "@Provides\nfunc make(paths: String...) -> Int {\n}",
            "a variadic parameter cannot be resolved; a list of all registered instances is an array", at: (2, 24),
            fixes: ["change it to an array"])
    }

    func testLifetimes() {
        check(
            "@Injectable(.shared)\nstruct Orders {\n}", "a struct cannot be shared: only an object can be held weakly",
            at: (1, 13), fixes: ["change it to .singleton"], apply: "change it to .singleton",
            fixed: "@Injectable(.singleton)\nstruct Orders {\n}")
        check(
            "@Injectable(usual)\nstruct Orders {\n}",
            "the macro reads the lifetime from the source: write one here, for example .singleton", at: (1, 13))
        check(
            "@Injectable(.singleton(eager: flag))\nstruct Orders {\n}",
            "the macro reads the lifetime from the source: write one here, for example .singleton", at: (1, 13))
        check(
            "@Injectable(.singleton, parameters: [\"id\": .argument])\nstruct Orders {\n    let id: Int\n}",
            "only a transient or kept registration takes arguments of the resolve", at: (1, 44),
            fixes: ["change it to .transient"], apply: "change it to .transient",
            fixed: "@Injectable(.transient, parameters: [\"id\": .argument])\nstruct Orders {\n    let id: Int\n}")
    }

    func testGenericTypeContributesNothing() {
        check(
            "@Injectable(in: .shop)\nstruct Orders<T> {\n}",
            "a generic type contributes nothing: list the registrations of its concrete types in a module", at: (1, 17))
    }

    func testAttributes() {
        check(
            "@Injectable(as: type)\nstruct Orders {\n}",
            "the macro reads the type from the source: write it here, for example (any Orders).self", at: (1, 17))
        check(
            "@Injectable(parameters: sources)\nstruct Orders {\n}",
            "the macro reads the sources from the source: write them here, for example [\"path\": .named(\"main\")]",
            at: (1, 25))
        check(
            "@Injectable(parameters: [key: .registered])\nstruct Orders {\n}",
            "the name of a parameter is a string literal", at: (1, 26))
        check(
            "@Injectable(parameters: [\"path\": source])\nstruct Orders {\n}",
            "the source of a parameter is .registered, .named, .keyed, .value or .argument", at: (1, 34))
        check(
            "@Injectable(parameters: [\"path\": .registered])\nstruct Orders {\n    init(for x: Int, _ y: Int) {}\n}",
            "no parameter is named 'path'; it has: for, y", at: (1, 26))
        check(
            "@Injectable(parameters: [\"path\": .registered])\nstruct Orders {\n}",
            "no parameter is named 'path'; it has none", at: (1, 26))
        check(
            "@Injectable(parameters: [\"a\": .keyed(\\.a)])\nclass Orders {\n    init(a: A) async {}\n}",
            "a factory that awaits cannot take a parameter by a typed key: use .named", at: (1, 31))
    }

    func testNamesThatNoRegistrationCanHave() {
        check(
            "@Provides\nfunc `my path`() -> String {\n}",
            "a registration cannot be named 'my pathRegistration': rename this declaration", at: (2, 6))
    }

    func testMembersOfModules() {
        check(
            """
            enum Storage {
                // The database.
                @Provides(.singleton) func database() -> Database {
                    Database()
                }
            }
            """, "@Provides is for a static member: there is no instance that it could be called on", at: (3, 32),
            fixes: ["add 'static'"], apply: "add 'static'",
            fixed: """
                enum Storage {
                    // The database.
                    @Provides(.singleton) static func database() -> Database {
                        Database()
                    }
                }
                """,
            expanded: """
                enum Storage {
                    // The database.
                    func database() -> Database {
                        Database()
                    }
                }
                """)
        check(
            """
            enum Storage {
                @Provides
                private var path: String { "a" }
            }
            """, "@Provides is for a static member: there is no instance that it could be called on", at: (3, 17),
            fixes: ["add 'static'"], apply: "add 'static'",
            fixed: """
                enum Storage {
                    @Provides
                    private static var path: String { "a" }
                }
                """)
        check(
            "@Provides\nfunc clock() -> some Clock {\n}",
            "a result of an opaque type has no type that a registration can name", at: (2, 17),
            fixes: ["replace 'some' by 'any'"], apply: "replace 'some' by 'any'",
            fixed: "@Provides\nfunc clock() -> any Clock {\n}")
        check(
            "@ProvidingModule\nenum Storage {\n}", "no member of 'Storage' is marked with @Provides or @Injectable",
            at: (2, 6))
        check(
            "@ProvidingModule\nenum Storage<T> {\n    static func other() {\n    }\n}",
            "a generic type cannot have a module: a module is one constant", at: (2, 13))
    }
}
#endif
