import ImageGraph
import Pixels

/// Stands for a source of a recipe whose shape is prepared. It has no pixels.
final class PlaceholderSource: ReducibleSource {
    /// The number of the source among those of the shape.
    let number: Int
    private let shape: RecipeShape.Source
    /// The fraction of the size that this stands for; nil for the whole source.
    private let reduction: SourceReduction?

    init(_ number: Int, _ shape: RecipeShape.Source, reduction: SourceReduction? = nil) {
        (self.number, self.shape, self.reduction) = (number, shape, reduction)
    }

    var width: Int { reduction?.width ?? shape.width }
    var height: Int { reduction?.height ?? shape.height }
    var colorSpace: CGColorSpace? { shape.colorSpace }
    var alphaState: AlphaState { shape.alphaState }
    var storedFormat: PixelFormat? { shape.storedFormat }
    var mayChange: Bool { shape.memory != nil }
    var reductions: [SourceReduction] { reduction == nil ? shape.reductions : [] }

    /// Memory without pixels, of the same kind as the source's.
    var storage: PixelView? {
        guard let memory = shape.memory, !memory.isTexture else { return nil }
        let empty = PixelView.empty(memory.format)
        return PixelView(
            bounds: .empty, format: empty.format, base: memory.isRaster ? empty.base : empty.base + 1, bytesPerRow: 0,
            keeping: nil)
    }

    var textureFormat: PixelFormat? { shape.memory.flatMap { $0.isTexture ? $0.format : nil } }

    func reduced(by reduction: SourceReduction) -> any PixelSource {
        PlaceholderSource(number, shape, reduction: reduction)
    }

    func decodingMemory(after reduction: SourceReduction) -> Int { 0 }

    // Renderings read the source that is bound in place of this one.
    func read(into raster: Raster) throws { raster.fill(raster.bounds, with: .zero) }

    /// Returns what this stands for among the sources of a recipe of the shape.
    func source(among sources: [any PixelSource]) -> any PixelSource {
        let source = sources[number]
        guard let reduction, let reducible = source as? any ReducibleSource else { return source }
        return reducible.reduced(by: reduction)
    }
}
