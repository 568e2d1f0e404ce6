import Foundation
import ImageFiles
import Pixels
import Rendering

/// Encoding of images as JPEG, see `CIContext+Encoding.swift`.
extension CIContext {
    /// Returns the image as JPEG data of 8 bits per component, or nil with the reason in the log.
    ///
    /// The whole extent is encoded, on black where it is transparent. The image's `properties` become metadata.
    /// Thread-safe. `jpegData(of:colorSpace:options:)` throws the reason instead.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty.
    ///   - colorSpace: The colour space of the picture, RGB or gray. A gray space gives a gray picture.
    ///   - options: `CIImageRepresentationOption` values.
    public func jpegRepresentation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try jpegData(of: image, colorSpace: colorSpace, options: options) }
    }

    /// Returns the image as JPEG data of 8 bits per component.
    ///
    /// The throwing variant of `jpegRepresentation(of:colorSpace:options:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func jpegData(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .jpeg, format: Self.opaque(colorSpace), colorSpace: colorSpace, options: options)
            .data(with: renderer)
    }

    /// Writes the image as a JPEG file of 8 bits per component.
    ///
    /// The whole extent is encoded, on black where it is transparent. The file appears under its name when it is
    /// complete.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty. Its `properties` become metadata.
    ///   - url: The file to write.
    ///   - colorSpace: The colour space of the picture, RGB or gray. A gray space gives a gray picture.
    ///   - options: `CIImageRepresentationOption` values.
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func writeJPEGRepresentation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .jpeg, format: Self.opaque(colorSpace), colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }
}
