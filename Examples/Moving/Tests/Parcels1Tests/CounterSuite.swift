// These two lines were `import FactoryKit` and `import FactoryTesting`.
import ArmoryFactory
import ArmoryFactoryTesting
import Parcels
import Testing

@testable import Parcels1

extension Trait where Self == ContainerTrait<Depot> {
    /// Gives each test a depot.
    static var depot: ContainerTrait<Depot> {
        .init(shared: Depot.$shared, container: .init())
    }
}

/// Tests of Swift Testing, each in separate containers.
@Suite(.container, .depot)
struct CounterSuite {
    private let parcel = Parcel(number: 1, city: "Oslo", weight: 2)

    @Test func printsALabel() throws {
        #expect(try lines(accepting: parcel) == ["Parcel 1 to Oslo, 2 kg: 6 crowns", "  parcels.example/1"])
    }

    @Test(.container { $0.tariff.register { NightTariff() } })
    func isDearerAtNight() throws {
        #expect(try lines(accepting: parcel).first == "Parcel 1 to Oslo, 2 kg: 8 crowns")
    }

    @Test(.depot { $0.scale.register { Scale(offset: 1) } }, arguments: 1...3)
    func weighsEachParcel(kilograms: Int) throws {
        let parcel = Parcel(number: 1, city: "Oslo", weight: kilograms)
        #expect(try lines(accepting: parcel).first?.contains("\(kilograms + 1) kg") == true)
        #expect(Depot.shared.shelf().count == 1)
    }

    private func lines(accepting parcel: Parcel) throws -> [String] {
        Counter().accept(parcel)
        return try #require(Container.shared.printer() as? RecordingPrinter).lines
    }
}
