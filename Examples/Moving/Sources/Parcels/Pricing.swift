/// Calculates the price of a parcel.
package protocol Tariff: Sendable {
    func price(of parcel: Parcel) -> Int
}

package struct DayTariff: Tariff {
    package init() {}
    package func price(of parcel: Parcel) -> Int { 3 * parcel.weight }
}

package struct NightTariff: Tariff {
    package init() {}
    package func price(of parcel: Parcel) -> Int { 4 * parcel.weight }
}

/// The label on a parcel.
package struct Label: Sendable {
    package let text: String

    package init(parcel: Parcel, tariff: any Tariff) {
        text = "Parcel \(parcel.number) to \(parcel.city), \(parcel.weight) kg: \(tariff.price(of: parcel)) crowns"
    }
}

/// The page that shows where a parcel is, from another team.
package protocol Tracking: Sendable {
    func link(_ parcel: Parcel) -> String
}

package struct WebTracking: Tracking {
    package init() {}
    package func link(_ parcel: Parcel) -> String { "parcels.example/\(parcel.number)" }
}
