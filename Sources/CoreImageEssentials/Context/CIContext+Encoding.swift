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
    // MARK: JPEG

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

    // MARK: PNG

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

    // MARK: TIFF

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

    // MARK: HEIF

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

    // MARK: OpenEXR

    /// Returns the image as OpenEXR data: linear sRGB, half floats, premultiplied by alpha.
    ///
    /// Values above 1 and below 0 are kept. The whole extent is encoded, turned upright if the image's `properties`
    /// hold an orientation.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func openEXRRepresentation(
        of image: CIImage, options: [CIImageRepresentationOption: Any] = [:]
    ) throws -> Data {
        try picture(of: image, as: .openEXR, format: .RGBAh, colorSpace: .workingDefault, options: options)
            .data(with: renderer)
    }

    /// Writes the image as an OpenEXR file: linear sRGB, half floats, premultiplied by alpha.
    ///
    /// Values above 1 and below 0 are kept. The file appears under its name when it is complete.
    ///
    /// - Throws: `RenderingError`, `ImageFileError`, or `CIError`.
    public func writeOpenEXRRepresentation(
        of image: CIImage, to url: URL, options: [CIImageRepresentationOption: Any] = [:]
    ) throws {
        try picture(of: image, as: .openEXR, format: .RGBAh, colorSpace: .workingDefault, options: options)
            .write(to: url, with: renderer)
    }

    // MARK: Any format

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
