/// Announces a guest to a castle.
///
/// This module contains only the protocol. It knows neither the users of a herald nor whether one exists.
package protocol Herald: Sendable {
    func announce(_ guest: String) -> String
}
