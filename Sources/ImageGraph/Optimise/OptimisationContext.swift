import Foundation
import Pixels

/// What rules may know beside the node at hand.
public struct OptimisationContext: Sendable {
    /// Space in which images are computed; nil where colours aren't managed.
    public var workingColorSpace: CGColorSpace?
    /// The part of the whole recipe's result that will be looked at.
    public var visible: CGRect
    /// Format into which the whole recipe's result goes.
    public var output: PixelFormat
    /// What runs kernels.
    public var backend: any KernelBackend
    /// How many places of the recipe read a node; set anew before each rule runs.
    public internal(set) var readers: ReaderCounts
    /// The part of each node that is needed for `visible`; known to rules that look at what is visible.
    public internal(set) var needs: NeededRegions?
    /// The whole recipe's last node before the rule runs.
    public internal(set) var root: ObjectIdentifier?
    /// Nodes that the rule has met, by what they compute; empty when a rule begins.
    let known: NodeTable

    /// A context for rendering `visible`.
    public init(
        workingColorSpace: CGColorSpace?, visible: CGRect, output: PixelFormat = .RGBAf, backend: any KernelBackend
    ) {
        (self.workingColorSpace, self.visible) = (workingColorSpace, visible)
        (self.output, self.backend) = (output, backend)
        readers = ReaderCounts()
        known = NodeTable()
    }
}

/// How many places of a recipe read each of its nodes.
public struct ReaderCounts: Sendable {
    private var counts: [ObjectIdentifier: Int] = [:]

    init() {}

    init(of root: ImageNode) {
        var pending = [root]
        counts[ObjectIdentifier(root)] = 1
        while let node = pending.popLast() {
            for input in node.operation.inputs {
                if counts[ObjectIdentifier(input), default: 0] == 0 { pending.append(input) }
                counts[ObjectIdentifier(input), default: 0] += 1
            }
        }
    }

    /// Says that `new` stands where `old` stood; the caller keeps both alive as long as these counts.
    mutating func replace(_ old: ImageNode, by new: ImageNode) {
        guard old !== new, let count = counts[ObjectIdentifier(old)] else { return }
        // A node that was there already keeps its readers, but for the old node, which was one of them.
        counts[ObjectIdentifier(new)] = counts[ObjectIdentifier(new)].map { $0 + count - 1 } ?? count
    }

    /// Places that read `node`; 1 for a node that a rule has just made.
    public subscript(node: ImageNode) -> Int { counts[ObjectIdentifier(node)] ?? 1 }
}
