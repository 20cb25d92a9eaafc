// The text of expansions that contribute, and of expansions in special positions.

#if Macros
import SwiftSyntaxMacros
import SwiftSyntaxMacrosTestSupport
import XCTest

@testable import ArmoryMacrosPlugin

final class ContributionExpansionTests: XCTestCase {
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
            @Provides(in: .shop) @available(*, deprecated)
            func limit() -> Int { 7 }
            """,
            expandedSource: """
                struct Orders {

                    nonisolated static var registration: Armory.Transient<Self> {
                        Armory.Transient(Self.self, fileID: "TestModule/test.swift", line: 2) { () throws in
                            Self()
                        }
                    }

                    #if objectFormat(MachO)
                    @section("__DATA_CONST,__armory")
                    #else
                    @section("armory")
                    #endif
                    @used
                    private nonisolated static let registrationRecord: Armory.Module.Contribution = {
                        Armory.Module.contribute(toGroup: "shop", Armory.Module(fileID: "TestModule/test.swift", line: 2) { registration })
                    }
                }
                enum Storage {
                    static func path() -> String { "" }

                    nonisolated static var pathRegistration: Armory.Transient<String> {
                        Armory.Transient(String.self, fileID: "TestModule/test.swift", line: 6) { () throws in
                            Self.path()
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
                    private nonisolated static let moduleRecord: Armory.Module.Contribution = {
                        Armory.Module.contribute(toGroup: .shop, module)
                    }
                }
                @available(*, deprecated)
                func limit() -> Int { 7 }

                @available(*, deprecated)
                nonisolated var limitRegistration: Armory.Transient<Int> {
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
                @available(*, deprecated)
                private nonisolated let limitRegistrationRecord: Armory.Module.Contribution = {
                    Armory.Module.contribute(toGroup: .shop, Armory.Module(fileID: "TestModule/test.swift", line: 9) { limitRegistration })
                }
                """, macros: macros)
    }

    func testFunctionsEscape() {
        assertMacroExpansion(
            """
            @Injectable(named: nil, parameters: ["third": .value(three)])
            struct Client {
                let first: () -> Int
                let second: (@Sendable (Int) async -> Int)
                let third: @Sendable () -> Int
                let fourth: (() -> Int)?
            }
            @Injectable(parameters: ["third": .value(three)])
            actor Server {
                init(third: @escaping @Sendable () -> Int) async {}
            }
            """,
            expandedSource: """
                struct Client {
                    let first: () -> Int
                    let second: (@Sendable (Int) async -> Int)
                    let third: @Sendable () -> Int
                    let fourth: (() -> Int)?

                    nonisolated static var registration: Armory.Transient<Self> {
                        Armory.Transient(Self.self, { (parameter1: @escaping () -> Int, parameter2: @escaping (@Sendable (Int) async -> Int), parameter3: @escaping @Sendable () -> Int, parameter4: (() -> Int)?) throws in
                            Self(first: parameter1, second: parameter2, third: parameter3, fourth: parameter4)
                        }, .registered, .registered, .value(three), .registered, fileID: "TestModule/test.swift", line: 2)
                    }
                }
                actor Server {
                    init(third: @escaping @Sendable () -> Int) async {}

                    nonisolated static var registration: Armory.Transient<Server> {
                        Armory.Transient(Server.self, fileID: "TestModule/test.swift", line: 9) { [parameter1 = three as @Sendable () -> Int] (armoryResolver: Armory.AsyncResolver) async throws in
                            await Server(third: parameter1)
                        }
                            .dependsOn()
                    }
                }
                """, macros: macros)
    }

    func testTypesInPublicExtensionsArePublic() {
        assertMacroExpansion(
            """
            public extension Shop {
                @ProvidingModule enum Storage {
                    @Injectable struct Session {
                    }
                }
                @Injectable internal struct Hidden {
                }
            }
            """,
            expandedSource: """
                public extension Shop {
                    enum Storage {
                        struct Session {

                            nonisolated static var registration: Armory.Transient<Self> {
                                Armory.Transient(Self.self, fileID: "TestModule/test.swift", line: 3) { () throws in
                                    Self()
                                }
                            }
                        }

                        public nonisolated static let module = Armory.Module("Storage", fileID: "TestModule/test.swift", line: 2) {
                            Session.registration
                        }
                    }
                    internal struct Hidden {

                        nonisolated static var registration: Armory.Transient<Self> {
                            Armory.Transient(Self.self, fileID: "TestModule/test.swift", line: 6) { () throws in
                                Self()
                            }
                        }
                    }
                }
                """, macros: macros)
    }
}
#endif
