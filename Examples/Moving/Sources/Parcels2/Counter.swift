// This line was `import FactoryKit`.
import ArmoryFactory
import Parcels

/// The counter that accepts parcels.
final class Counter {
    @Injected(\.printer) private var printer
    @Injected(\Depot.scale) private var scale
    @Injected(\Depot.tracking) private var tracking
    @LazyInjected(\Depot.shelf) private var shelf
    @DynamicInjected(\Depot.shiftLog) private var log

    func accept(_ parcel: Parcel) {
        let parcel = scale.weigh(parcel)
        shelf.put(parcel)
        log.note(parcel)
        printer.print(Container.shared.label(parcel).text)
        if let tracking { printer.print("  \(tracking.link(parcel))") }
    }

    func closeShift() {
        printer.print("\(log.text), on the shelf: \(shelf.count)")
    }
}
