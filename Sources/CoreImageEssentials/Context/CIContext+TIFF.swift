import Foundation
import ImageFiles
import Pixels
import Rendering

/// Encoding of images as TIFF, see `CIContext+Encoding.swift`.
extension CIContext {
    /// Returns the image as TIFF data of 8 or 16 bits or floats per component, or nil with the reason in the log.
    ///
    /// The whole extent is encoded, with unpremultiplied alpha. Thread-safe. `tiffData(of:format:colorSpace:options:)`
    /// throws the reason instead.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty. Its `properties` become metadata.
    ///   - format: The channels and the size of a component. Half floats are stored as floats.
    ///   - colorSpace: The colour space of the picture: gray for a gray format, else RGB.
    ///   - options: `CIImageRepresentationOption` values.
    public func tiffRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try tiffData(of: image, format: format, colorSpace: colorSpace, options: options) }
    }

    /// Returns the image as TIFF data of 8 or 16 bits or floats per component.
    ///
    /// The throwing variant of `tiffRepresentation(of:format:colorSpace:options:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func tiffData(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .tiff, format: format, colorSpace: colorSpace, options: options).data(with: renderer)
    }

    /// Writes the image as a TIFF file of 8 or 16 bits or floats per component.
    ///
    /// Takes the parameters of `tiffRepresentation(of:format:colorSpace:options:)`, and the file to write. The file
    /// appears under its name when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func writeTIFFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .tiff, format: format, colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }
}
