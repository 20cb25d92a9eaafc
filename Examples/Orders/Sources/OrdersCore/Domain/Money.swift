/// An amount in cents: whole numbers add up without rounding errors.
package struct Money: Comparable, Sendable, CustomStringConvertible {
    package static let zero = Money(cents: 0)

    package let cents: Int

    package init(cents: Int) {
        self.cents = cents
    }

    /// Parses an amount written as `12.50`, never negative; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard parts.count == 2, parts[1].utf8.count == 2, (3...12).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let cents = Int(digits)
        else { return nil }
        self.cents = cents
    }

    /// The amount as `1,234.50`.
    package var description: String {
        var whole = String(cents / 100)
        var end = whole.count - 3
        while end > 0 {
            whole.insert(",", at: whole.index(whole.startIndex, offsetBy: end))
            end -= 3
        }
        let rest = cents % 100
        return whole + (rest < 10 ? ".0" : ".") + String(rest)
    }

    package static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
    package static func + (left: Money, right: Money) -> Money { Money(cents: left.cents + right.cents) }
    package static func * (price: Money, quantity: Int) -> Money { Money(cents: price.cents * quantity) }
}
