/// What made a node, for writing recipes down: a filter with the values of its inputs.
///
/// It says nothing that the node's operation doesn't, so that rendering never looks at it. Immutable, and shared between threads.
public protocol NodeOrigin: Sendable {
    /// Every node that the origin holds: those that its maker was given.
    var inputs: [ImageNode] { get }
}
