internal import CCore

/// A reference to a container or a scope, of whose type layouts and makings know nothing.
@safe
package struct HandleReference: @unchecked Sendable {  // A handle is `Sendable`, and keeps its context.
    let object: AnyObject
    let context: Context

    init(_ object: AnyObject, _ context: Context) {
        self.object = object
        unsafe self.context = unsafe context
    }

    var layout: Layout { unsafe context.layout }
}
