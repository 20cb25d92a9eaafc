// The text of each form of expansion.

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
                        Armory.Singleton((any Orders).self, { (database: Database, clock: any Clock, limit: Int) throws in
                            try SQLOrders(database: database, for: clock, limit)
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

                    nonisolated static var registration: Armory.Kept<Server> {
                        Armory.Kept(Server.self, { (path: String, port: Int, host: String, left: Side, right: Side, id: Int) throws in
                            Server(path: path, port: port, host: host, left: left, right: right, id: id)
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
                init(in: Screen, _: Theme, `class`: Int) {}
            }
            """,
            expandedSource: """
                struct Window {
                    init(in: Screen, _: Theme, `class`: Int) {}

                    nonisolated static var registration: Armory.Transient<Window> {
                        Armory.Transient(Window.self, { (parameter1: Screen, parameter2: Theme, `class`: Int) throws in
                            Window(in: parameter1, parameter2, class: `class`)
                        }, fileID: "TestModule/test.swift", line: 2)
                    }
                }
                """, macros: macros)
    }

    func testIsolatedInitializerIsAwaited() {
        assertMacroExpansion(
            """
            @Injectable(.scoped(.session), parameters: ["lamp": .named("a"), "size": .value(7), "key": .qualified(by: 3)])
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
                        Armory.Scoped(Desk.self, fileID: "TestModule/test.swift", line: 2) { [size = 7 as Int] (resolver: Armory.AsyncResolver) async throws in
                            try await Desk(lamp: resolver(Lamp.self, named: "a"), clock: resolver(((any Clock)?).self), size: size, key: resolver((@Sendable () -> Int).self, qualifier: 3))
                        }
                            .dependsOn(((any Clock)?).self)
                            .dependsOn(Lamp.self, named: "a")
                            .dependsOn((@Sendable () -> Int).self, qualifier: 3)
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
                        Armory.Graph(Table.self, { (a: A) async throws in
                            await Table(a: a)
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

                    nonisolated static var registration: Armory.Transient<Wide> {
                        Armory.Transient(Wide.self, fileID: "TestModule/test.swift", line: 2) { (resolver: Armory.AsyncResolver) async throws in
                            try await Wide(a: resolver(A.self), b: resolver(B.self), c: resolver(C.self), d: resolver(D.self), e: resolver(E.self), g: resolver([G].self), h: resolver(H?.self))
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
                        Armory.Singleton(Database.self, { (settings: Settings) throws in
                            try Storage.database(settings: settings)
                        }, fileID: "TestModule/test.swift", line: 3)
                    }
                    private static var clock: some Clock { get async { SystemClock() } }

                    private nonisolated static var clockRegistration: Armory.Transient<any Clock> {
                        Armory.Transient((any Clock).self, fileID: "TestModule/test.swift", line: 4) { () async throws in
                            await Storage.clock
                        }
                    }
                    struct Session {

                        nonisolated static var registration: Armory.Transient<Session> {
                            Armory.Transient(Session.self, fileID: "TestModule/test.swift", line: 5) { () throws in
                                Session()
                            }
                        }
                    }
                    #if DEBUG
                    static var path: String { "" }
                    struct Trace {

                        nonisolated static var registration: Armory.Transient<Trace> {
                            Armory.Transient(Trace.self, fileID: "TestModule/test.swift", line: 9) { () throws in
                                Trace()
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

    func testContributions() {
        assertMacroExpansion(
            """
            @Injectable(in: "shop")
            struct Orders {
            }
            @ProvidingModule(in: .shop)
            enum Storage {
                @Provides static func path() -> String { "" }
            }
            @Provides(in: .shop)
            func limit() -> Int { 7 }
            """,
            expandedSource: """
                struct Orders {

                    nonisolated static var registration: Armory.Transient<Orders> {
                        Armory.Transient(Orders.self, fileID: "TestModule/test.swift", line: 2) { () throws in
                            Orders()
                        }
                    }

                    #if objectFormat(MachO)
                    @section("__DATA_CONST,__armory")
                    #else
                    @section("armory")
                    #endif
                    @used
                    private nonisolated static let registrationRecord: Armory.Module.Contribution = (1, { registrationContribution() })

                    private nonisolated static func registrationContribution() -> (group: Armory.Name, module: Armory.Module) {
                        ("shop", Armory.Module(fileID: "TestModule/test.swift", line: 2) { Orders.registration })
                    }
                }
                enum Storage {
                    static func path() -> String { "" }

                    nonisolated static var pathRegistration: Armory.Transient<String> {
                        Armory.Transient(String.self, fileID: "TestModule/test.swift", line: 6) { () throws in
                            Storage.path()
                        }
                    }

                    nonisolated static let module = Armory.Module("Storage", fileID: "TestModule/test.swift", line: 5) {
                        pathRegistration
                    }

                    #if objectFormat(MachO)
                    @section("__DATA_CONST,__armory")
                    #else
                    @section("armory")
                    #endif
                    @used
                    private nonisolated static let moduleRecord: Armory.Module.Contribution = (1, { moduleContribution() })

                    private nonisolated static func moduleContribution() -> (group: Armory.Name, module: Armory.Module) {
                        (.shop, Storage.module)
                    }
                }
                func limit() -> Int { 7 }

                var limitRegistration: Armory.Transient<Int> {
                    Armory.Transient(Int.self, fileID: "TestModule/test.swift", line: 9) { () throws in
                        limit()
                    }
                }

                #if objectFormat(MachO)
                @section("__DATA_CONST,__armory")
                #else
                @section("armory")
                #endif
                @used
                private let limitRegistrationRecord: Armory.Module.Contribution = (1, { limitRegistrationContribution() })

                private func limitRegistrationContribution() -> (group: Armory.Name, module: Armory.Module) {
                    (.shop, Armory.Module(fileID: "TestModule/test.swift", line: 9) { limitRegistration })
                }
                """, macros: macros)
    }
}
