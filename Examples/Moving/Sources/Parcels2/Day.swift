// This line was `import FactoryKit`.
import ArmoryFactory
import Parcels

/// A day and a night at the depot.
struct Day {
    @Injected(\.printer) private var printer

    func run() {
        dayShift()
        Depot.shared.manager.reset(scope: .shift)
        nightShift()
    }

    private func dayShift() {
        let counter = Counter()
        counter.accept(Parcel(number: 1, city: "Oslo", weight: 3))
        counter.accept(Parcel(number: 2, city: "Bergen", weight: 5))
        counter.closeShift()

        var van: Van? = Depot.shared.van()
        printer.print(Depot.shared.tour().run())
        printer.print("After the tour \(van?.text ?? "")")
        van = nil
        printer.print("The next time \(Depot.shared.van().text)")
    }

    private func nightShift() {
        FactoryContext.setArg("night", forKey: "tariff")
        Depot.shared.scale.register { Scale(offset: 1) }
        let counter = Counter()
        counter.accept(Parcel(number: 3, city: "Bodø", weight: 2))
        counter.closeShift()
        FactoryContext.removeArg(forKey: "tariff")
    }
}
