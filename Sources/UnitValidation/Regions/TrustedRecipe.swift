import ImageGraph

/// A recipe of which all kernels may be compiled, so that machine code can be compared with the interpreter.
enum TrustedRecipe {
    /// Returns the recipe with all kernels marked as not requiring the sandbox.
    static func of(_ node: ImageNode) -> ImageNode {
        var known: [ObjectIdentifier: ImageNode] = [:]
        // Nodes are visited after their inputs. Recursion would overflow the stack on a long chain.
        var pending = [node]
        while let next = pending.last {
            let inputs = next.operation.inputs
            let missing = inputs.filter { known[ObjectIdentifier($0)] == nil }
            if known[ObjectIdentifier(next)] != nil {
                pending.removeLast()
            } else if missing.isEmpty {
                pending.removeLast()
                known[ObjectIdentifier(next)] = trusting(next, inputs.compactMap { known[ObjectIdentifier($0)] })
            } else {
                pending += missing
            }
        }
        return known[ObjectIdentifier(node)] ?? node
    }

    private static func trusting(_ node: ImageNode, _ inputs: [ImageNode]) -> ImageNode {
        var operation = node.operation.replacingInputs(by: inputs)
        if case .kernel(var application) = operation {
            application.program.requiresSandbox = false
            operation = .kernel(application)
        }
        return ImageNode(operation, extent: node.extent)
    }
}
