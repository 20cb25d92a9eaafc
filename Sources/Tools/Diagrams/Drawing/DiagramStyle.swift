// The colours of the pictures, for light and dark pages.

import Armory

/// The style sheets: rules without variables, because some SVG viewers do not support variables.
///
/// Every rule applies only inside `.armory`, so a picture can be part of a page with other styles.
enum DiagramStyle {
    /// The font of keys, which is monospaced so that widths are known well enough.
    static let font = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

    private static let common = """
        .armory text{font-family:\(font);font-size:12px;unicode-bidi:isolate}
        .armory .title{font-size:18px;font-weight:700}
        .armory .small{font-size:10px}
        """

    private static let day = """
        .armory .page{fill:#ffffff}
        .armory text{fill:#1b1f24}
        .armory .small,.armory .faint{fill:#57606a}
        .armory .group{fill:#f4f6f9;stroke:#b4bdc9}
        .armory .n>.body{fill:#ffffff}
        .armory .halo{stroke:#f4f6f9}
        .armory .e{stroke:#66707c}
        .armory .head{fill:#66707c}
        .armory .hollow{fill:#ffffff;stroke:#66707c}
        .armory .bad>.body{fill:#fff0e6}
        .armory .row{fill:#f4f6f9}
        .armory .grid{stroke:#d5dae1}
        """

    private static let night = """
        .armory .page{fill:#12161c}
        .armory text{fill:#e8ebef}
        .armory .small,.armory .faint{fill:#a3adb9}
        .armory .group{fill:#1a2029;stroke:#4b5666}
        .armory .n>.body{fill:#232b36}
        .armory .halo{stroke:#1a2029}
        .armory .e{stroke:#97a2b0}
        .armory .head{fill:#97a2b0}
        .armory .hollow{fill:#12161c;stroke:#97a2b0}
        .armory .bad>.body{fill:#43260f}
        .armory .row{fill:#1a2029}
        .armory .grid{stroke:#333c48}
        """

    private static let lifetimes =
        ([nil] + Lifetime.allCases.map(Optional.some)).map { lifetime in
            let look = LifetimeLook.of(lifetime)
            let name = className(lifetime)
            return """
                .armory .\(name)>.body{stroke:\(look.colour)}
                .armory .\(name)>.badge,.armory .\(name)>.bar{fill:\(look.colour)}
                .armory .\(name)>.letters{fill:\(look.ink)}
                """
        }.joined(separator: "\n")

    /// The CSS class of a lifetime, or of missing nodes if `nil`.
    static func className(_ lifetime: Lifetime?) -> String { lifetime?.rawValue ?? "missing" }

    /// The style sheet of a graph; in a dense graph the arrows are thinner.
    static func graph(isDense: Bool, titleSize: Double) -> String {
        let alarm = LifetimeLook.alarm
        let special = """
            .armory .letters{font-size:10px;font-weight:700;text-anchor:middle}
            .armory .group{stroke-width:1}
            .armory .name{font-size:\(SVGText.number(titleSize))px;font-weight:700}
            .armory .halo{stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
            .armory .n>.body{stroke-width:1.5px}
            .armory .n.bad>.body{stroke:\(alarm);stroke-width:3px}
            .armory .n.missing>.body{stroke-dasharray:5 3;stroke-width:2px}
            .armory .n.circle>.body{stroke:\(alarm);stroke-width:2.5px}
            .armory .n.inherited{opacity:.6}
            .armory .mark{fill:none;stroke:\(alarm);stroke-width:2px;stroke-linecap:round}
            .armory .e{fill:none;stroke-width:\(isDense ? "1" : "1.4")px\(isDense ? ";stroke-opacity:.55" : "")}
            .armory .e.later{stroke-dasharray:6 4}
            .armory .e.optional{stroke-opacity:.4}
            .armory .e.circle{stroke:\(alarm);stroke-width:2.5px;stroke-opacity:1}
            .armory .alarm{fill:\(alarm)}
            .armory .pale{opacity:.2}
            .armory .n:hover>.body{stroke-width:4px}
            .armory .e:hover{stroke-width:4px;stroke-opacity:1}
            """
        return sheet([special, lifetimes])
    }

    /// The style sheet of a profile.
    static var profile: String {
        let special = """
            .armory .bar{stroke-width:.5px}
            .armory .letters{font-size:11px}
            .armory .wait{fill:url(#armory-wait);stroke:\(LifetimeLook.alarm)}
            .armory .critical>.bar{stroke:#1b1f24;stroke-width:2px}
            .armory .critical>.frame{fill:none}
            @media (prefers-color-scheme:dark){.armory .critical>.bar{stroke:#e8ebef}}
            .armory .failed>.bar{stroke:\(LifetimeLook.alarm);stroke-width:3px}
            .armory .slow>.bar{stroke:\(LifetimeLook.alarm);stroke-width:2px;stroke-dasharray:4 2}
            .armory .grid{stroke-width:1}
            .armory .hatch{stroke:\(LifetimeLook.alarm);stroke-width:2px}
            .armory .end{text-anchor:end}
            """
        return sheet([special, lifetimes])
    }

    /// The rules for light pages, those for dark pages, and `rules`, which override both because they suit both.
    private static func sheet(_ rules: [String]) -> String {
        "\n" + ([common, day, "@media (prefers-color-scheme:dark){", night, "}"] + rules).joined(separator: "\n") + "\n"
    }
}
