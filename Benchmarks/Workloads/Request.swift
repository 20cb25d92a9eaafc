// A scope's container that is made, asked for three scoped instances and released.

import Armory

final class FirstPart: Sendable {}
final class SecondPart: Sendable {}
final class ThirdPart: Sendable {}

extension Workload {
    static let request = Workload("request", "a scope's container, three scoped instances, released") {
        let application = try Container {
            Scoped { FirstPart() }
            Scoped { SecondPart() }
            Scoped { ThirdPart() }
        }
        return { for _ in 0..<$0 { try serve(application) } }
    }
}

@inline(never)
private func serve(_ application: Container) throws(ResolutionError) {
    let request = Container(parents: [application], scope: .request)
    keep(object: try request.resolve(FirstPart.self))
    keep(object: try request.resolve(SecondPart.self))
    keep(object: try request.resolve(ThirdPart.self))
}
