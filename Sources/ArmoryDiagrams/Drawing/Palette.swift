// One colour and one mark for each lifetime, for every picture.

package import Armory

/// How a lifetime looks.
///
/// The colours are those of Okabe and Ito, "Color Universal Design" (2008), which people with any of the usual kinds of colour
/// blindness tell apart. Nobody has to: each has two letters too.
package struct LifetimeLook: Sendable {
    /// The name, as the legend has it.
    package let name: String
    /// Two letters.
    package let letters: String
    /// The colour of the badge and of the border.
    package let colour: String
    /// The colour of the letters on it.
    package let ink: String

    /// How nodes of this lifetime look; nil: nobody has registered them.
    package static func of(_ lifetime: ContainerGraph.Lifetime?) -> LifetimeLook {
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

    /// The colour of what is wrong.
    package static let alarm = "#D55E00"
}
