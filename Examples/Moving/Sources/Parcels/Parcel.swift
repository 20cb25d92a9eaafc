/// A parcel that a customer sends.
package struct Parcel: Hashable, Sendable {
    package let number: Int
    package let city: String
    package var weight: Int

    package init(number: Int, city: String, weight: Int) {
        self.number = number
        self.city = city
        self.weight = weight
    }
}

/// Weighs parcels, and corrects the weight by an offset.
package struct Scale: Sendable {
    private let offset: Int

    package init(offset: Int = 0) { self.offset = offset }

    package func weigh(_ parcel: Parcel) -> Parcel {
        var weighed = parcel
        weighed.weight += offset
        return weighed
    }
}
