import Armory
import Clinic

/// Laboratory and prices: the first part with the native API.
///
/// It is loaded into the container of the assemblies. So both find the instances of the other: `Billing` gets the book
/// that `StorageAssembly` registers as `Auditing`, and the factories of `DeskAssembly` and `VisitAssembly` resolve
/// `Billing` and `Laboratory` as before.
let practice = Module("practice") {
    Singleton(Laboratory.init)
    Singleton { Tariff(base: 30) }
    Singleton(Billing.init)
}
