/// A record of what created a node, such as a filter with the values of its inputs. It is used to write recipes to
/// files.
///
/// It adds nothing to the node's operation, so rendering ignores it. Immutable, and shared between threads.
package protocol NodeOrigin: Sendable {
    /// All nodes that the origin holds, which are those that its filter or function was given.
    var inputs: [ImageNode] { get }
}
