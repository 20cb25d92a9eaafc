// What a picture of a graph shows and how.

/// What a picture of a graph shows.
public struct DiagramOptions: Sendable {
    /// Who says where everything is.
    public enum Layout: Sendable {
        /// The library's own layered layout: the same everywhere, with no tool.
        case own
        /// `dot` of Graphviz, if it is installed and is done in time, else the own layout.
        case graphviz
        /// `dot` where it is installed and the graph is small enough for it to be better, else the own layout.
        case automatic
    }

    /// The picture's title.
    public var title: String
    /// Who says where everything is: the own layout, where nobody says otherwise.
    ///
    /// It is the default because the same graph then gives the same picture on every machine, to the byte, so that a committed one
    /// can be compared.
    public var layout: Layout
    /// How many characters of a key are shown, at most, from 6 to 1,000; nil: what suits the number of nodes.
    ///
    /// What is shortened is shortened in the middle; the whole is in the tooltip.
    public var labelLength: Int?
    /// Whether each node has a second line, with the lifetime, the state and what was measured; nil: up to 150 nodes.
    public var showsDetails: Bool?
    /// Whether there is a legend.
    public var showsLegend: Bool
    /// Whether needs that follow from others are left out: of what is needed directly and by way of something else too.
    ///
    /// To find them takes the square of the number of nodes: in a graph of more than 20,000 all are drawn.
    public var hidesImpliedEdges: Bool
    /// The nodes to look at: all else is drawn pale; nil: none is.
    public var highlighted: Set<Int>?

    static let longestLabel = 1000

    /// Options.
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
