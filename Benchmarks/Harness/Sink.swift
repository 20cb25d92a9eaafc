// Where results go, so that nothing that made them can be removed. The functions are not optimised and not inlined: a
// caller has to hand them a finished value.

@inline(never)
@_optimize(none)
func keep(_ number: Int) {}

@inline(never)
@_optimize(none)
func keep(object: AnyObject) {}

@inline(never)
@_optimize(none)
func keep(repository: any Repository) {}
