import Armory
import ArmoryTesting
import Parcels
import Testing
import XCTest

@testable import Parcels4

/// Tests of Swift Testing, each in a separate container.
@Suite(
    .container(try Container { program }) {
        Singleton(RecordingPrinter.init).as { $0 as any LabelPrinter }
    })
struct CounterSuite {
    private let parcel = Parcel(number: 1, city: "Oslo", weight: 2)

    @Test func printsALabel() throws {
        #expect(try lines(accepting: parcel) == ["Parcel 1 to Oslo, 2 kg: 6 crowns", "  parcels.example/1"])
    }

    @Test(.container { Transient((any Tariff).self, NightTariff.init) })
    func isDearerAtNight() throws {
        #expect(try lines(accepting: parcel).first == "Parcel 1 to Oslo, 2 kg: 8 crowns")
    }

    @Test(.container { Singleton { Scale(offset: 1) } }, arguments: 1...3)
    func weighsEachParcel(kilograms: Int) throws {
        let parcel = Parcel(number: 1, city: "Oslo", weight: kilograms)
        #expect(try lines(accepting: parcel).first?.contains("\(kilograms + 1) kg") == true)
    }

    private func lines(accepting parcel: Parcel) throws -> [String] {
        try #require(Container.current).withScope(.shift) { shift in
            try shift.resolve(Counter.self).accept(parcel, label: { try shift.resolve(keyed: \.label, arguments: $0) })
            return try shift.resolve(RecordingPrinter.self).lines
        }
    }
}

/// Tests of XCTest, which derive containers by a function.
final class CounterTests: XCTestCase {
    func testPrintsALabel() throws {
        let container = try Container { program }
        let printer = Singleton(RecordingPrinter.init).as { $0 as any LabelPrinter }
        try withTestContainer(container, overriding: { printer }) { container in
            let lines = try container.withScope(.shift) { shift in
                let parcel = Parcel(number: 1, city: "Oslo", weight: 2)
                try shift.resolve(Counter.self).accept(
                    parcel, label: { try shift.resolve(keyed: \.label, arguments: $0) })
                return try shift.resolve(RecordingPrinter.self).lines
            }
            XCTAssertEqual(lines, ["Parcel 1 to Oslo, 2 kg: 6 crowns", "  parcels.example/1"])
        }
    }

    func testTheWiringIsSound() throws {
        try expectValid(program)
    }
}
