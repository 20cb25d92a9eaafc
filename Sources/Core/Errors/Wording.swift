/// A text that names keys and types: it is put together when all types of its message are known, so that two of one name differ.
package struct Wording: Sendable, ExpressibleByStringInterpolation {
    private let parts: [Part]

    fileprivate enum Part: Sendable {
        case text(String)
        case key(ServiceKey)
        case type(any Any.Type)
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}
        package mutating func appendLiteral(_ text: String) { parts.append(.text(text)) }
        package mutating func appendInterpolation(_ key: ServiceKey) { parts.append(.key(key)) }
        package mutating func appendInterpolation(_ type: any Any.Type) { parts.append(.type(type)) }
        package mutating func appendInterpolation(_ words: Wording) { parts += words.parts }
        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.text(value.description))
        }
    }

    package init(stringLiteral text: String) { parts = [.text(text)] }
    package init(stringInterpolation words: StringInterpolation) { parts = words.parts }
    private init(parts: [Part]) { self.parts = parts }

    package static func + (left: Wording, right: Wording) -> Wording { Wording(parts: left.parts + right.parts) }

    var types: [any Any.Type] {
        parts.compactMap { part in
            switch part {
            case .key(let key): key.type
            case .type(let type): type
            case .text: nil
            }
        }
    }

    package func text(usingNames names: ErrorNames) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let part): text += part
            case .key(let key): text += names.name(of: key)
            case .type(let type): text += names.name(of: type)
            }
        }
    }
}
