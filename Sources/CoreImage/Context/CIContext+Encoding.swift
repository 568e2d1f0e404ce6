import Foundation
import ImageFiles
import Pixels
import Rendering

/// Pictures as file data. Every method renders the image's whole extent, part by part, so that memory stays bounded
/// whatever the picture's size, and keeps the image's `properties` as metadata. Alpha is stored where the file format
/// has it; JPEG shows the image on black.
///
/// `format` gives the size of a component and whether there are alpha and colours: `.RGBA8`, `.RGBX16`, `.L8`, `.RGBAf`
/// … A component that the file can't hold is stored as the nearest larger one that it can, or else as the largest.
extension CIContext {
    // MARK: JPEG

    /// JPEG data, or nil with the reason in the log; `jpegData` throws it instead.
    public func jpegRepresentation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try jpegData(of: image, colorSpace: colorSpace, options: options) }
    }

    /// JPEG data of 8 bits per component; a gray space gives a gray picture.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func jpegData(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .jpeg, format: Self.opaque(colorSpace), colorSpace: colorSpace, options: options)
            .data(with: renderer)
    }

    /// Writes a JPEG file, which appears when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func writeJPEGRepresentation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .jpeg, format: Self.opaque(colorSpace), colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }

    // MARK: PNG

    /// PNG data, or nil with the reason in the log; `pngData` throws it instead.
    public func pngRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try pngData(of: image, format: format, colorSpace: colorSpace, options: options) }
    }

    /// PNG data of 8 or 16 bits per component.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func pngData(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .png, format: format, colorSpace: colorSpace, options: options).data(with: renderer)
    }

    /// Writes a PNG file, which appears when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func writePNGRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .png, format: format, colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }

    // MARK: TIFF

    /// TIFF data, or nil with the reason in the log; `tiffData` throws it instead.
    public func tiffRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try tiffData(of: image, format: format, colorSpace: colorSpace, options: options) }
    }

    /// TIFF data of 8 or 16 bits or floats.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func tiffData(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .tiff, format: format, colorSpace: colorSpace, options: options).data(with: renderer)
    }

    /// Writes a TIFF file, which appears when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func writeTIFFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .tiff, format: format, colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }

    // MARK: HEIF

    /// HEIF data, or nil with the reason in the log; `heifData` throws it instead.
    public func heifRepresentation(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) -> Data? {
        logged { try heifData(of: image, format: format, colorSpace: colorSpace, options: options) }
    }

    /// HEIF data.
    ///
    /// - Throws: `RenderingError`, `CIError`; `ImageFileError`, also where this machine has no HEVC encoder.
    public func heifData(
        of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .heif, format: format, colorSpace: colorSpace, options: options).data(with: renderer)
    }

    /// Writes a HEIF file, which appears when it is complete.
    ///
    /// - Throws: `RenderingError`, `CIError`; `ImageFileError`, also where this machine has no HEVC encoder.
    public func writeHEIFRepresentation(
        of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .heif, format: format, colorSpace: colorSpace, options: options)
            .write(to: url, with: renderer)
    }

    /// HEIF data of more than 8 bits per component.
    ///
    /// - Throws: `RenderingError`, `CIError`; `ImageFileError`, also where this machine has no HEVC encoder.
    public func heif10Representation(
        of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try heifData(of: image, format: .RGBA16, colorSpace: colorSpace, options: options)
    }

    /// Writes a HEIF file of more than 8 bits per component, which appears when it is complete.
    ///
    /// - Throws: `RenderingError`, `CIError`; `ImageFileError`, also where this machine has no HEVC encoder.
    public func writeHEIF10Representation(
        of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try writeHEIFRepresentation(of: image, to: url, format: .RGBA16, colorSpace: colorSpace, options: options)
    }

    // MARK: OpenEXR

    /// OpenEXR data: linear sRGB half floats, premultiplied; values above 1 and below 0 are kept.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func openEXRRepresentation(
        of image: CIImage, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .openEXR, format: .RGBAh, colorSpace: .workingDefault, options: options)
            .data(with: renderer)
    }

    /// Writes an OpenEXR file, which appears when it is complete: linear sRGB half floats, premultiplied.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, `CIError`.
    public func writeOpenEXRRepresentation(
        of image: CIImage, to url: URL, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .openEXR, format: .RGBAh, colorSpace: .workingDefault, options: options)
            .write(to: url, with: renderer)
    }

    // MARK: Any format

    /// Writes a file in the format that its name's extension stands for; it appears when it is complete.
    ///
    /// OpenEXR files hold linear light: for them, a space that isn't linear is replaced by linear sRGB. GIF files can't
    /// say what space their colours are in: they are in sRGB, whatever space is given.
    ///
    /// JPEG, TIFF and WebP files keep the orientation among the image's properties; in the other formats the picture is
    /// turned upright.
    ///
    /// - Parameter progress: Called with the part of the rows that have been handed to the encoder, from above 0 to 1, in rising
    ///   order; often, and on any thread, one at a time.
    /// - Throws: `RenderingError`, `CIError`; `ImageFileError`, also for an extension that stands for no format that
    ///   can be written here.
    public func writeRepresentation(
        of image: CIImage, to url: URL, format: CIFormat = .RGBA8, colorSpace: CGColorSpace? = nil,
        options: [CIImageRepresentationOption: Any] = [:], progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        let fileFormat = try ImageFileWriter.format(for: url)
        try picture(
            of: image, as: fileFormat, format: format, colorSpace: space(colorSpace, in: fileFormat), options: options
        ).write(to: url, with: renderer, progress: progress)
    }

    /// The bytes of such a file, in a format that is named.
    ///
    /// - Throws: as `writeRepresentation(of:to:format:colorSpace:options:progress:)`.
    package func representation(
        of image: CIImage, as fileFormat: ImageFileFormat, format: CIFormat = .RGBA8, colorSpace: CGColorSpace? = nil,
        options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(
            of: image, as: fileFormat, format: format, colorSpace: space(colorSpace, in: fileFormat), options: options
        ).data(with: renderer)
    }

    /// The space of a file's pixels, where `chosen` was asked for.
    private func space(_ chosen: CGColorSpace?, in fileFormat: ImageFileFormat) -> CGColorSpace {
        let space = chosen ?? settings.outputColorSpace ?? .standard
        if fileFormat == .openEXR { return space.isLinear ? space : .workingDefault }
        if fileFormat.keepsProfile { return space }
        return space.model == .monochrome ? CGColorSpaceCreateDeviceGray() : .standard
    }

    private func picture(
        of image: CIImage, as fileFormat: ImageFileFormat, format: CIFormat, colorSpace: CGColorSpace,
        options: [CIImageRepresentationOption: Any]
    ) throws -> PictureEncoding {
        let image = fileFormat.keepsOrientation ? image : image.upright
        return try PictureEncoding(
            image, region: try region(of: image, in: image.extent), fileFormat: fileFormat, format: format,
            space: colorSpace,
            options: ImageEncodingOptions(options, properties: image.properties), settings: settings)
    }

    private static func opaque(_ space: CGColorSpace) -> CIFormat { space.model == .monochrome ? .L8 : .RGBX8 }

    private func logged(_ encode: () throws -> Data) -> Data? {
        do { return try encode() } catch {
            logRefusal(error)
            return nil
        }
    }
}
