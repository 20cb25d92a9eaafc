/// The labels of a series, sorted by name, so that their order does not matter.
struct PrometheusLabels: Hashable {
    let names: [String]
    let values: [String]

    init(_ dimensions: [(String, String)]) {
        let sorted = dimensions.map { (PrometheusText.labelName($0), $1) }.sorted { $0.0 < $1.0 }
        names = sorted.map(\.0)
        values = sorted.map(\.1)
    }
}

/// The text format of Prometheus, version 0.0.4.
enum PrometheusText {
    static func family(
        _ name: String, of kind: PrometheusKind, _ series: [PrometheusLabels: any PrometheusSeries]
    ) -> String {
        var text = "# TYPE \(name) \(kind.rawValue)\n"
        for (labels, series) in series.sorted(by: { $0.key.values.lexicographicallyPrecedes($1.key.values) }) {
            for sample in series.samples {
                text += "\(name)\(sample.suffix)\(list(labels, bound: sample.bound)) \(sample.value)\n"
            }
        }
        return text
    }

    private static func list(_ labels: PrometheusLabels, bound: String?) -> String {
        var pairs = zip(labels.names, labels.values).map { "\($0)=\"\(escaped($1))\"" }
        if let bound { pairs.append("le=\"\(bound)\"") }
        return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    }

    /// Escapes the value of a label: backslashes, quotes and line feeds.
    ///
    /// It works on Unicode scalars, because a carriage return and a line feed form one character.
    private static func escaped(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return "\(value)"
    }

    /// The name of a metric: letters, digits, `_` and `:`, without a digit at the start.
    static func name(_ label: String) -> String { cleaned(label, allowing: "_:") }

    /// The name of a label: letters, digits and `_`.
    ///
    /// The name `le` is reserved for buckets.
    static func labelName(_ label: String) -> String {
        let name = cleaned(label, allowing: "_")
        return name == "le" ? "le_" : name
    }

    private static func cleaned(_ label: String, allowing others: String) -> String {
        let name = String(
            label.map { $0.isASCII && ($0.isLetter || $0.isNumber) || others.contains($0) ? $0 : "_" })
        return name.first.map { $0.isNumber } ?? true ? "_\(name)" : name
    }
}
