import Pixels

/// A source whose pixels are interpreted in another colour space than the one it states.
final class RetaggedSource: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace?
    let alphaState: AlphaState
    let base: any PixelSource

    /// Throws `CIError.unsupportedColorSpace` when the spaces have different numbers of components.
    init(_ base: any PixelSource, colorSpace: CGColorSpace) throws(CIError) {
        if let stored = base.colorSpace, stored.numberOfComponents != colorSpace.numberOfComponents {
            throw .unsupportedColorSpace(
                operation: "CIImageOption.colorSpace",
                reason: "the picture has \(stored.numberOfComponents) colour components, but \(colorSpace) has "
                    + "\(colorSpace.numberOfComponents); name a space with as many")
        }
        (self.base, self.colorSpace) = (base, colorSpace)
        (width, height, alphaState) = (base.width, base.height, base.alphaState)
    }

    var storage: PixelView? { base.storage }
    var storedFormat: PixelFormat? { base.storedFormat }

    func makeStripReader(stripHeight: Int) throws -> (any StripReader)? {
        try base.makeStripReader(stripHeight: stripHeight)
    }

    func read(into raster: Raster) throws { try base.read(into: raster) }
}
