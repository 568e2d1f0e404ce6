/// The number of readers of each node of a recipe.
package struct ReaderCounts: Sendable {
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

    /// Records that `new` replaces `old`. The caller must keep both alive as long as these counts.
    mutating func replace(_ old: ImageNode, by new: ImageNode) {
        guard old !== new, let count = counts[ObjectIdentifier(old)] else { return }
        // An existing node keeps its readers, except for the old node, which was one of them.
        counts[ObjectIdentifier(new)] = counts[ObjectIdentifier(new)].map { $0 + count - 1 } ?? count
    }

    /// The number of readers of `node`; 1 for a node that a rule has just created.
    package subscript(node: ImageNode) -> Int { counts[ObjectIdentifier(node)] ?? 1 }
}
