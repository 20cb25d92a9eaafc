import Parcels

/// The counter that accepts parcels.
final class Counter {
    private let printer: any LabelPrinter
    private let scale: Scale
    private let tracking: (any Tracking)?
    private let shelf: Shelf
    private let log: ShiftLog

    init(printer: any LabelPrinter, scale: Scale, tracking: (any Tracking)?, shelf: Shelf, log: ShiftLog) {
        self.printer = printer
        self.scale = scale
        self.tracking = tracking
        self.shelf = shelf
        self.log = log
    }

    func accept(_ parcel: Parcel, label: (Parcel) throws -> Label) rethrows {
        let parcel = scale.weigh(parcel)
        shelf.put(parcel)
        log.note(parcel)
        printer.print(try label(parcel).text)
        if let tracking { printer.print("  \(tracking.link(parcel))") }
    }

    func closeShift() {
        printer.print("\(log.text), on the shelf: \(shelf.count)")
    }
}
