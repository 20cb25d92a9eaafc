// How tests of the core write overrides.

package import ArmoryCore

extension Container {
    /// Builds a container that has the registrations of this one, with some in the place of others, and with some of keys that this one does
    /// not have.
    package func overriding(_ changes: Plan, adding additions: Plan) throws(ResolutionError) -> Container {
        var plan = changes
        let offset = plan.viewCount - 1
        for _ in 1..<additions.viewCount { _ = plan.addModuleView() }
        for entry in additions.entries {
            plan.addRecord(
                entry.record, inView: entry.view == 0 ? 0 : entry.view + offset, isPrivate: entry.isPrivate,
                isContributed: entry.isContributed, isAdded: true)
        }
        return try overriding(plan)
    }
}
