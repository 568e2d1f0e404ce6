/// The nodes of a recipe, collected with explicit stacks instead of recursion, because recipes may be many thousand
/// nodes deep.
extension ImageNode {
    /// Every node of the recipe once, inputs before their readers. The last one is this node.
    package var nodesInputsFirst: [ImageNode] {
        var result: [ImageNode] = []
        var opened: Set<ObjectIdentifier> = []
        var finished: Set<ObjectIdentifier> = []
        var stack = [self]
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

    /// Every node of the recipe once, in depth-first order: each before its inputs where it is first reached. The first
    /// one is this node.
    var nodesDepthFirst: [ImageNode] {
        var result: [ImageNode] = []
        var seen: Set<ObjectIdentifier> = []
        var pending = [self]
        while let node = pending.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            result.append(node)
            pending += node.operation.inputs.reversed()
        }
        return result
    }
}
