import Foundation
import Pixels

/// Cuts off images of which nothing is seen in the part that is rendered.
///
/// An image that something seen reads too stays, though it isn't read here: how it is kept for its readers must not depend on the part.
struct ClipToVisible: GraphRule {
    let name = "skip what nobody sees"
    let law = "an image of which no pixel is needed = an empty image"
    let exactness = RuleExactness.exact
    let order = RuleOrder.readersFirst
    let looksAtVisible = true

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard let needs = context.needs, !node.isTransparent else { return nil }
        let needed = needs[node]
        let operation = node.operation
        if needed.isNull { return context.root == ObjectIdentifier(node) ? .transparent(over: node.extent) : nil }
        let inputs = operation.inputs
        let unseen = inputs.enumerated().map { index, input in
            !input.isTransparent
                && operation.region(ofInput: index, for: needed).intersectionOrNull(input.extent).isNull
                && isAlone(input, context)
        }
        guard unseen.contains(true) else { return nil }
        switch operation {
        case .crop, .clamp, .transform, .premultiply, .unpremultiply, .convert:
            return .transparent(over: node.extent)
        case .kernel:
            // Where a kernel asks for the extent, an image that keeps it stands in.
            let cuttable = operation.inputsWithFreeExtent
            let replaced = inputs.indices.map { index in
                unseen[index] ? .transparent(over: cuttable[index] ? .null : inputs[index].extent) : inputs[index]
            }
            return ImageNode(operation.replacingInputs(by: replaced), extent: node.extent)
        default: return nil
        }
    }

    /// Whether the image is made of nothing that is read elsewhere, sources aside.
    private func isAlone(_ image: ImageNode, _ context: OptimisationContext) -> Bool {
        var readers: [ObjectIdentifier: Int] = [ObjectIdentifier(image): 1]
        let nodes = NeededRegions.inputsFirst(image)
        for node in nodes {
            for input in node.operation.inputs { readers[ObjectIdentifier(input), default: 0] += 1 }
        }
        return nodes.allSatisfy { node in
            node.operation.inputs.isEmpty || readers[ObjectIdentifier(node)] == context.readers[node]
        }
    }
}
