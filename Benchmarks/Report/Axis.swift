import Foundation

/// The axis of a chart: the position of each value, and the labels below.
struct Axis {
    private let isLogarithmic: Bool
    private let low: Double
    private let high: Double
    let ticks: [Double]

    init(_ chart: Chart) {
        let values = chart.series.flatMap(\.values).compactMap(\.self)
        let largest = max(values.map(\.maximum).max() ?? 1, chart.mark?.value ?? 0)
        isLogarithmic = chart.isLogarithmic
        if chart.isLogarithmic {
            let smallest = values.map(\.minimum).filter { $0 > 0 }.min() ?? 1
            // Leaves room on the left, so that the smallest value has a bar too.
            let decades = Int(log10(smallest / 2).rounded(.down))...Int(log10(largest).rounded(.up))
            ticks = decades.map { pow(10, Double($0)) }
            low = log10(ticks[0])
            high = max(log10(ticks[ticks.count - 1]), low + 1)
        } else {
            let step = Self.roundStep(largest / 8)
            let count = Int((largest / step).rounded(.up))
            ticks = (0...count).map { Double($0) * step }
            low = 0
            high = Double(count) * step
        }
    }

    /// The position of a value, from 0 at the start of the axis to 1 at its end.
    func place(of value: Double) -> Double {
        guard isLogarithmic else { return value / high }
        return value > 0 ? max(0, (log10(value) - low) / (high - low)) : 0
    }

    /// A number as a short text for a chart.
    static func label(_ value: Double) -> String {
        switch value {
        case 0: "0"
        case 1000...: grouped(Int(value.rounded()))
        case 100...: fixed(value, 0)
        case 10...: trimmed(fixed(value, 1))
        default: trimmed(fixed(value, 2))
        }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.last == "0" { text = text.dropLast() }
        return String(text.last == "." ? text.dropLast() : text)
    }

    /// The next larger value of 1, 2, 5, 10, 20, 50 and so on, which continue below one.
    private static func roundStep(_ rough: Double) -> Double {
        guard rough > 0 else { return 1 }
        let power = pow(10, log10(rough).rounded(.down))
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? 10 * power
    }
}
