// How a name is shown: nothing in it moves the text around it, and how wide it is at most is known.

/// Names as they are drawn.
///
/// A type's name is not to be trusted: it may have any character and any length.
enum ShownText {
    /// The text, with what has no width, breaks a line or turns the direction of what follows as a character that is seen.
    static func visible(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(substitute(scalar) ?? scalar) }
        return String(shown)
    }

    /// What stands for a character that is not shown as it is.
    ///
    /// XML 1.0 has no way to write most of these at all, not even as references (section 2.2, `Char`).
    private static func substitute(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)  // the pictures of control characters
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        case 0x2028, 0x2029: "\u{2424}"
        // The marks, embeddings, overrides and isolates of direction, and spaces without width. Joiners are left: emoji have them.
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: "\u{FFFD}"
        case let value where value & 0xFFFE == 0xFFFE: "\u{FFFD}"  // no characters, in every plane
        default: nil
        }
    }

    /// How wide a character is at most in a monospaced font, as a share of the font's size.
    ///
    /// The fonts that a browser may have are between 0.55 (Consolas) and 0.602 (Menlo, DejaVu Sans Mono, Courier). Characters that
    /// such a font has not come from another one.
    private static func width(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case ..<0x300: 0.62
        case 0x300..<0x370, 0x200C, 0x200D, 0xFE00...0xFE0F: 0  // they are drawn over what is before them
        case 0x370..<0x590: 0.75
        case 0x1100..<0x1200, 0x2E80..<0xA4D0, 0xAC00..<0xD7B0, 0xF900..<0xFB00, 0xFF00..<0xFF61: 1.1
        case 0x1F000...: 1.45
        default: 1.15
        }
    }

    /// How wide a text is at most.
    static func width(_ text: String, size: Double) -> Double {
        var sum = 0.0
        for scalar in text.unicodeScalars { sum += width(scalar) }
        return sum * size
    }

    /// The visible text if it fits, else its beginning and its end.
    ///
    /// Types differ at both ends: the middle is what is missed least. One character may be of any number of scalars, so a long one
    /// counts as what does not fit.
    static func shortened(_ text: String, to limit: Double, size: Double) -> String {
        // Both ends are enough, whatever is between them.
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

    /// Text for XML: of an element or of an attribute in double quotes.
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
