import Foundation
import Pixels
import Rendering

extension CIContext {
    /// Renders an image into a part of a texture. The image's origin lies in the texture's lower left corner.
    ///
    /// With the context's device, the pixels stay on the device: those of textures that the image is made of, all
    /// intermediates, and the result. The image may be made of the texture itself.
    ///
    /// An error is written to the log, and the texture may be partly written.
    /// `renderTexture(_:to:bounds:colorSpace:)` throws the error instead. Thread-safe, as long as no other rendering
    /// uses the texture.
    ///
    /// - Parameters:
    ///   - image: The image to render. It is transparent outside its extent.
    ///   - texture: The texture.
    ///   - bounds: The part of the texture that is written, in pixels from its lower left corner; `.infinite` is all of
    ///     it. Other pixels stay as they are.
    ///   - colorSpace: The colour space of the result, RGB or gray. nil stores the numbers of the working space.
    public func render(_ image: CIImage, to texture: CITexture, bounds: CGRect, colorSpace: CGColorSpace?) {
        do { try renderTexture(image, to: texture, bounds: bounds, colorSpace: colorSpace) } catch { logError(error) }
    }

    /// Renders an image into a part of a texture.
    ///
    /// The throwing variant of `render(_:to:bounds:colorSpace:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError` or `CIError.unsupportedColorSpace`.
    public func renderTexture(
        _ image: CIImage, to texture: CITexture, bounds: CGRect, colorSpace: CGColorSpace?
    ) throws {
        let destination = CIRenderDestination(texture: texture)
        destination.colorSpace = colorSpace
        try render(image, bounds: bounds.isInfinite ? nil : bounds.normalized, to: destination)
    }
}
