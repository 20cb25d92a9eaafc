import Armory
import ArmoryTestSupport
import CLookup
import Synchronization
import XCTest

/// The run of an `EveryHashTestCase` with one hash for all keys reaches the tables of containers.
///
/// Otherwise all tests that run twice would test the same thing twice.
final class OneHashTests: EveryHashTestCase {
    private static let hasRunWithOneHash = Atomic<Bool>(false)

    #if !canImport(Darwin)
    override func invokeTest() {
        super.invokeTest()
        XCTAssertTrue(Self.hasRunWithOneHash.load(ordering: .relaxed), "the second run has one hash for all keys")
    }
    #endif

    /// The places of the keys in the container's own table, in order.
    private func places(in container: Container) throws -> [Int] {
        let object = unsafe UnsafeRawPointer(Unmanaged.passUnretained(container).toOpaque())
        let address = unsafe object.load(fromByteOffset: clookup_root_offset, as: UInt.self)
        let capacity = unsafe RegistrationTable(address: address).capacity
        let table = try unsafe XCTUnwrap(UnsafeRawPointer(bitPattern: address))
        return (0..<capacity).filter { place in
            unsafe table.load(fromByteOffset: clookup_entries_offset + place * 16, as: UInt.self) != 0
        }
    }

    func testD15_TypesAndQualifiedKeysAreInOneChain() throws {
        let container = try Container {
            Singleton(value: 1)
            Singleton(value: "text")
            Singleton(value: 2).qualified(by: 2)
            Singleton(value: 3).named("three")
        }
        let places = try places(in: container)
        XCTAssertEqual(places.count, 4)
        guard CollidingHashes.areOn else { return }
        Self.hasRunWithOneHash.store(true, ordering: .relaxed)
        // The last place is where the shared hash begins; the chain goes on at the beginning of the table.
        XCTAssertEqual(places, [0, 1, 2, 63])
    }
}
