// Functions that consume results, so that the compiler cannot remove the code that computes them. They are not
// optimised and not inlined: a caller must pass them a finished value, in the form in which its users receive it.

/// Consumes a number.
@inline(never)
@_optimize(none)
public func keep(_ number: Int) {}

/// Consumes a singleton.
@inline(never)
@_optimize(none)
public func keep(_ database: any Database) {}

/// Consumes a small object.
@inline(never)
@_optimize(none)
public func keep(_ basket: any Basket) {}

/// Consumes an object with an argument.
@inline(never)
@_optimize(none)
public func keep(_ report: any Report) {}

/// Consumes a graph.
@inline(never)
@_optimize(none)
public func keep(_ checkout: any Checkout) {}
