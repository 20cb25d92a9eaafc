import Armory
import Parcels

/// Prices and labels.
let pricing = Module("pricing") {
    Singleton((any LabelPrinter).self, ConsolePrinter.init)
    Transient((any Tariff).self, DayTariff.init)
    Transient(Label.init, .argument, .registered)
        .keyed(\.label)
}

extension TypedKeys {
    var label: TypedKey<(Parcel) -> Label> { TypedKey() }
}
