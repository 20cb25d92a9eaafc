internal import CCore

/// A reference to a container or a scope, of whose type layouts and makings know nothing.
@safe
package struct HandleReference: @unchecked Sendable {  // A handle is `Sendable`, and keeps its home.
    let object: AnyObject
    let home: Home

    init(_ object: AnyObject, _ home: Home) {
        self.object = object
        unsafe self.home = unsafe home
    }

    var layout: Layout { unsafe home.layout }
}
