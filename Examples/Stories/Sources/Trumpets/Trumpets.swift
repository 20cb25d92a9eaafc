package import Armory
import Heraldry

/// A herald, for the builds with this module.
package let trumpets = Module("trumpets") {
    Singleton((any Herald).self, Trumpeter.init)
}

struct Trumpeter: Herald {
    func announce(_ guest: String) -> String { "trumpets for \(guest)" }
}
