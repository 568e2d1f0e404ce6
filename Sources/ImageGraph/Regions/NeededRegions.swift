import Foundation
import Pixels

/// The part of every node of a recipe that is needed for a part of its result.
package struct NeededRegions: Sendable {
    private var regions: [ObjectIdentifier: CGRect] = [:]

    /// Propagates `visible` from the result to the sources.
    ///
    /// - Throws: `WorkMeter.Stopped`, because region functions may take long.
    package init(of root: ImageNode, for visible: CGRect) throws {
        let meter = WorkMeter.current
        regions[ObjectIdentifier(root)] = visible.intersectionOrNull(root.extent)
        // In this order, all readers of a node come before the node.
        for node in root.nodesInputsFirst.reversed() {
            try meter?.check()
            let needed = self[node]
            if needed.isNull { continue }
            for (index, input) in node.operation.inputs.enumerated() {
                let part = node.operation.region(ofInput: index, for: needed).intersectionOrNull(input.extent)
                regions[ObjectIdentifier(input)] = self[input].unionOrInfinite(part)
            }
        }
    }

    /// The part of `node` that is needed, clipped to its extent; null if nothing is, or if the recipe doesn't contain
    /// the node.
    package subscript(node: ImageNode) -> CGRect { regions[ObjectIdentifier(node)] ?? .null }

    /// Records that `node` replaces `original`. The caller must keep the node alive as long as these regions.
    mutating func note(_ node: ImageNode, inPlaceOf original: ImageNode) {
        if regions[ObjectIdentifier(node)] == nil { regions[ObjectIdentifier(node)] = self[original] }
    }
}
