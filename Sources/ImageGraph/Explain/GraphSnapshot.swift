import Foundation
import KernelLanguage
import Pixels

/// A recipe at one step of its optimisation, as plain values.
package struct GraphSnapshot: Codable, Sendable, Hashable {
    /// Maximum number of nodes in a snapshot. Deeper nodes are only counted.
    package static let nodeLimit = 1000

    /// One node.
    package struct Node: Codable, Sendable, Hashable {
        /// Number of the node in this snapshot; the result has number 1.
        package var id: Int
        /// Name of the operation: `crop`, `kernel sepia`, `gaussian blur` …
        package var operation: String
        /// The operation's parameters as text.
        package var parameters: String
        /// The extent, outside of which the image is transparent.
        package var extent: ExplainedRect
        /// The part needed for the region being rendered.
        package var region: ExplainedRect
        /// Colour space of the node's pixels: the working space's name, that of a source, or `unmanaged`.
        package var colorSpace: String
        /// `opaque` if alpha is known to be 1 in the whole extent, otherwise the alpha convention.
        package var alpha: AlphaState
        /// Pixel format, if the recipe determines it (a source's own format, or that of the result); otherwise the
        /// format of working-space floats.
        package var format: String
        /// The nodes that are read, in order.
        package var inputs: [Edge]
    }

    /// One input of a node.
    package struct Edge: Codable, Sendable, Hashable {
        /// Number of the node that is read.
        package var node: Int
        /// Name of the kernel parameter that reads the node; empty for other operations.
        package var label: String
    }

    /// The nodes in depth-first order, from the result on.
    package var nodes: [Node]
    /// Number of nodes beyond the limit.
    package var omittedNodes: Int

    /// The node with the given number; nil if it was omitted.
    package subscript(id: Int) -> Node? { nodes.indices.contains(id - 1) ? nodes[id - 1] : nil }
}

extension GraphSnapshot {
    /// Creates a snapshot of `root` for rendering `context.visible`.
    ///
    /// - Throws: `WorkMeter.Stopped`.
    package init(of root: ImageNode, in context: OptimisationContext) throws {
        let order = root.nodesDepthFirst
        let shown = order.prefix(Self.nodeLimit)
        let numbers = Dictionary(uniqueKeysWithValues: shown.enumerated().map { (ObjectIdentifier($1), $0 + 1) })
        let needs = try NeededRegions(of: root, for: context.visible)
        let spaces = ExplainedSpaces(of: root)
        nodes = shown.map { node in
            let labels = node.inputNames
            return Node(
                id: numbers[ObjectIdentifier(node)] ?? 0, operation: node.operation.name,
                parameters: node.operation.parameterText, extent: ExplainedRect(node.extent),
                region: ExplainedRect(needs[node]), colorSpace: spaces.name(node, working: context.workingColorSpace),
                alpha: Self.alpha(of: node),
                format: node === root
                    ? context.output.name : node.operation.storedFormat?.name ?? PixelFormat.RGBAf.name,
                inputs: node.operation.inputs.enumerated().compactMap { index, input in
                    numbers[ObjectIdentifier(input)].map {
                        Edge(node: $0, label: index < labels.count ? labels[index] : "")
                    }
                })
        }
        omittedNodes = order.count - shown.count
    }

    /// Returns `ExtendedLinearSRGB` rather than `kCGColorSpaceExtendedLinearSRGB`.
    static func name(of space: CGColorSpace) -> String {
        let name = space.description
        let prefix = "kCGColorSpace"
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    static func alpha(of node: ImageNode) -> AlphaState {
        if AlphaAnalysis.isOpaque(node) { return .opaque }
        var node = node
        while true {
            switch node.operation {
            case .unpremultiply: return .unpremultiplied
            case .rawSource(let source): return source.alphaState
            case .kernel(let application): return application.resultColors?.alpha ?? .premultiplied
            case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _): node = image
            default: return .premultiplied
            }
        }
    }
}

extension ImageOperation {
    /// Format of a source's pixels in memory, if it is known without reading them.
    fileprivate var storedFormat: PixelFormat? {
        if case .rawSource(let source) = self { source.storedFormat } else { nil }
    }
}
