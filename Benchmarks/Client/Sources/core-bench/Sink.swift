// Functions that consume results, so that the compiler cannot remove the code that computes them, and the static instances of a
// program without a container. As in client-bench: such functions have to be in the module of their callers.

import Services

@inline(never)
@_optimize(none)
func keep(_ number: Int) {}

@inline(never)
@_optimize(none)
func keep(_ database: any Database) {}

@inline(never)
@_optimize(none)
func keep(_ orders: any Orders) {}

@inline(never)
@_optimize(none)
func keep(_ report: any Report) {}

@inline(never)
@_optimize(none)
func keep(_ checkout: any Checkout) {}

@inline(never)
@_optimize(none)
func keep(_ transfer: any Transfer) {}

enum Statics {
    static let database: any Database = MemoryDatabase()
}

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
func keep(_ session: any Session) {}
