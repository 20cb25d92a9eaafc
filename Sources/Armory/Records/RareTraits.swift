/// The properties that few records have, in a separate object, so that the others have no words for them.
final class RareTraits: Sendable {
    let module: ModuleIdentity?
    let scope: ScopeTag?
    let awaited: (any AwaitedFactory)?
    let customFinder: (any AnyCustomFinder)?
    let report: ResolveReport?
    let measures: (any AnyObject & Sendable)?
    let injections: Injections?

    init(_ traits: BindingTraits, _ injections: Injections?) {
        module = traits.module
        scope = traits.scope
        awaited = traits.awaited
        customFinder = traits.customFinder
        report = traits.report
        measures = traits.measures
        self.injections = injections
    }
}
