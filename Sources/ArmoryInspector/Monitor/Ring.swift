// The newest elements of a sequence without end.

#if Inspector
/// Keeps the newest elements, up to a number, and counts all that ever came.
package struct Ring<Element> {
    private var elements: [Element] = []
    private let capacity: Int
    /// How many have come; the next one has this number.
    package private(set) var count = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many are not here any more.
    package var dropped: Int { count - elements.count }

    package mutating func append(_ element: Element) {
        if elements.count < capacity {
            elements.append(element)
        } else {
            elements[count % capacity] = element
        }
        count += 1
    }

    /// Those from a number on, as far as they are here, the oldest first; and the first one's number.
    package func suffix(from number: Int) -> (first: Int, elements: [Element]) {
        let first = min(max(number, dropped), count)
        return (first, (first..<count).map { elements[$0 % capacity] })
    }
}
#endif
