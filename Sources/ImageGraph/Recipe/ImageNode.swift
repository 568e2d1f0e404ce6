import Foundation

/// One step of an image recipe: an operation, its inputs, and its extent.
///
/// Nodes are immutable, and can be shared between threads and recipes. Building one touches no pixels.
package final class ImageNode: @unchecked Sendable {
    /// The computation.
    package var operation: ImageOperation { storedOperation }
    /// The domain of definition in working space. The image is transparent black outside of it. May be infinite or
    /// null.
    package let extent: CGRect
    /// What created the node, if that is known. Pixels, optimisation and caching don't depend on it.
    package var origin: (any NodeOrigin)? { storedOrigin }
    /// Whether untrusted input determines work that rendering this node does: a recipe from a file, the process of an
    /// image unit, or a sandboxed kernel. Such a rendering is limited unless the host sets other limits.
    package let isUntrusted: Bool

    // Both are written again only by the thread that releases the last reference, so no other thread can see the
    // change.
    private var storedOperation: ImageOperation
    private var storedOrigin: (any NodeOrigin)?

    /// Creates a node. The factory methods in `ImageNode+Building.swift` also compute extents.
    ///
    /// - Parameter isUntrusted: Whether the operation comes from an untrusted recipe. A node that reads an untrusted
    ///   node is always untrusted.
    package init(
        _ operation: ImageOperation, extent: CGRect, origin: (any NodeOrigin)? = nil, isUntrusted: Bool = false
    ) {
        (self.storedOperation, self.extent, self.storedOrigin) = (operation, extent, origin)
        self.isUntrusted = isUntrusted || operation.isUntrusted
    }

    // Recipes may be many thousand steps deep. Releasing them in a loop keeps the stack from overflowing.
    deinit {
        var pending = takeInputs()
        while var node = pending.popLast() {
            if isKnownUniquelyReferenced(&node) { pending += node.takeInputs() }
        }
    }

    private func takeInputs() -> [ImageNode] {
        var inputs = storedOperation.inputs
        if !inputs.isEmpty { storedOperation = .constant(GraphColor(components: .zero, colorSpace: nil)) }
        if let origin = storedOrigin {
            // Clear the origin but keep its nodes, so that the loop is the only place that releases nodes.
            inputs += origin.inputs
            storedOrigin = nil
        }
        return inputs
    }
}
