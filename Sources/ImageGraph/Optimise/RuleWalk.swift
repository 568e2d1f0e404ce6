import Pixels

/// Applies one rule to the whole recipe. Uses an explicit stack instead of recursion, because recipes may be many
/// thousand nodes deep.
struct RuleWalk {
    /// Maximum number of times that a readers-first rule is applied to its own result.
    private static let maximumRepeats = 16

    /// Number of nodes that the rule replaced.
    private(set) var changes = 0
    private let rule: any GraphRule
    private let root: ImageNode
    private var context: OptimisationContext
    private var done: [ObjectIdentifier: ImageNode] = [:]
    // A recipe that contains itself is not changed. The planner reports it as an error.
    private var open: Set<ObjectIdentifier> = []
    // The nodes must not be freed while the context contains their identifiers, because a new node could get the same
    // address.
    private var kept: [ImageNode] = []

    private struct Visit {
        let node: ImageNode
        /// The node after a readers-first rule; nil before the node's inputs are visited.
        var replacement: ImageNode?
    }

    /// - Parameter readers: The readers of the recipe's nodes.
    init(rule: any GraphRule, root: ImageNode, readers: ReaderCounts, context: OptimisationContext) throws {
        (self.rule, self.root, self.context) = (rule, root, context)
        self.context.readers = readers
        self.context.root = ObjectIdentifier(root)
        self.context.needs = rule.dependsOnVisibleRegion ? try NeededRegions(of: root, for: context.visible) : nil
        self.context.visitedNodes.removeAll()
    }

    /// Returns the recipe after the rule.
    mutating func run() throws -> ImageNode {
        let meter = WorkMeter.current
        var stack = [Visit(node: root)]
        while var visit = stack.popLast() {
            try meter?.check()
            let key = ObjectIdentifier(visit.node)
            if done[key] != nil { continue }
            if let replacement = visit.replacement {
                done[key] = try finish(visit.node, replacement)
                continue
            }
            guard open.insert(key).inserted else { continue }
            let replacement = try opened(visit.node)
            visit.replacement = replacement
            stack.append(visit)
            for input in replacement.operation.inputs where done[ObjectIdentifier(input)] == nil {
                stack.append(Visit(node: input))
            }
        }
        return done[ObjectIdentifier(root)] ?? root
    }

    /// Applies a readers-first rule to the node repeatedly while it changes.
    private mutating func opened(_ node: ImageNode) throws -> ImageNode {
        var current = node
        guard rule.order == .readersFirst else { return current }
        for _ in 0..<Self.maximumRepeats {
            guard let better = try rule.rewrite(current, in: context) else { break }
            changes += 1
            stand(better, inPlaceOf: node)
            current = better
        }
        return current
    }

    /// Returns the node with its rewritten inputs, after an inputs-first rule.
    private mutating func finish(_ node: ImageNode, _ replacement: ImageNode) throws -> ImageNode {
        let inputs = replacement.operation.inputs
        let results = inputs.map { done[ObjectIdentifier($0)] ?? $0 }
        let isSame = zip(inputs, results).allSatisfy { $0 === $1 }
        let current = isSame ? replacement : replacement.replacingInputs(by: results)
        if !isSame { stand(current, inPlaceOf: node) }
        guard rule.order == .inputsFirst, let better = try rule.rewrite(current, in: context) else { return current }
        changes += 1
        stand(better, inPlaceOf: current)
        return better
    }

    private mutating func stand(_ node: ImageNode, inPlaceOf original: ImageNode) {
        kept.append(node)
        context.readers.replace(original, by: node)
        context.needs?.note(node, inPlaceOf: original)
        if context.root == ObjectIdentifier(original) { context.root = ObjectIdentifier(node) }
    }
}
