import Foundation
import ImageFiles
import Pixels
import Rendering

/// Encoding of images as HEIF, see `CIContext+Encoding.swift`.
extension CIContext {
    /// Returns the image as HEIF data of 8 or 12 bits per component, or nil with the reason in the log.
    ///
    /// The whole extent is encoded, with unpremultiplied alpha, and turned upright if its `properties` hold an
    /// orientation. Thread-safe. `heifData(of:format:colorSpace:options:)` throws the reason instead.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty. Its `properties` become metadata.
    ///   - format: The channels and the size of a component. Sizes above 8 bits are stored as 12 bits.
    ///   - colorSpace: The colour space of the picture: gray for a gray format, else RGB.
    ///   - options: `CIImageRepresentationOption` values.
    public func heifRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try heifData(of: image, format: format, colorSpace: colorSpace, options: options) }
    }

    /// Returns the image as HEIF data of 8 or 12 bits per component.
    ///
    /// The throwing variant of `heifRepresentation(of:format:colorSpace:options:)`, with the same parameters.
    ///
    /// - Throws: `RenderingError`, `CIError`, or `ImageFileError`, which is also thrown where this machine has no HEVC
    ///   encoder.
    public func heifData(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .heif, format: format, colorSpace: colorSpace, options: options).data(with: renderer)
    }

    /// Writes the image as a HEIF file of 8 or 12 bits per component.
    ///
    /// Takes the parameters of `heifRepresentation(of:format:colorSpace:options:)`, and the file to write. The file
    /// appears under its name when it is complete.
    ///
    /// - Throws: `RenderingError`, `CIError`, or `ImageFileError`, which is also thrown where this machine has no HEVC
    ///   encoder.
    public func writeHEIFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .heif, format: format, colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }

    /// Returns the image as HEIF data of more than 8 bits per component, with alpha.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty. Its `properties` become metadata.
    ///   - colorSpace: The colour space of the picture; RGB.
    ///   - options: `CIImageRepresentationOption` values.
    /// - Throws: `RenderingError`, `CIError`, or `ImageFileError`, which is also thrown where this machine has no HEVC
    ///   encoder.
    public func heif10Representation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try heifData(of: image, format: .RGBA16, colorSpace: colorSpace, options: options)
    }

    /// Writes the image as a HEIF file of more than 8 bits per component, with alpha.
    ///
    /// Takes the parameters of `heif10Representation(of:colorSpace:options:)`, and the file to write. The file appears
    /// under its name when it is complete.
    ///
    /// - Throws: `RenderingError`, `CIError`, or `ImageFileError`, which is also thrown where this machine has no HEVC
    ///   encoder.
    public func writeHEIF10Representation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try writeHEIFRepresentation(of: image, to: url, format: .RGBA16, colorSpace: colorSpace, options: options)
    }
}
