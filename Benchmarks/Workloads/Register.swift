// Registering one distinct type: containers of a thousand registrations are built and released.

import Armory

extension Workload {
    static let register = Workload("register", "a registration, in containers of 1,000") {
        let registrations = NumberedRegistration.first(1_000)
        return { operations in
            var left = operations
            while left > 0 {
                let container = try Container {
                    for registration in registrations.prefix(left) { registration.singleton() }
                }
                keep(object: container)
                left -= registrations.count
            }
        }
    }
}
