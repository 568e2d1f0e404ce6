import Foundation
import Pixels

/// The part of every node of a recipe that is needed for a part of its result.
public struct NeededRegions: Sendable {
    private var regions: [ObjectIdentifier: CGRect] = [:]

    /// Propagates `visible` from the result to the sources.
    ///
    /// - Throws: `WorkMeter.Stopped`, because region functions may take long.
    public init(of root: ImageNode, for visible: CGRect) throws {
        let meter = WorkMeter.current
        regions[ObjectIdentifier(root)] = visible.intersectionOrNull(root.extent)
        // In this order, all readers of a node come before the node.
        for node in Self.inputsFirst(root).reversed() {
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
    public subscript(node: ImageNode) -> CGRect { regions[ObjectIdentifier(node)] ?? .null }

    /// Records that `node` replaces `original`. The caller must keep the node alive as long as these regions.
    mutating func note(_ node: ImageNode, inPlaceOf original: ImageNode) {
        if regions[ObjectIdentifier(node)] == nil { regions[ObjectIdentifier(node)] = self[original] }
    }

    /// Returns every node once, inputs before their readers.
    static func inputsFirst(_ root: ImageNode) -> [ImageNode] {
        var result: [ImageNode] = []
        var opened: Set<ObjectIdentifier> = []
        var finished: Set<ObjectIdentifier> = []
        var stack = [root]
        while let node = stack.last {
            let key = ObjectIdentifier(node)
            if opened.insert(key).inserted {
                for input in node.operation.inputs where !opened.contains(ObjectIdentifier(input)) {
                    stack.append(input)
                }
                continue
            }
            stack.removeLast()
            if finished.insert(key).inserted { result.append(node) }
        }
        return result
    }
}

extension CGRect {
    /// Returns the smallest rectangle around both. A null rectangle is ignored.
    func unionOrInfinite(_ other: CGRect) -> CGRect {
        if isNull { return other }
        if other.isNull { return self }
        if isInfinite || other.isInfinite { return .infinite }
        let (left, bottom) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
        return CGRect(
            x: left, y: bottom, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - bottom)
    }
}
