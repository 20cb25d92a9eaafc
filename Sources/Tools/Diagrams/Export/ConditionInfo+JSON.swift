// The conditions of a container as JSON.

public import Armory
import Foundation

extension Sequence where Element == ConditionInfo {
    /// The registrations as JSON text: a list with sorted keys and one value per line.
    ///
    /// Each has `key`, `file`, `line`, `isUsed`, `reason`, which is that of ``ConditionInfo/Reason``, `modules` and
    /// `explanation`, which is empty if there is nothing to explain. If another registration is used instead, `usedInstead` has
    /// its `key`, `file` and `line`. If there is a condition, `condition` has `isMet`, `readsWholeEnvironment` and `variables`, each
    /// with `name` and `isSet`. The value of a variable is never in it.
    ///
    /// - Complexity: O(n) in the number of registrations.
    public func json() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and truths can always be encoded.
        let data = (try? encoder.encode(map(Entry.init))) ?? Data("[]".utf8)
        return String(decoding: data, as: UTF8.self)
    }
}

/// A registration as JSON.
private struct Entry: Encodable {
    struct Place: Encodable {
        let key: String
        let file: String
        let line: Int

        init(_ registration: RegistrationInfo) {
            key = registration.key
            file = registration.location.fileID
            line = registration.location.line
        }
    }

    struct Condition: Encodable {
        let isMet: Bool
        let readsWholeEnvironment: Bool
        let variables: [Variable]
    }

    struct Variable: Encodable {
        let name: String
        let isSet: Bool
    }

    let key: String
    let file: String
    let line: Int
    let isUsed: Bool
    let reason: String
    let explanation: String
    let modules: [String]
    let usedInstead: Place?
    let condition: Condition?

    init(_ info: ConditionInfo) {
        let place = Place(info.registration)
        (key, file, line) = (place.key, place.file, place.line)
        isUsed = info.isUsed
        reason = info.reason.rawValue
        explanation = info.explanation.joined(separator: "; ")
        modules = info.modules
        usedInstead = info.usedInstead.map(Place.init)
        let variables = info.variables.map { Variable(name: $0.name, isSet: $0.isSet) }
        condition =
            info.hasCondition
            ? Condition(
                isMet: info.isMet, readsWholeEnvironment: info.readsWholeEnvironment, variables: variables) : nil
    }
}
