import Foundation
import ImageFiles
import Pixels

/// Why a picture file can't be read or written; names the file and the remedy.
public typealias ImageFileError = ImageFiles.ImageFileError

extension CIImage {
    /// The picture in a file. Only the file's header is read now; pixels are decoded when they are needed.
    ///
    /// JPEG, PNG, TIFF, WebP, HEIF, AVIF, GIF, JPEG XL, JPEG 2000, OpenEXR, SVG and others, as far as this machine's
    /// libraries read them. SVG is drawn by the program `coreimage-unit-worker`. Pixels are as stored: `CIImageOption.applyOrientationProperty` turns them upright. nil,
    /// with the reason in the log, when the file can't be read, is camera RAW, or claims more pixels than `CIImageOption.pixelLimit`; `init(loading:)` throws it instead.
    public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

    /// The picture in a file, with options: see `init(contentsOf:)`.
    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        do { try self.init(loading: url, options: options) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The picture in a file: the throwing twin of `init(contentsOf:options:)`.
    ///
    /// - Throws: `ImageFileError` naming the file; `CIError.malformedOption`, `CIError.unknownOption`,
    ///   `CIError.unsupportedColorSpace`.
    public convenience init(loading url: URL, options: [CIImageOption: Any]? = nil) throws {
        let options = try ImageOptions(options)
        let file = try ImageFileReader.open(
            url: url, pixelLimit: options.pixelLimit, rawPreview: options.takesRawPreview,
            drawingProgram: Self.drawingProgram)
        try Self.checkProfile(of: file, options, name: url.path)
        file.omissions.forEach(logOmission)
        try self.init(
            reading: file, options: options, properties: file.properties,
            origin: Origin(url: url, colorSpace: file.colorSpace))
    }

    /// The picture in encoded data, such as a file's bytes; see `init(contentsOf:)`.
    public convenience init?(data: Data) { self.init(data: data, options: nil) }

    /// The picture in encoded data, with options; see `init(contentsOf:)`.
    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        do { try self.init(decoding: data, options: options) } catch {
            logRefusal(error)
            return nil
        }
    }

    /// The picture in encoded data: the throwing twin of `init(data:options:)`.
    ///
    /// - Throws: `ImageFileError`; `CIError.malformedOption`, `CIError.unknownOption`, `CIError.unsupportedColorSpace`.
    public convenience init(decoding data: Data, options: [CIImageOption: Any]? = nil) throws {
        let options = try ImageOptions(options)
        let file = try ImageFileReader.open(
            data: data, pixelLimit: options.pixelLimit, rawPreview: options.takesRawPreview,
            drawingProgram: Self.drawingProgram)
        try Self.checkProfile(of: file, options, name: "The image data")
        file.omissions.forEach(logOmission)
        try self.init(
            reading: file, options: options, properties: file.properties, origin: Origin(colorSpace: file.colorSpace))
    }

    /// Finds the program that draws SVG in a process of its own.
    package static func drawingProgram() throws -> URL { try WorkerExecutable.find() }

    /// Refuses a file whose colour profile is damaged, by the file's name, which rendering no longer knows. A space that the options name
    /// takes the profile's place.
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
