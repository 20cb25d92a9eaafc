import Foundation
package import JWTKit

/// A file with the public keys.
package struct KeyFile: KeySource {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    package func keySet() throws -> JWKS {
        do {
            return try JSONDecoder().decode(JWKS.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw Unreadable(path: path, reason: "\(error)")
        }
    }

    /// The error for a file that is missing, or no key set.
    package struct Unreadable: Error, CustomStringConvertible {
        package let path: String
        package let reason: String
        package var description: String { "INVOICES_KEYS: \(path) is no file with a JSON Web Key Set: \(reason)" }
    }
}
