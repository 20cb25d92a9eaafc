// Names as they are shown: they cannot disturb the text around them, and their maximum width is known.

/// Texts for drawings.
///
/// Type names are not trusted: they may have any characters and any length.
enum ShownText {
    /// The text with visible characters in place of invisible ones, line breaks and changes of direction.
    static func visible(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(substitute(scalar) ?? scalar) }
        return String(shown)
    }

    /// The replacement of a character that is not shown as it is, or `nil` if the character is shown.
    ///
    /// XML 1.0 cannot contain most of these characters, not even as references (section 2.2, `Char`).
    private static func substitute(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)  // the pictures of control characters
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        case 0x2028, 0x2029: "\u{2424}"
        // Direction marks, embeddings, overrides and isolates, and zero-width spaces. Joiners stay for emoji.
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: "\u{FFFD}"
        case let value where value & 0xFFFE == 0xFFFE: "\u{FFFD}"  // noncharacters, in every plane
        default: nil
        }
    }

    /// The maximum width of a character in a monospaced font, as a fraction of the font size.
    ///
    /// The fonts that a browser may use are between 0.55 (Consolas) and 0.602 (Menlo, DejaVu Sans Mono, Courier) wide.
    /// Characters that such a font lacks come from another font.
    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case ..<0x300: 0.62
        case 0x300..<0x370, 0x200C, 0x200D, 0xFE00...0xFE0F: 0  // drawn over the preceding character
        case 0x370..<0x590: 0.75
        case 0x1100..<0x1200, 0x2E80..<0xA4D0, 0xAC00..<0xD7B0, 0xF900..<0xFB00, 0xFF00..<0xFF61: 1.1
        case 0x1F000...: 1.45
        default: 1.15
        }
    }

    /// The maximum width of a text.
    static func width(_ text: String, size: Double) -> Double {
        var sum = 0.0
        for scalar in text.unicodeScalars { sum += width(scalar) }
        return sum * size
    }

    /// The visible text if it fits, otherwise its beginning and its end.
    ///
    /// Type names differ at both ends, so the middle matters least. A character may consist of any number of scalars,
    /// so a character with many scalars counts as too wide.
    static func shortened(_ text: String, to limit: Double, size: Double) -> String {
        // Only both ends are needed, however long the text is.
        let reach = Int(limit / (size * 0.5)) + 8
        let isLong = text.utf8.count > 8 * reach
        if !isLong {
            let whole = visible(text)
            if width(whole, size: size) <= limit, !whole.contains(where: { $0.unicodeScalars.count > 12 }) {
                return whole
            }
        }
        let dots = width("…", size: size)
        let head = fitting(visible(String(text.prefix(reach))), in: (limit - dots) * 0.6, size: size)
        let rest = limit - dots - width(head, size: size)
        let tail = fitting(visible(String(text.suffix(reach))).reversed(), in: rest, size: size)
        return head + "…" + String(tail.reversed())
    }

    private static func fitting(_ characters: some Sequence<Character>, in limit: Double, size: Double) -> String {
        var taken = ""
        var sum = 0.0
        for character in characters {
            let scalars = character.unicodeScalars
            guard scalars.prefix(13).count <= 12 else { break }
            sum += scalars.reduce(0) { $0 + width($1) } * size
            guard sum <= limit else { break }
            taken.append(character)
        }
        return taken
    }

    /// Escapes a text for an XML element, or for an attribute in double quotes.
    static func xml(_ text: String) -> String {
        let shown = visible(text)
        guard shown.utf8.contains(where: { $0 == 38 || $0 == 60 || $0 == 62 || $0 == 34 || $0 == 39 }) else {
            return shown
        }
        var escaped = ""
        for scalar in shown.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
