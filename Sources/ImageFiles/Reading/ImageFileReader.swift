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
    /// - Throws: `ImageFileError` naming the file.
    public static func open(
        url: URL, pixelLimit: Int? = nil, rawPreview: Bool = false
    ) throws(ImageFileError) -> any ImageFileSource {
        try open(try EncodedBytes.checked(url: url), pixelLimit: pixelLimit, rawPreview: rawPreview)
    }

    /// Opens encoded data; only its header is read. `name` stands for the data in errors; see `open(url:pixelLimit:rawPreview:)`.
    ///
    /// - Throws: `ImageFileError` with the name.
    public static func open(
        data: Data, name: String = "The image data", pixelLimit: Int? = nil, rawPreview: Bool = false
    ) throws(ImageFileError) -> any ImageFileSource {
        guard !data.isEmpty else { throw .notAnImage(file: name) }
        return try open(.memory(data, name: name), pixelLimit: pixelLimit, rawPreview: rawPreview)
    }

    private static func open(
        _ bytes: EncodedBytes, pixelLimit: Int?, rawPreview: Bool
    ) throws(ImageFileError) -> any ImageFileSource {
        if bytes.isOpenEXR { return try OpenEXRSource(bytes, pixelLimit: pixelLimit) }
        guard let raw = CameraRawFormat.recognized(in: bytes) else {
            return try DecodedImageSource(bytes, pixelLimit: pixelLimit)
        }
        guard rawPreview else { throw .cameraRaw(file: bytes.name, format: raw.rawValue) }
        guard let preview = CameraRawPreview(of: bytes, raw) else {
            throw .noRawPreview(file: bytes.name, format: raw.rawValue)
        }
        return try DecodedImageSource(preview.bytes, pixelLimit: pixelLimit, orientation: preview.orientation)
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
}
