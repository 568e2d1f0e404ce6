import Pixels

/// A source whose pixels are interpreted in another colour space than the one it states.
package final class RetaggedSource: ReducibleSource {
    package let width: Int
    package let height: Int
    package let colorSpace: CGColorSpace?
    package let alphaState: AlphaState
    package let base: any PixelSource

    /// Throws `CIError.unsupportedColorSpace` when the spaces have different numbers of components.
    package convenience init(_ base: any PixelSource, colorSpace: CGColorSpace) throws(CIError) {
        if let stored = base.colorSpace, stored.numberOfComponents != colorSpace.numberOfComponents {
            throw .unsupportedColorSpace(
                operation: "CIImageOption.colorSpace",
                reason: "the picture has \(stored.numberOfComponents) colour components, but \(colorSpace) has "
                    + "\(colorSpace.numberOfComponents); name a space with as many")
        }
        self.init(retagging: base, colorSpace: colorSpace)
    }

    private init(retagging base: any PixelSource, colorSpace: CGColorSpace?) {
        (self.base, self.colorSpace) = (base, colorSpace)
        (width, height, alphaState) = (base.width, base.height, base.alphaState)
    }

    package var reductions: [SourceReduction] { (base as? any ReducibleSource)?.reductions ?? [] }

    package func reduced(by reduction: SourceReduction) -> any PixelSource {
        guard let base = base as? any ReducibleSource else { return self }
        return RetaggedSource(retagging: base.reduced(by: reduction), colorSpace: colorSpace)
    }

    package func decodingMemory(after reduction: SourceReduction) -> Int {
        (base as? any ReducibleSource)?.decodingMemory(after: reduction) ?? 0
    }

    package var storage: PixelView? { base.storage }
    package var storedFormat: PixelFormat? { base.storedFormat }
    package var mayChange: Bool { base.mayChange }

    package func makeStripReader(stripHeight: Int) throws -> (any StripReader)? {
        try base.makeStripReader(stripHeight: stripHeight)
    }

    package func read(into raster: Raster) throws { try base.read(into: raster) }
}
