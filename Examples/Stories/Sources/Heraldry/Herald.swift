/// Who tells a castle that somebody comes.
///
/// This module has the protocol alone. It knows neither who needs a herald nor whether there is one.
package protocol Herald: Sendable {
    func announce(_ guest: String) -> String
}
