import Foundation
import Pixels

/// A recipe apart from the pixels of its sources. Recipes with equal shapes, such as those of a video's frames or of
/// the pictures of a folder through the same filters, are optimised alike.
package struct RecipeShape: Hashable {
    /// What recipes of one shape share.
    package enum Use: Sendable {
        /// The optimised recipe. Any sources will do.
        case optimisation
        /// The passes, too, in which pixels in memory are bound. All sources must be memory whose pixels may change.
        case preparation
    }

    /// The memory of a source.
    package struct Memory: Hashable, Sendable {
        /// The format of the pixels.
        package let format: PixelFormat
        /// Whether operators can read the pixels where they are, as a raster.
        package let isRaster: Bool
        /// Whether the pixels are those of a texture, which may be in a device's memory.
        package let isTexture: Bool
    }

    /// What is taken into account of a source.
    package struct Source: Hashable, Sendable {
        /// Size in pixels.
        package let width, height: Int
        /// Colour space of the values.
        package let colorSpace: CGColorSpace?
        /// Alpha convention of the values.
        package let alphaState: AlphaState
        /// The format of the values; nil if it isn't known.
        package let storedFormat: PixelFormat?
        /// The memory; nil if it isn't taken into account.
        package let memory: Memory?
        /// The fractions of the size at which the source can be decoded.
        package let reductions: [SourceReduction]

        /// Returns nil for a source that recipes can't share.
        init?(_ source: any PixelSource, for use: Use) {
            switch use {
            case .optimisation: memory = nil
            case .preparation:
                guard source.mayChange else { return nil }
                if let format = source.textureFormat {
                    memory = Memory(format: format, isRaster: false, isTexture: true)
                } else {
                    guard let storage = source.storage else { return nil }
                    memory = Memory(format: storage.format, isRaster: storage.raster != nil, isTexture: false)
                }
            }
            (width, height, colorSpace) = (source.width, source.height, source.colorSpace)
            (alphaState, storedFormat) = (source.alphaState, source.storedFormat)
            reductions = (source as? any ReducibleSource)?.reductions ?? []
        }
    }

    private struct Step: Hashable {
        let name: String
        let key: NodeKey
        let isUntrusted: Bool
    }

    private let steps: [Step]
    private let shapes: [Source]

    /// Recipes with more nodes than this have no shape, because comparing them would take longer than it saves.
    private static let maximumNodes = 256

    /// Returns a recipe's shape, and its sources in the order of the shape's. Returns nil if the recipe has a source
    /// that can't be shared, or a node that can't be compared.
    package static func make(_ root: ImageNode, for use: Use) -> (shape: RecipeShape, sources: [any PixelSource])? {
        let nodes = root.nodesInputsFirst
        if nodes.count > Self.maximumNodes { return nil }
        var numbers: [ObjectIdentifier: Int] = [:]
        var (sources, shapes): ([any PixelSource], [Source]) = ([], [])
        var places: [ObjectIdentifier: Int] = [:]
        var steps: [Step] = []
        for node in nodes {
            switch node.operation {
            case .source(let source, _), .rawSource(let source):
                if places[ObjectIdentifier(source)] == nil {
                    guard let shape = Source(source, for: use) else { return nil }
                    places[ObjectIdentifier(source)] = sources.count
                    sources.append(source)
                    shapes.append(shape)
                }
            case .kernel(let application):
                if application.callsRegionFunctionOnce || !application.regionFailures.isEmpty { return nil }
            case .native(let computation): if !computation.regionFailures.isEmpty { return nil }
            default: break
            }
            let inputs = node.operation.inputs.map { NodeKey.Name.number(numbers[ObjectIdentifier($0), default: -1]) }
            let key = NodeKey(node, inputs: inputs) { .number(places[ObjectIdentifier($0), default: -1]) }
            guard let key else { return nil }
            numbers[ObjectIdentifier(node)] = steps.count
            steps.append(Step(name: node.operation.name, key: key, isUntrusted: node.isUntrusted))
        }
        return sources.isEmpty ? nil : (RecipeShape(steps: steps, shapes: shapes), sources)
    }

    private init(steps: [Step], shapes: [Source]) { (self.steps, self.shapes) = (steps, shapes) }

    /// Returns a recipe of this shape with other sources.
    ///
    /// - Parameters:
    ///   - sources: The sources of `root`, in order.
    ///   - source: Makes a source for the number and the shape of one of `sources`.
    package func replacing(
        _ sources: [any PixelSource], of root: ImageNode,
        with source: (_ number: Int, _ shape: Source) -> any PixelSource
    ) -> ImageNode {
        let replacements = shapes.enumerated().map { source($0, $1) }
        let places = Dictionary(
            sources.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
        return root.replacingSources { source in places[ObjectIdentifier(source)].map { replacements[$0] } ?? source }
    }
}
