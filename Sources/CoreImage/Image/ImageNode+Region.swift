import Foundation
import ImageGraph
import Pixels

extension ImageNode {
    /// The part of `source`, found anywhere among the images that this one is made from, that `rect` of this one is
    /// computed from.
    func region(of source: ImageNode, for rect: CGRect) -> CGRect {
        // A node may be reached in several ways; the regions of each visit add up, and a node is only walked through
        // again when its region grew.
        var needed: [ObjectIdentifier: CGRect] = [:]
        var pending: [(node: ImageNode, rect: CGRect)] = [(self, rect)]
        while let (node, rect) = pending.popLast() {
            let id = ObjectIdentifier(node)
            let known = needed[id] ?? .null
            let part = known.hull(rect.overlap(node.extent))
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
