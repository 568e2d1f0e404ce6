import Pixels

extension ImageNode {
    /// Returns the recipe with other sources. Extents are kept, so a replacement must have its source's size.
    package func replacingSources(_ replacement: (any PixelSource) -> any PixelSource) -> ImageNode {
        var results: [ObjectIdentifier: ImageNode] = [:]
        var last = self
        for node in nodesInputsFirst {
            let operation: ImageOperation
            switch node.operation {
            case .source(let source, let colorManaged):
                operation = .source(replacement(source), colorManaged: colorManaged)
            case .rawSource(let source): operation = .rawSource(replacement(source))
            default:
                operation = node.operation.replacingInputs(
                    by: node.operation.inputs.map { results[ObjectIdentifier($0)] ?? $0 })
            }
            last = ImageNode(operation, extent: node.extent, isUntrusted: node.isUntrusted)
            results[ObjectIdentifier(node)] = last
        }
        return last
    }
}
