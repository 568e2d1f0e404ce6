import Foundation
import ImageGraph
import Pixels
import Rendering

extension CIImage {
    /// Creates an image of a texture. Its lower left corner is at the origin.
    ///
    /// **The texture is read when the image is rendered**, not copied before. Each rendering shows the pixels that the
    /// texture has then, and nothing that was computed from them is kept for the next one. The image keeps the texture.
    ///
    /// **Colour.** The colour space is that of `CIImageOption.colorSpace`, or else sRGB; `NSNull` takes the numbers for
    /// those of the working space. **Alpha** is as `CITexture.alphaMode` says.
    ///
    /// A malformed option gives an image whose rendering throws the reason. `init(checking:options:)` throws it at
    /// once.
    ///
    /// - Parameters:
    ///   - texture: The texture.
    ///   - options: `CIImageOption` values.
    public convenience init(texture: CITexture, options: [CIImageOption: Any]? = nil) {
        do { try self.init(checking: texture, options: options) } catch { self.init(failing: error) }
    }

    /// Creates an image of a texture.
    ///
    /// The throwing variant of `init(texture:options:)`, with the same parameters.
    ///
    /// - Throws: `CIError.malformedOption` or `CIError.unknownOption`.
    public convenience init(checking texture: CITexture, options: [CIImageOption: Any]? = nil) throws {
        let options = try ImageOptions(options)
        let space: CGColorSpace? =
            switch options.space {
            case .asStored: .standard
            case .named(let named): named
            case .unmanaged: nil
            }
        self.init(
            placing: texture.node(in: space, texture.alphaMode), options: options,
            origin: Origin(texture: texture, colorSpace: space))
    }
}

extension CITexture {
    /// Returns an image of the pixels, which are in a colour space; nil for numbers that aren't converted.
    func node(in space: CGColorSpace?, _ alphaMode: CIRenderDestinationAlphaMode) -> ImageNode {
        let alpha: AlphaState
        switch alphaMode {
        case .premultiplied: alpha = .premultiplied
        case .unpremultiplied: alpha = .unpremultiplied
        case .none:
            // Colours are converted when alpha is 1.
            let source = TextureSource(pixels, colorSpace: nil, alphaState: .premultiplied)
            let stored = CIImage(node: .source(source, colorManaged: false))
            let opaque = stored.settingAlphaOne(in: stored.extent).node
            return space.map { opaque.converted(from: $0, to: nil) } ?? opaque
        }
        let source = TextureSource(pixels, colorSpace: space, alphaState: alpha)
        return .source(source, colorManaged: space != nil)
    }
}
