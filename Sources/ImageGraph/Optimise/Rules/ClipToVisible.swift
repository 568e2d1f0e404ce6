import Foundation
import Pixels

/// Removes images of which the rendered region shows nothing.
///
/// An image that a visible node also reads is kept, because the way in which it is stored for its readers must not
/// depend on the region.
struct ClipToVisible: GraphRule {
    let name = "skip invisible images"
    let law = "an image of which no pixel is needed = an empty image"
    let exactness = RuleExactness.exact
    let order = RuleOrder.readersFirst
    let dependsOnVisibleRegion = true

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
        case .kernel(let application):
            if context.checksRegions && application.callsRegionFunctionOnce { return nil }
            // A kernel that reads the extent gets a transparent image with the same extent.
            let cuttable = operation.inputsWithFreeExtent
            let replaced = inputs.indices.map { index in
                unseen[index] ? .transparent(over: cuttable[index] ? .null : inputs[index].extent) : inputs[index]
            }
            return ImageNode(operation.replacingInputs(by: replaced), extent: node.extent)
        default: return nil
        }
    }

    /// Whether all nodes of the image, except sources, are read only inside it.
    private func isAlone(_ image: ImageNode, _ context: OptimisationContext) -> Bool {
        var readers: [ObjectIdentifier: Int] = [ObjectIdentifier(image): 1]
        let nodes = image.nodesInputsFirst
        for node in nodes {
            for input in node.operation.inputs { readers[ObjectIdentifier(input), default: 0] += 1 }
        }
        return nodes.allSatisfy { node in
            node.operation.inputs.isEmpty || readers[ObjectIdentifier(node)] == context.readers[node]
        }
    }
}
