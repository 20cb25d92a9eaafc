// The text of each form of expansion.

#if Macros
import SwiftSyntaxMacros
import SwiftSyntaxMacrosTestSupport
import XCTest

@testable import ArmoryMacrosPlugin

// Not a constant: with swift-syntax 600, types of macros are not Sendable.
var macros: [String: any Macro.Type] {
    [
        "Injectable": InjectableMacro.self, "InjectableInit": InjectableInitMacro.self, "Provides": ProvidesMacro.self,
        "ProvidingModule": ProvidingModuleMacro.self,
    ]
}

final class ExpansionTests: XCTestCase {
    func testInitializerIsAutowired() {
        assertMacroExpansion(
            """
            @Injectable(.singleton, as: (any Orders).self, named: "main")
            public final class SQLOrders: Orders {
                private init(database: Database, for clock: any Clock, _ limit: Int, mode: Mode = .fast) throws {
                }
            }
            """,
            expandedSource: """
                public final class SQLOrders: Orders {
                    private init(database: Database, for clock: any Clock, _ limit: Int, mode: Mode = .fast) throws {
                    }

                    public nonisolated static var registration: Armory.Singleton<any Orders> {
                        Armory.Singleton((any Orders).self, { (parameter1: Database, parameter2: any Clock, parameter3: Int) throws in
                            try SQLOrders(database: parameter1, for: parameter2, parameter3)
                        }, fileID: "TestModule/test.swift", line: 2)
                            .named("main")
                    }
                }
                """, macros: macros)
    }

    func testSourcesAreListed() {
        assertMacroExpansion(
            """
            @Injectable(.kept(PerThread()), parameters: ["path": .named(.main), "port": .value(8080), "id": .argument])
            struct Server {
                let path: String
                var port: Int = 80, host: String
                let left, right: Side
                lazy var cache = 1
                static let shared = 1
                let fixed = 1
                var url: String { path }
                let id: Int
                var timeout: Int = 3 { didSet {} }
            }
            """,
            expandedSource: """
                struct Server {
                    let path: String
                    var port: Int = 80, host: String
                    let left, right: Side
                    lazy var cache = 1
                    static let shared = 1
                    let fixed = 1
                    var url: String { path }
                    let id: Int
                    var timeout: Int = 3 { didSet {} }

                    nonisolated static var registration: Armory.Kept<Self> {
                        Armory.Kept(Self.self, { (parameter1: String, parameter2: Int, parameter3: String, parameter4: Side, parameter5: Side, parameter6: Int) throws in
                            Self(path: parameter1, port: parameter2, host: parameter3, left: parameter4, right: parameter5, id: parameter6)
                        }, .named(.main), .value(8080), .registered, .registered, .registered, .argument, fileID: "TestModule/test.swift", line: 2)
                            .lifetime(PerThread())
                    }
                }
                """, macros: macros)
    }

    func testNamesOfParametersThatAreNoNamesOfVariables() {
        assertMacroExpansion(
            """
            @Injectable
            struct Window {
                init(in: Screen, _: Theme, `class`: Int, `my label`: Int) {}
            }
            """,
            expandedSource: """
                struct Window {
                    init(in: Screen, _: Theme, `class`: Int, `my label`: Int) {}

                    nonisolated static var registration: Armory.Transient<Self> {
                        Armory.Transient(Self.self, { (parameter1: Screen, parameter2: Theme, parameter3: Int, parameter4: Int) throws in
                            Self(in: parameter1, parameter2, class: parameter3, `my label`: parameter4)
                        }, fileID: "TestModule/test.swift", line: 2)
                    }
                }
                """, macros: macros)
    }

    func testIsolatedInitializerIsAwaited() {
        assertMacroExpansion(
            """
            @Injectable(.scoped(.session), parameters: ["lamp": .named("a"), "size": .value(7), "key": .named(RegistrationName(3))])
            @MainActor class Desk {
                init(lamp: Lamp, clock: (any Clock)?, size: Int, key: @escaping @Sendable () -> Int) {}
            }
            @Injectable(.singleton(eager: true))
            @MainActor class Chair {
                nonisolated init() {}
            }
            @Injectable(.graph)
            actor Table {
                init(a: A) async {}
            }
            """,
            expandedSource: """
                @MainActor class Desk {
                    init(lamp: Lamp, clock: (any Clock)?, size: Int, key: @escaping @Sendable () -> Int) {}

                    nonisolated static var registration: Armory.Scoped<Desk> {
                        Armory.Scoped(Desk.self, fileID: "TestModule/test.swift", line: 2) { [parameter3 = 7 as Int] (armoryResolver: Armory.AsyncResolver) async throws in
                            try await Desk(lamp: armoryResolver.resolve(Lamp.self, named: "a"), clock: armoryResolver.resolve(((any Clock)?).self), size: parameter3, key: armoryResolver.resolve((@Sendable () -> Int).self, named: RegistrationName(3)))
                        }
                            .dependsOn(((any Clock)?).self)
                            .dependsOn(Lamp.self, named: "a")
                            .dependsOn((@Sendable () -> Int).self, named: RegistrationName(3))
                            .in(.session)
                    }
                }
                @MainActor class Chair {
                    nonisolated init() {}

                    nonisolated static var registration: Armory.Singleton<Chair> {
                        Armory.Singleton(Chair.self, fileID: "TestModule/test.swift", line: 6) { () throws in
                            Chair()
                        }
                            .eager()
                    }
                }
                actor Table {
                    init(a: A) async {}

                    nonisolated static var registration: Armory.Graph<Table> {
                        Armory.Graph(Table.self, { (parameter1: A) async throws in
                            await Table(a: parameter1)
                        }, fileID: "TestModule/test.swift", line: 10)
                    }
                }
                """, macros: macros)
    }

    func testManyAwaitedParametersAreAskedFor() {
        assertMacroExpansion(
            """
            @Injectable
            @MainActor struct Wide {
                let a: A, b: B, c: C, d: D, e: E, g: [G]
                let h: H?
            }
            """,
            expandedSource: """
                @MainActor struct Wide {
                    let a: A, b: B, c: C, d: D, e: E, g: [G]
                    let h: H?

                    nonisolated static var registration: Armory.Transient<Self> {
                        Armory.Transient(Self.self, fileID: "TestModule/test.swift", line: 2) { (armoryResolver: Armory.AsyncResolver) async throws in
                            try await Self(a: armoryResolver.resolve(A.self), b: armoryResolver.resolve(B.self), c: armoryResolver.resolve(C.self), d: armoryResolver.resolve(D.self), e: armoryResolver.resolve(E.self), g: armoryResolver.resolve([G].self), h: armoryResolver.resolve(H?.self))
                        }
                            .dependsOn(A.self, B.self, C.self, D.self, E.self, [G].self, H?.self)
                    }
                }
                """, macros: macros)
    }

    func testModuleOfWhatMembersProvide() {
        assertMacroExpansion(
            """
            @ProvidingModule
            public enum Storage {
                @Provides(.singleton) static func database(settings: Settings) throws -> Database { Database() }
                @Provides(as: (any Clock).self) private static var clock: some Clock { get async { SystemClock() } }
                @Injectable struct Session {
                }
                #if DEBUG
                static var path: String { "" }
                @Injectable struct Trace {
                }
                #elseif os(Linux)
                #else
                static func other() {}
                #endif
            }
            """,
            expandedSource: """
                public enum Storage {
                    static func database(settings: Settings) throws -> Database { Database() }

                    nonisolated static var databaseRegistration: Armory.Singleton<Database> {
                        Armory.Singleton(Database.self, { (parameter1: Settings) throws in
                            try Self.database(settings: parameter1)
                        }, fileID: "TestModule/test.swift", line: 3)
                    }
                    private static var clock: some Clock { get async { SystemClock() } }

                    private nonisolated static var clockRegistration: Armory.Transient<any Clock> {
                        Armory.Transient((any Clock).self, fileID: "TestModule/test.swift", line: 4) { () async throws in
                            await Self.clock
                        }
                    }
                    struct Session {

                        nonisolated static var registration: Armory.Transient<Self> {
                            Armory.Transient(Self.self, fileID: "TestModule/test.swift", line: 5) { () throws in
                                Self()
                            }
                        }
                    }
                    #if DEBUG
                    static var path: String { "" }
                    struct Trace {

                        nonisolated static var registration: Armory.Transient<Self> {
                            Armory.Transient(Self.self, fileID: "TestModule/test.swift", line: 9) { () throws in
                                Self()
                            }
                        }
                    }
                    #elseif os(Linux)
                    #else
                    static func other() {}
                    #endif

                    public nonisolated static let module = Armory.Module("Storage", fileID: "TestModule/test.swift", line: 2) {
                        databaseRegistration
                        clockRegistration
                        Session.registration
                        #if DEBUG
                        Trace.registration
                        #elseif os(Linux)
                        #else
                        #endif
                    }
                }
                """, macros: macros)
    }
}
#endif
