import Armory
import ArmoryTestSupport
import XCTest

private struct Level: Sendable {
    let depth: Int
}

// M4. A debug build's frames are up to six times as large as a release build's, so there the stacks are eight times as large.
final class DepthTests: LeakCheckedTestCase {
    #if DEBUG
    private static let scale = 8
    #else
    private static let scale = 1
    #endif

    private static let largeFrames = "frames are larger than the stacks here allow for"

    /// A container in which the qualifier i needs i + 1, up to `length`.
    private func chain(_ length: Int, lifetime: Lifetime = .transient) throws -> Container {
        let container = try Container {
            for depth in 0..<length {
                let factory: @Sendable (Resolver) throws -> Level = { resolver in
                    if depth == length - 1 { return Level(depth: 1) }
                    return Level(depth: try resolver.resolve(Level.self, named: RegistrationName(depth + 1)).depth + 1)
                }
                switch lifetime {
                case .transient: Transient(Level.self, factory).named(RegistrationName(depth))
                case .graph: Graph(Level.self, factory).named(RegistrationName(depth))
                case .singleton, .shared: Singleton(Level.self, factory).named(RegistrationName(depth))
                case .scoped: Scoped(Level.self, factory).named(RegistrationName(depth))
                case .custom: Kept(Level.self, factory).named(RegistrationName(depth))
                }
            }
        }
        return lifetime == .scoped ? try container.openScope() : container
    }

    private func depth(
        of container: Container, stack: Int, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Int {
        try onThread(stackSize: stack) {
            let depth = try container.resolve(Level.self, named: RegistrationName(0)).depth
            assertThreadIsIdle(file: file, line: line)
            return depth
        }
    }

    func testM4_TenThousandNestedTransientsOnEightMebibytes() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        try skipUnderSanitizers(Self.largeFrames)
        XCTAssertEqual(try depth(of: chain(10_000), stack: Self.scale * 8 << 20), 10_000)
    }

    // Of the stack, 64 KiB are kept for what runs at its end; 200 levels of 384 bytes and the thread's start fit in the other 88. The C
    // library may hand out a larger stack that a thread has left, so a level that grows a little fails in the next test alone.
    func testM4_TwoHundredNestedTransientsOn152Kibibytes() throws {
        try skipUnderSanitizers(Self.largeFrames)
        XCTAssertEqual(try depth(of: chain(200), stack: Self.scale * 152 << 10), 200)
    }

    func testM4_ANestedLevelTakes384BytesOfStackAtMost() throws {
        try skipUnderSanitizers(Self.largeFrames)
        for length in [50, 300, 2000] {
            let used = try bytesOfALevel((0..<length).map { RegistrationName("level \($0)") })
            XCTAssertLessThanOrEqual(used, Self.scale * 384, "\(length) levels")
        }
        // A name that is no text is looked up through two more frames, which the optimiser makes small.
        guard Self.scale == 1 else { return }
        XCTAssertLessThanOrEqual(try bytesOfALevel((0..<300).map { RegistrationName($0) }), 384)
    }

    /// How much of the stack each of some transients takes that resolve one another by their names.
    private func bytesOfALevel(_ names: [RegistrationName]) throws -> Int {
        // The C library may hand out a larger stack than was asked for, so the frames themselves are measured.
        let frames = Log<UInt>()
        let container = try Container {
            for depth in names.indices {
                Transient { resolver throws -> Level in
                    var place: UInt8 = 0
                    unsafe withUnsafeMutablePointer(to: &place) { frames.add(UInt(bitPattern: $0)) }
                    if depth == names.count - 1 { return Level(depth: 1) }
                    return try resolver.resolve(named: names[depth + 1])
                }.named(names[depth])
            }
        }
        _ = try onThread(stackSize: 16 << 20) { try container.resolve(Level.self, named: names[0]) }
        return Int(frames.all[0] - frames.all[names.count - 1]) / (names.count - 1)
    }

    func testM4_TwoThousandNestedGraphInstancesAndSingletons() throws {
        XCTAssertEqual(
            try depth(of: chain(2000, lifetime: .graph), stack: Self.scale * 4 << 20), 2000)
        XCTAssertEqual(
            try depth(of: chain(2000, lifetime: .singleton), stack: Self.scale * 4 << 20), 2000)
    }

    func testM4_TooDeepIsANamedErrorAndTheContainerWorksAfterwards() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        try skipUnderSanitizers(Self.largeFrames)
        for lifetime in Lifetime.allCases {
            let container = try chain(30_000, lifetime: lifetime)
            let found = try onThread(stackSize: 512 << 10) { () -> Bool in
                for _ in 0..<3 {
                    let error = failure(.tooDeep) { try container.resolve(Level.self, named: RegistrationName(0)) }
                    assertThreadIsIdle()
                    let path = error?.path ?? []
                    // A debug build keeps every value of a frame apart.
                    XCTAssertGreaterThan(path.count, Self.scale == 1 ? 100 : 50, "\(lifetime)")
                    XCTAssertEqual(path.first, "Level named 0")
                    XCTAssertEqual(path.last, "Level named \(path.count - 1)")
                    XCTAssertEqual(error?.key, path.last)
                }
                return try container.resolve(Level.self, named: RegistrationName(29_950)).depth == 50
            }
            XCTAssertTrue(found)
        }
    }

    func testM4_TooDeepOnEveryStackSize() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        try skipUnderSanitizers(Self.largeFrames)
        let container = try chain(30_000)
        for kibibytes in [128, 192, 256, 1024] {
            let path = try onThread(stackSize: kibibytes << 10) {
                failure(.tooDeep) { try container.resolve(Level.self, named: RegistrationName(0)) }?.path.count ?? 0
            }
            XCTAssertGreaterThan(path, 10, "\(kibibytes) KiB")
        }
    }

    func testM4_AnEndlessRecursionThroughArgumentsIsTooDeep() throws {
        let container = try Container {
            Transient(arguments: Int.self) { resolver, number -> [Int] in
                try resolver.resolve([Int].self, arguments: number + 1)
            }
        }
        try onThread(stackSize: 512 << 10) {
            failure(.tooDeep) { try container.resolve([Int].self, arguments: 0) }
            assertThreadIsIdle()
        }
    }

    func testTooDeepLeavesLaterResolvesOfTheThreadAlone() throws {
        try skipWithOneHash("the chain is as long as all registrations")
        let container = try chain(30_000)
        let tracker = LifetimeTracker()
        let other = try Container {
            Graph { Tracked(tracker) }
            Transient { resolver -> Int in
                let first = try resolver.resolve(Tracked.self)
                failure(.tooDeep) { try container.resolve(Level.self, named: RegistrationName(0)) }
                return try resolver.resolve(Tracked.self) === first ? 1 : 0
            }
        }
        let result = try onThread(stackSize: 512 << 10) { try other.resolve(Int.self) }
        XCTAssertEqual(result, 1)
        XCTAssertEqual(tracker.alive, 0)
    }

    func testAPathThatGrowsIsWholeAgainOnTheWayBack() throws {
        // 64 is what a path holds at first.
        for length in [62, 63, 64, 65, 66, 127, 128, 129, 500] {
            for lifetime in Lifetime.allCases {
                let container = try chain(length, lifetime: lifetime)
                // The path is tested here, and not the stack: with a sanitizer, a level can take 18 KiB.
                XCTAssertEqual(try depth(of: container, stack: Self.scale * 8 << 20), length)
                XCTAssertEqual(try depth(of: container, stack: Self.scale * 8 << 20), length)
            }
        }
    }

    func testAPathThatGrowsIsWholeAgainAfterAThrow() throws {
        for length in [63, 64, 65, 130] {
            let container = try Container {
                for depth in 0..<length {
                    Transient { resolver -> Int in
                        if depth == length - 1 { throw Mishap(length) }
                        return try resolver.resolve(named: RegistrationName(depth + 1))
                    }.named(RegistrationName(depth))
                }
            }
            try onThread(stackSize: 8 << 20) {
                for _ in 0..<2 {
                    let error = failure(.factoryFailed) {
                        try container.resolve(Int.self, named: RegistrationName(0))
                    }
                    XCTAssertEqual(error?.path.count, length)
                    XCTAssertEqual(error?.underlying as? Mishap, Mishap(length))
                    assertThreadIsIdle()
                }
            }
        }
    }
}
