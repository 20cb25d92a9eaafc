// One colour and one mark for each lifetime, for every picture.

package import Armory

/// The look of a lifetime.
///
/// The colours are those of Okabe and Ito, "Color Universal Design" (2008). People with any of the usual kinds of
/// colour blindness can tell them apart. The two letters say the same without colour.
package struct LifetimeLook: Sendable {
    /// The name in the legend.
    package let name: String
    /// The two letters on the badge.
    package let letters: String
    /// The colour of the badge and the border.
    package let colour: String
    /// The colour of the letters.
    package let ink: String

    /// The look of nodes with a lifetime, or of nodes that are not registered if `nil`.
    package static func of(_ lifetime: Lifetime?) -> LifetimeLook {
        switch lifetime {
        case .singleton: LifetimeLook(name: "singleton", letters: "Si", colour: "#0072B2", ink: "#FFFFFF")
        case .shared: LifetimeLook(name: "shared", letters: "Sh", colour: "#009E73", ink: "#000000")
        case .graph: LifetimeLook(name: "graph", letters: "Gr", colour: "#E69F00", ink: "#000000")
        case .scoped: LifetimeLook(name: "scoped", letters: "Sc", colour: "#CC79A7", ink: "#000000")
        case .custom: LifetimeLook(name: "custom", letters: "Cu", colour: "#56B4E9", ink: "#000000")
        case .transient: LifetimeLook(name: "transient", letters: "Tr", colour: "#999999", ink: "#000000")
        case nil: LifetimeLook(name: "missing", letters: "?", colour: alarm, ink: "#000000")
        }
    }

    /// The colour of faults.
    package static let alarm = "#D55E00"
}
