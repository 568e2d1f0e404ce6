import Foundation
import ImageGraph
import Pixels

extension ImageNode {
    /// Returns the part of `source` that is needed to compute `rect` of this image. `source` may be anywhere in this
    /// image's recipe; the result is null if it isn't.
    package func region(of source: ImageNode, for rect: CGRect) -> CGRect {
        // A node may be reached in several ways. The regions of all visits are united, and the inputs of a node are
        // visited again only if its region grew.
        var needed: [ObjectIdentifier: CGRect] = [:]
        var pending: [(node: ImageNode, rect: CGRect)] = [(self, rect)]
        while let (node, rect) = pending.popLast() {
            let id = ObjectIdentifier(node)
            let known = needed[id] ?? .null
            let part = known.safeUnion(rect.safeIntersection(node.extent))
            if part.isNull || (part == known && !known.isNull) { continue }
            needed[id] = part
            if node === source { continue }
            for (index, input) in node.operation.inputs.enumerated() {
                pending.append((input, node.operation.region(ofInput: index, for: part)))
            }
        }
        return needed[ObjectIdentifier(source)] ?? .null
    }
}
