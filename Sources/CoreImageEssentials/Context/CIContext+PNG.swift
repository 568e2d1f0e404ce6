import Foundation
import ImageFiles
import Pixels
import Rendering

/// Encoding of images as PNG, see `CIContext+Encoding.swift`.
extension CIContext {
    /// Returns the image as PNG data of 8 or 16 bits per component, or nil with the reason in the log.
    ///
    /// The whole extent is encoded, with unpremultiplied alpha. Thread-safe. `pngData(of:format:colorSpace:options:)`
    /// throws the reason instead.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty. Its `properties` become metadata.
    ///   - format: The channels and the size of a component. Sizes above 16 bits are stored as 16 bits.
    ///   - colorSpace: The colour space of the picture: gray for a gray format, else RGB.
    ///   - options: `CIImageRepresentationOption` values.
    public func pngRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try pngData(of: image, format: format, colorSpace: colorSpace, options: options) }
    }

    /// Returns the image as PNG data of 8 or 16 bits per component.
    ///
    /// The throwing variant of `pngRepresentation(of:format:colorSpace:options:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func pngData(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .png, format: format, colorSpace: colorSpace, options: options).data(with: renderer)
    }

    /// Writes the image as a PNG file of 8 or 16 bits per component.
    ///
    /// Takes the parameters of `pngRepresentation(of:format:colorSpace:options:)`, and the file to write. The file
    /// appears under its name when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func writePNGRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .png, format: format, colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }
}
