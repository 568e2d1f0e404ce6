import Foundation
import ImageFiles
import Pixels
import Rendering

/// Encoding of images as file data.
///
/// Every method renders the image's whole extent in parts, so that memory use stays bounded whatever the picture's
/// size. The image's `properties` become the file's metadata. Alpha is stored where the file format has it; JPEG shows
/// the image on black.
///
/// `format` gives the size of a component, and whether there are alpha and colours: `.RGBA8`, `.RGBX16`, `.L8`,
/// `.RGBAf` … A component size that the file format lacks is replaced by the next larger one that it has, or else by
/// its largest.
extension CIContext {
    /// Writes the image as a file in the format that the extension of `url` stands for.
    ///
    /// The whole extent is encoded. The file appears under its name when it is complete. JPEG, TIFF and WebP files keep
    /// the orientation that the image's `properties` hold; for other formats the picture is turned upright.
    ///
    /// - Parameters:
    ///   - image: The image, with a finite extent that isn't empty. Its `properties` become metadata.
    ///   - url: The file to write.
    ///   - format: The channels and the size of a component. A size that the file format lacks is replaced by the next
    ///     larger one that it has, or else by its largest.
    ///   - colorSpace: The colour space of the picture, gray for a gray format, else RGB; the context's output space
    ///     when nil. OpenEXR files hold linear light: a space that isn't linear is replaced by linear sRGB. GIF files
    ///     cannot name a space, and are always in sRGB.
    ///   - options: `CIImageRepresentationOption` values.
    ///   - progress: Called with the fraction of rows that have been passed to the encoder, above 0 and up to 1, in
    ///     rising order. It is called often and on any thread, one call at a time.
    /// - Throws: `RenderingError`, `CIError`, or `ImageFileError`, which is also thrown for a file extension whose
    ///   format cannot be written on this machine.
    public func writeRepresentation(
        of image: CIImage, to url: URL, format: CIFormat = .RGBA8, colorSpace: CGColorSpace? = nil,
        options: [CIImageRepresentationOption: Any] = [:], progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        try writeRepresentation(
            of: image, to: url, format: format, colorSpace: colorSpace, options: options, replaces: true,
            progress: progress)
    }

    /// Writes the image as a file, and replaces an existing one only if `replaces` is true.
    ///
    /// - Throws: The errors of `writeRepresentation(of:to:format:colorSpace:options:progress:)`, or
    ///   `ImageFileError.exists`.
    package func writeRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace?,
        options: [CIImageRepresentationOption: Any], replaces: Bool, progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        let fileFormat = try ImageFileWriter.format(for: url)
        try picture(
            of: image, as: fileFormat, format: format, colorSpace: space(colorSpace, in: fileFormat), options: options
        ).write(to: url, with: renderer, replaces: replaces, progress: progress)
    }

    /// Returns the image as file data of a given format.
    ///
    /// - Throws: The errors of `writeRepresentation(of:to:format:colorSpace:options:progress:)`.
    package func representation(
        of image: CIImage, as fileFormat: ImageFileFormat, format: CIFormat = .RGBA8, colorSpace: CGColorSpace? = nil,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(
            of: image, as: fileFormat, format: format, colorSpace: space(colorSpace, in: fileFormat), options: options
        ).data(with: renderer)
    }

    /// Explains how the image would be rendered for a file of a given format.
    ///
    /// - Throws: The errors that `representation(of:as:format:colorSpace:options:)` throws before it renders.
    package func explanation(
        of image: CIImage, as fileFormat: ImageFileFormat, format: CIFormat, colorSpace: CGColorSpace?
    ) throws -> CIImageExplanation {
        try picture(
            of: image, as: fileFormat, format: format, colorSpace: space(colorSpace, in: fileFormat), options: [:]
        ).explanation(with: renderer)
    }

    /// Returns the colour space of the file's pixels. `chosen` is the caller's choice, which the file format may not
    /// allow.
    private func space(_ chosen: CGColorSpace?, in fileFormat: ImageFileFormat) -> CGColorSpace {
        let space = chosen ?? settings.outputColorSpace ?? .standard
        if fileFormat.storesLinearLight { return space.isLinear ? space : .workingDefault }
        if fileFormat.keepsProfile { return space }
        return space.model == .monochrome ? CGColorSpaceCreateDeviceGray() : .standard
    }

    /// Returns the encoding of an image's whole extent.
    func picture(
        of image: CIImage, as fileFormat: ImageFileFormat, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any]
    ) throws -> PictureEncoding {
        let image = fileFormat.keepsOrientation ? image : image.upright
        return try PictureEncoding(
            image, region: try region(of: image, in: image.extent), fileFormat: fileFormat, format: format,
            space: colorSpace,
            options: ImageEncodingOptions(options, properties: image.properties), settings: settings)
    }

    /// The format of an opaque picture in a colour space.
    static func opaque(_ space: CGColorSpace) -> CIFormat { space.model == .monochrome ? .L8 : .RGBX8 }

    /// Returns encoded data, or nil with the reason in the log.
    func logged(_ encode: () throws -> Data) -> Data? {
        do { return try encode() } catch {
            logError(error)
            return nil
        }
    }
}
