/// One column of prices from `prices.csv`.
///
/// If the field is empty, the product is not in the list.
package struct CSVPriceList: PriceList {
    private var products: [String: Product] = [:]

    package init(reader: any TableReader, column: String) throws {
        for row in try reader.table("prices").rows {
            guard let price = try row.money(column) else { continue }
            let product = Product(sku: try row.text("sku"), name: try row.text("product"), price: price)
            guard products.updateValue(product, forKey: product.sku) == nil else {
                throw row.fault("product \"\(product.sku)\" is there twice")
            }
        }
    }

    package func product(_ sku: String) -> Product? { products[sku] }
}
