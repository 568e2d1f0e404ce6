import Foundation
import KernelLanguage
import Pixels

/// A recipe at one moment of its optimisation, as plain values.
public struct GraphSnapshot: Codable, Sendable, Hashable {
    /// The most nodes that a snapshot holds; deeper ones are only counted.
    public static let nodeLimit = 1000

    /// One node.
    public struct Node: Codable, Sendable, Hashable {
        /// Number in this snapshot; the result is 1.
        public var id: Int
        /// What is computed: `crop`, `kernel sepia`, `gaussian blur` …
        public var operation: String
        /// Its numbers, as text.
        public var parameters: String
        /// Where the image is not transparent.
        public var extent: ExplainedRect
        /// The part that is needed for the region being rendered.
        public var region: ExplainedRect
        /// Space of the node's colours: the working space's name, a source's, or `unmanaged`.
        public var colorSpace: String
        /// `opaque` where alpha is known to be 1 in the whole extent, else how colour and alpha belong together.
        public var alpha: AlphaState
        /// How a pixel is stored, where the recipe says so: a source's own format, the result's; else working floats.
        public var format: String
        /// What is read, in order.
        public var inputs: [Edge]
    }

    /// One input of a node.
    public struct Edge: Codable, Sendable, Hashable {
        /// The node that is read.
        public var node: Int
        /// The kernel parameter that reads it; empty for other operations.
        public var label: String
    }

    /// The nodes, the result first, in the order of a walk from it.
    public var nodes: [Node]
    /// How many more nodes there are.
    public var omittedNodes: Int

    /// The node with a number.
    public subscript(id: Int) -> Node? { nodes.indices.contains(id - 1) ? nodes[id - 1] : nil }
}

extension GraphSnapshot {
    /// What `root` is made of when `context.visible` is rendered.
    ///
    /// - Throws: `WorkMeter.Stopped`.
    public init(of root: ImageNode, in context: OptimisationContext) throws {
        let order = Self.walk(from: root)
        let shown = order.prefix(Self.nodeLimit)
        let numbers = Dictionary(uniqueKeysWithValues: shown.enumerated().map { (ObjectIdentifier($1), $0 + 1) })
        let needs = try NeededRegions(of: root, for: context.visible)
        let spaces = ExplainedSpaces(of: root, working: context.workingColorSpace)
        nodes = shown.map { node in
            let labels = node.inputNames
            return Node(
                id: numbers[ObjectIdentifier(node)] ?? 0, operation: node.operation.name,
                parameters: node.operation.parameterText, extent: ExplainedRect(node.extent),
                region: ExplainedRect(needs[node]), colorSpace: spaces[node], alpha: Self.alpha(of: node),
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

    /// Every node once, a reader before its first input.
    private static func walk(from root: ImageNode) -> [ImageNode] {
        var result: [ImageNode] = []
        var seen: Set<ObjectIdentifier> = []
        var pending = [root]
        while let node = pending.popLast() {
            guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
            result.append(node)
            pending += node.operation.inputs.reversed()
        }
        return result
    }

    /// `ExtendedLinearSRGB` rather than `kCGColorSpaceExtendedLinearSRGB`.
    static func name(of space: CGColorSpace) -> String {
        let name = space.description
        let prefix = "kCGColorSpace"
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }

    private static func alpha(of node: ImageNode) -> AlphaState {
        if AlphaAnalysis.isOpaque(node) { return .opaque }
        var node = node
        while true {
            switch node.operation {
            case .unpremultiply: return .unpremultiplied
            case .stored(let source): return source.alphaState
            case .kernel(let application): return application.resultColors?.alpha ?? .premultiplied
            case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _): node = image
            default: return .premultiplied
            }
        }
    }
}

extension ImageOperation {
    /// How a source's pixels lie in memory, where that can be said without reading it.
    fileprivate var storedFormat: PixelFormat? {
        if case .stored(let source) = self { source.storedFormat } else { nil }
    }
}

/// The colour space of every node of a recipe, by name.
private struct ExplainedSpaces {
    private var names: [ObjectIdentifier: String] = [:]
    private let working: String

    init(of root: ImageNode, working space: CGColorSpace?) {
        working = space.map { GraphSnapshot.name(of: $0) } ?? "unmanaged"
        for node in NeededRegions.inputsFirst(root) { names[ObjectIdentifier(node)] = name(of: node) }
    }

    subscript(node: ImageNode) -> String { names[ObjectIdentifier(node)] ?? working }

    private func name(of node: ImageNode) -> String {
        switch node.operation {
        case .source(_, let colorManaged): colorManaged ? working : "unmanaged"
        case .stored(let source): source.colorSpace.map(GraphSnapshot.name(of:)) ?? "unmanaged"
        case .convert(_, _, let to): to.map(GraphSnapshot.name(of:)) ?? working
        case .constant: working
        case .kernel(let application):
            application.resultColors.map { $0.space.map(GraphSnapshot.name(of:)) ?? "unmanaged" } ?? working
        case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _), .premultiply(let image),
            .unpremultiply(let image):
            self[image]
        case .native(let computation): computation.inputs.first.map { self[$0] } ?? working
        }
    }
}
