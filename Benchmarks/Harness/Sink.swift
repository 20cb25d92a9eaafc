// Functions that consume results, so that the compiler cannot remove the code that computes them. They are not
// optimised and not inlined: a caller must pass them a finished value.

@inline(never)
@_optimize(none)
func keep(_ number: Int) {}

@inline(never)
@_optimize(none)
func keep(object: AnyObject) {}

@inline(never)
@_optimize(none)
func keep(repository: any Repository) {}
