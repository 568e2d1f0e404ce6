import Pixels

extension AlphaAnalysis {
    /// Whether every pixel is a pixel of a source in an integer format, a mean of such pixels with weights of 0 or
    /// more, or transparent. All components are then within 0…1.
    static func isMixtureOfIntegers(_ node: ImageNode) -> Bool {
        mixedSource(of: node)?.storedFormat.map { !$0.isFloat } ?? false
    }

    /// Whether every pixel is such a mean, of pixels whose colour is 0 where alpha is 0. As no alpha is negative, a
    /// mean has alpha 0 only if all pixels in it have, so its colour is 0, too.
    static func isMixtureThatVanishes(_ node: ImageNode) -> Bool {
        isMixtureOfIntegers(node) && mixedSource(of: node)?.alphaState != .premultiplied
    }

    /// Returns the source whose pixels are cropped, clamped and resampled; nil if anything else is done to them.
    private static func mixedSource(of node: ImageNode) -> (any PixelSource)? {
        var node = node
        for _ in 0..<maximumDepth {
            switch node.operation {
            case .source(let source, colorManaged: false): return source
            case .crop(let image, _), .clamp(let image, _), .transform(let image, _, _): node = image
            case .kernel(let application):
                guard let index = application.resampledImage, case .image(let image) = application.arguments[index]
                else { return nil }
                node = image.node
            default: return nil
            }
        }
        return nil
    }
}
