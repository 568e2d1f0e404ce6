import KernelLanguage
import Pixels

/// Makes it explicit that the image of a `__table` parameter contains numbers, not colours.
///
/// Afterwards no node has different values for a table's reader and for other readers, so other rules need not
/// distinguish them.
struct SeparateTables: GraphRule {
    let name = "treat tables as unmanaged"
    let law = "a table's sources, constants and conversions = the same without colour management"
    let exactness = RuleExactness.exact

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .kernel(var application) = node.operation else { return nil }
        let types = application.program.parameters.map(\.type)
        var changed = false
        for index in types.indices where types[index] == .table {
            guard case .image(var image) = application.arguments[index] else { continue }
            let numbers = Self.unmanaged(image.node)
            guard numbers !== image.node || image.colorSpace != nil else { continue }
            (image.node, image.colorSpace) = (numbers, nil)
            application.arguments[index] = .image(image)
            changed = true
        }
        return changed ? ImageNode(.kernel(application), extent: node.extent) : nil
    }

    /// Returns the recipe as it is computed for a table.
    private static func unmanaged(_ root: ImageNode) -> ImageNode {
        var done: [ObjectIdentifier: ImageNode] = [:]
        for node in root.nodesInputsFirst {
            let inputs = node.operation.inputs
            let results = inputs.map { done[ObjectIdentifier($0)] ?? $0 }
            let isSame = zip(inputs, results).allSatisfy { $0 === $1 }
            let current = isSame ? node : node.replacingInputs(by: results)
            done[ObjectIdentifier(node)] = unmanagedAlone(current)
        }
        return done[ObjectIdentifier(root)] ?? root
    }

    private static func unmanagedAlone(_ node: ImageNode) -> ImageNode {
        switch node.operation {
        case .source(let source, colorManaged: true):
            return ImageNode(.source(source, colorManaged: false), extent: node.extent)
        case .constant(let color) where color.colorSpace != nil:
            let numbers = GraphColor(components: color.components, colorSpace: nil)
            return ImageNode(.constant(numbers), extent: node.extent)
        case .convert(let image, _, _): return image.restricted(to: node.extent) ?? node
        case .kernel(var application):
            var changed = false
            for index in application.arguments.indices {
                guard case .image(var image) = application.arguments[index], image.colorSpace != nil else { continue }
                image.colorSpace = nil
                application.arguments[index] = .image(image)
                changed = true
            }
            return changed ? ImageNode(.kernel(application), extent: node.extent) : node
        default: return node
        }
    }
}
