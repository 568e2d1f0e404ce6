import Foundation
import Pixels

/// Opens picture files and encoded data.
public enum ImageFileReader {
    /// Most pixels that a picture without random access may have, however large its file is, unless the caller says otherwise: 2³².
    public static let defaultPixelLimit = 1 << 32

    /// Opens a picture file; only its header is read.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - pixelLimit: Most pixels that the picture may have. nil allows 2²⁷ (134 megapixels), more in large files: 400 a byte up to 2³², and 2³⁰ in
    ///     bilevel TIFF files; GIF is limited to 2²⁶. A file of some hundred bytes can claim billions, and keep a decoder busy for minutes.
    ///   - rawPreview: Whether camera RAW is opened as the small picture inside; it is refused otherwise.
    ///   - drawingProgram: Finds `coreimage-unit-worker`, which draws SVG in a process of its own. nil draws in this process, which librsvg ends
    ///     when it meets what it didn't expect: for trusted files only.
    /// - Throws: `ImageFileError` naming the file.
    public static func open(
        url: URL, pixelLimit: Int? = nil, rawPreview: Bool = false, drawingProgram: (() throws -> URL)? = nil
    ) throws(ImageFileError) -> any ImageFileSource {
        try open(try EncodedBytes.checked(url: url), pixelLimit, rawPreview, drawingProgram)
    }

    /// Opens encoded data; only its header is read. `name` stands for the data in errors; see `open(url:pixelLimit:rawPreview:)`.
    ///
    /// - Throws: `ImageFileError` with the name.
    public static func open(
        data: Data, name: String = "The image data", pixelLimit: Int? = nil, rawPreview: Bool = false,
        drawingProgram: (() throws -> URL)? = nil
    ) throws(ImageFileError) -> any ImageFileSource {
        guard !data.isEmpty else { throw .notAnImage(file: name) }
        return try open(.memory(data, name: name), pixelLimit, rawPreview, drawingProgram)
    }

    private static func open(
        _ bytes: EncodedBytes, _ pixelLimit: Int?, _ rawPreview: Bool, _ drawingProgram: (() throws -> URL)?
    ) throws(ImageFileError) -> any ImageFileSource {
        if bytes.isOpenEXR { return try OpenEXRSource(bytes, pixelLimit: pixelLimit) }
        guard let raw = CameraRawFormat.recognized(in: bytes) else {
            try PictureStructure.check(bytes, bytes.byteCount)
            let (found, loader) = try PictureLoader.find(bytes)
            if let drawingProgram, ImageFileFormat(loader: loader) == .svg {
                return try DrawingSource(found, file: bytes.path, pixelLimit: pixelLimit, program: drawingProgram)
            }
            return try DecodedImageSource(found, loader: loader, pixelLimit: pixelLimit)
        }
        guard rawPreview else { throw .cameraRaw(file: bytes.name, format: raw.rawValue) }
        guard let preview = CameraRawPreview(of: bytes, raw) else {
            throw .noRawPreview(file: bytes.name, format: raw.rawValue)
        }
        try PictureStructure.check(preview.bytes, preview.bytes.byteCount)
        let (found, loader) = try PictureLoader.find(preview.bytes)
        return try DecodedImageSource(
            found, loader: loader, pixelLimit: pixelLimit, orientation: preview.orientation)
    }
}

/// The pixels of a picture file, with what the file says about them. Pixels are as stored: `orientation` is not applied.
public protocol ImageFileSource: PixelSource {
    /// The file's path; nil for encoded data.
    var path: String? { get }
    /// The file's format.
    var format: ImageFileFormat { get }
    /// EXIF orientation, 1…8; 1 when the file has none.
    var orientation: Int { get }
    /// Bits of one stored component.
    var depth: Int { get }
    /// Whether the stored components are floats.
    var isFloat: Bool { get }
    /// What the file says about itself, under ImageIO's keys.
    var properties: [String: any Sendable] { get }
    /// What the picture should show and won't, as sentences without a full stop.
    var omissions: [String] { get }
}

extension ImageFileSource {
    /// Most files are shown whole.
    public var omissions: [String] { [] }
}
