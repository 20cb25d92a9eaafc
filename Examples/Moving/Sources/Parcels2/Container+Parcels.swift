// This line was `import FactoryKit`. It is the only line of the file that the move has changed.
import ArmoryFactory
import Parcels

extension Container {
    var printer: Factory<LabelPrinter> {
        self { ConsolePrinter() }
            .onTest { RecordingPrinter() }
            .singleton
    }

    var tariff: Factory<Tariff> {
        self { DayTariff() }
            .onArg("night") { NightTariff() }
    }

    var label: ParameterFactory<Parcel, Label> {
        self { parcel in Label(parcel: parcel, tariff: self.tariff()) }
    }
}
