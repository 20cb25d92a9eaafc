// Registering one distinct type, in containers that are released once they have a thousand registrations.

import Armory

extension Workload {
    static let register = Workload("register", "a registration, in containers of 1,000") {
        let registrations = NumberedRegistration.first(1_000)
        return { operations in
            var left = operations
            while left > 0 {
                let container = Container()
                for registration in registrations.prefix(left) {
                    try registration.registerSingleton(container)
                }
                keep(object: container)
                left -= registrations.count
            }
        }
    }
}
