// The newest elements of an endless sequence.

#if Inspector
/// Keeps the newest elements, up to a capacity, and counts all elements.
package struct Ring<Element> {
    private var elements: [Element] = []
    private let capacity: Int
    /// The number of elements so far, which is also the number of the next one.
    package private(set) var count = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of elements that are no longer kept.
    package var dropped: Int { count - elements.count }

    package mutating func append(_ element: Element) {
        if elements.count < capacity {
            elements.append(element)
        } else {
            elements[count % capacity] = element
        }
        count += 1
    }

    /// The kept elements from a number on, the oldest first, and the number of the first one.
    package func suffix(from number: Int) -> (first: Int, elements: [Element]) {
        let first = min(max(number, dropped), count)
        return (first, (first..<count).map { elements[$0 % capacity] })
    }
}
#endif
