// Functions that consume results, so that the compiler cannot remove the code that computes them. They are not
// optimised and not inlined: a caller must pass them a finished value, in the form in which its users receive it.

import Services

@inline(never)
@_optimize(none)
func keep(_ number: Int) {}

@inline(never)
@_optimize(none)
func keep(_ object: AnyObject) {}

@inline(never)
@_optimize(none)
func keep(_ database: any Database) {}

@inline(never)
@_optimize(none)
func keep(_ orders: any Orders) {}

@inline(never)
@_optimize(none)
func keep(_ checkout: any Checkout) {}

@inline(never)
@_optimize(none)
func keep(_ transfer: any Transfer) {}

@inline(never)
@_optimize(none)
func keep(_ branch: any Branch) {}

@inline(never)
@_optimize(none)
func keep(_ session: any Session) {}

@inline(never)
@_optimize(none)
func keep(_ report: any Report) {}

@inline(never)
@_optimize(none)
func keep(_ work: any UnitOfWork) {}

@inline(never)
@_optimize(none)
func keep(_ log: any RequestLog) {}

@inline(never)
@_optimize(none)
func keep(_ visitor: any Visitor) {}

@inline(never)
@_optimize(none)
func keep(_ error: any Error) {}
