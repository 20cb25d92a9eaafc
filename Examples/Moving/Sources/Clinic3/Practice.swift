import Armory
import Clinic

/// Laboratory and prices: the first part with the native API.
///
/// It is built together with what `StorageAssembly` registers. So `Billing` gets the book, and the factories of
/// `DeskAssembly` and `VisitAssembly` resolve `Billing` and `Laboratory` as before: see ``Containers``.
let practice = Module("practice") {
    Singleton(Laboratory.init)
    Singleton { Tariff(base: 30) }
    Singleton(Billing.init)
}
