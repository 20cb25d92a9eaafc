package import Armory
import Heraldry

/// A herald, in the builds that have this module.
package let trumpets = Module("trumpets") {
    Singleton((any Herald).self, Trumpeter.init)
}

struct Trumpeter: Herald {
    func announce(_ guest: String) -> String { "trumpets for \(guest)" }
}
