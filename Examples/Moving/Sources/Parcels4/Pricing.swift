import Armory
import Parcels

/// What a parcel costs, and its label.
let pricing = Module("pricing") {
    Singleton((any LabelPrinter).self, ConsolePrinter.init)
    Transient((any Tariff).self, DayTariff.init)
    Transient(Label.init, .argument, .registered)
        .keyed(\.label)
}

extension Keys {
    var label: Key<(Parcel) -> Label> { Key() }
}
