// What a picture of a graph shows, and how.

/// The options of a graph's picture.
public struct DiagramOptions: Sendable {
    /// The engine that computes the positions.
    public enum Layout: Sendable {
        /// The library's layered layout, which gives the same picture everywhere and needs no tool.
        case own
        /// `dot` of Graphviz if it is installed and finishes in time, otherwise the library's layout.
        case graphviz
        /// `dot` if it is installed and the graph is small enough to look better, otherwise the library's layout.
        case automatic
    }

    /// The picture's title.
    public var title: String
    /// The layout engine, by default the library's own layout.
    ///
    /// With the default, the same graph gives the same picture on every machine, byte for byte. So a committed picture
    /// can be compared.
    public var layout: Layout
    /// The maximum number of characters of a key, from 6 to 1,000, or `nil` to suit the number of nodes.
    ///
    /// A longer key is shortened in the middle; the tooltip has the whole key.
    public var labelLength: Int?
    /// Whether each node has a second line with lifetime, state and measurements; `nil` shows it for up to 150 nodes.
    public var showsDetails: Bool?
    /// Whether the picture has a legend.
    public var showsLegend: Bool
    /// Whether implied needs are left out: direct needs of a node that it also has through other nodes.
    ///
    /// Finding them takes the square of the number of nodes, so a graph of more than 20,000 nodes shows all needs.
    public var hidesImpliedEdges: Bool
    /// The nodes to emphasise, while all others are drawn pale; `nil` draws none pale.
    public var highlighted: Set<Int>?

    static let longestLabel = 1000

    /// Creates options.
    public init(
        title: String = "Container", layout: Layout = .own, labelLength: Int? = nil, showsDetails: Bool? = nil,
        showsLegend: Bool = true, hidesImpliedEdges: Bool = false, highlighted: Set<Int>? = nil
    ) {
        self.title = title
        self.layout = layout
        self.labelLength = labelLength
        self.showsDetails = showsDetails
        self.showsLegend = showsLegend
        self.hidesImpliedEdges = hidesImpliedEdges
        self.highlighted = highlighted
    }
}
