import Foundation

/// A page of metrics, parsed by the grammar of Prometheus' text format, version 0.0.4.
///
/// A line that is not a comment, type or sample is an error, and so is a sample outside its family.
struct PrometheusPage {
    struct Sample {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Wrong: Error {
        let line: String
    }

    private(set) var types: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) throws {
        guard text.unicodeScalars.last == "\n" else { throw Wrong(line: "the last line has no end") }
        var family = ""
        // By Unicode scalars, because a carriage return and a line feed form one character.
        for line in text.unicodeScalars.split(separator: "\n") {
            let line = String(line)
            if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/) {
                family = String(type.1)
                guard types.updateValue(String(type.2), forKey: family) == nil else { throw Wrong(line: line) }
                continue
            }
            let sample = try Self.sample(line)
            let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
            guard suffixes.contains(where: { family + $0 == sample.name }) else { throw Wrong(line: line) }
            guard value(sample.name, sample.labels) == nil else { throw Wrong(line: line) }
            samples.append(sample)
        }
    }

    func value(_ name: String, _ labels: [String: String]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    private static func sample(_ line: String) throws -> Sample {
        var rest = line.unicodeScalars[...]
        func take(_ isPart: (Unicode.Scalar) -> Bool) -> String {
            let part = rest.prefix(while: isPart)
            rest = rest[part.endIndex...]
            return String(part)
        }
        func skip(_ scalar: Unicode.Scalar) throws {
            guard rest.popFirst() == scalar else { throw Wrong(line: line) }
        }
        let name = take { isName($0) || $0 == ":" }
        guard !name.isEmpty, name.first?.isNumber == false else { throw Wrong(line: line) }
        var labels: [String: String] = [:]
        if rest.first == "{" {
            repeat {
                rest.removeFirst()
                let label = take(isName)
                try skip("=")
                try skip("\"")
                var value = ""
                while let scalar = rest.popFirst(), scalar != "\"" {
                    guard scalar == "\\" else {
                        value.unicodeScalars.append(scalar)
                        continue
                    }
                    switch rest.popFirst() {
                    case "\\": value += "\\"
                    case "\"": value += "\""
                    case "n": value += "\n"
                    default: throw Wrong(line: line)
                    }
                }
                guard !label.isEmpty, label.first?.isNumber == false, labels[label] == nil else {
                    throw Wrong(line: line)
                }
                labels[label] = value
            } while rest.first == ","
            try skip("}")
        }
        try skip(" ")
        let text = String(rest)
        guard let value = ["+Inf": Double.infinity, "-Inf": -.infinity, "NaN": .nan][text] ?? Double(text) else {
            throw Wrong(line: line)
        }
        return Sample(name: name, labels: labels, value: value)
    }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
    }
}
