import Foundation
import ImageFiles
import Pixels

/// An error that explains why a picture file cannot be read or written. It names the file and the remedy.
public typealias ImageFileError = ImageFiles.ImageFileError

extension CIImage {
    /// Creates an image from a picture file. Only the file's header is read; pixels are decoded when they are needed.
    ///
    /// JPEG, PNG, TIFF, WebP, HEIF, AVIF, GIF, JPEG XL, JPEG 2000, OpenEXR, SVG and others are read, as far as this
    /// machine's libraries support them. SVG is drawn by the program `coreimage-unit-worker`. The lower left corner is
    /// at the origin. Pixels are as stored; `CIImageOption.applyOrientationProperty` turns them upright.
    ///
    /// nil, with the reason in the log, when the file cannot be read, is camera RAW, or claims more pixels than
    /// `CIImageOption.pixelLimit` allows. `init(loading:options:)` throws the reason instead.
    public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

    /// Creates an image from a picture file, like `init(contentsOf:)`, with options.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - options: `CIImageOption` values. An unknown key or a malformed value gives nil.
    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        do { try self.init(loading: url, options: options) } catch {
            logError(error)
            return nil
        }
    }

    /// Creates an image from a picture file.
    ///
    /// The throwing variant of `init(contentsOf:options:)`, with the same parameters.
    ///
    /// - Throws: `ImageFileError`, which names the file, or `CIError.malformedOption`, `CIError.unknownOption`,
    ///   `CIError.unsupportedColorSpace`.
    public convenience init(loading url: URL, options: [CIImageOption: Any]? = nil) throws {
        let options = try ImageOptions(options)
        let file = try ImageFileReader.open(
            url: url, pixelLimit: options.pixelLimit, rawPreview: options.opensRawPreview,
            offersReductions: options.offersReductions, drawingProgram: Self.drawingProgram)
        try Self.checkProfile(of: file, options, name: url.path)
        file.omissions.forEach(logPartialPicture)
        try self.init(
            reading: file, options: options, properties: file.properties,
            origin: Origin(url: url, colorSpace: file.colorSpace))
    }

    /// Creates an image from encoded data, such as the bytes of a picture file, like `init(contentsOf:)`.
    public convenience init?(data: Data) { self.init(data: data, options: nil) }

    /// Creates an image from encoded data, like `init(contentsOf:)`, with options.
    ///
    /// - Parameters:
    ///   - data: The bytes of a picture file.
    ///   - options: `CIImageOption` values. An unknown key or a malformed value gives nil.
    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        do { try self.init(decoding: data, options: options) } catch {
            logError(error)
            return nil
        }
    }

    /// Creates an image from encoded data.
    ///
    /// The throwing variant of `init(data:options:)`, with the same parameters.
    ///
    /// - Throws: `ImageFileError`, or `CIError.malformedOption`, `CIError.unknownOption`,
    ///   `CIError.unsupportedColorSpace`.
    public convenience init(decoding data: Data, options: [CIImageOption: Any]? = nil) throws {
        let options = try ImageOptions(options)
        let file = try ImageFileReader.open(
            data: data, pixelLimit: options.pixelLimit, rawPreview: options.opensRawPreview,
            offersReductions: options.offersReductions, drawingProgram: Self.drawingProgram)
        try Self.checkProfile(of: file, options, name: "The image data")
        file.omissions.forEach(logPartialPicture)
        try self.init(
            reading: file, options: options, properties: file.properties, origin: Origin(colorSpace: file.colorSpace))
    }

    /// Returns the location of the program that draws SVG in a separate process.
    package static func drawingProgram() throws -> URL { try LinkedParts.shared.drawingProgram() }

    /// Throws for a file with a damaged colour profile. The error names the file, which rendering could no longer do. A
    /// space in the options replaces the profile.
    private static func checkProfile(of file: any ImageFileSource, _ options: ImageOptions, name: String) throws {
        guard case .asStored = options.space, let space = file.colorSpace else { return }
        do {
            _ = try ColorConversion(from: space, to: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        } catch {
            throw ImageFileError.unreadable(
                file: name,
                reason:
                    "its colour profile can't be used; export it again, or name a space with CIImageOption.colorSpace "
                    + "(\(error))")
        }
    }
}
