import Armory
import Parcels

/// A day and a night at the depot.
struct Day {
    let container: Container

    func run() throws {
        try container.withScope(.shift) { shift in try dayShift(shift) }
        try night().withScope(.shift) { shift in try nightShift(shift) }
    }

    private func dayShift(_ shift: Container) throws {
        let counter = try shift.resolve(Counter.self)
        try counter.accept(
            Parcel(number: 1, city: "Oslo", weight: 3), label: { try shift.resolve(keyed: \.label, arguments: $0) })
        try counter.accept(
            Parcel(number: 2, city: "Bergen", weight: 5), label: { try shift.resolve(keyed: \.label, arguments: $0) })
        counter.closeShift()

        let printer = try shift.resolve((any LabelPrinter).self)
        var van: Van? = try shift.resolve()
        printer.print(try shift.resolve(Tour.self).run())
        printer.print("After the tour \(van?.text ?? "")")
        van = nil
        printer.print("The next time \(try shift.resolve(Van.self).text)")
    }

    /// The depot at night: another tariff and another scale, and the shelf of the day.
    private func night() throws -> Container {
        try container.overriding {
            Transient((any Tariff).self, NightTariff.init)
            Singleton { Scale(offset: 1) }
        }
    }

    private func nightShift(_ shift: Container) throws {
        let counter = try shift.resolve(Counter.self)
        try counter.accept(
            Parcel(number: 3, city: "Bodø", weight: 2), label: { try shift.resolve(keyed: \.label, arguments: $0) })
        counter.closeShift()
    }
}
