import Foundation
import Pixels

/// Opens picture files and encoded data.
public enum ImageFileReader {
    /// Most pixels that a picture without random access may have, unless the caller says otherwise: 2³².
    public static let defaultPixelLimit = 1 << 32

    /// Opens a picture file; only its header is read.
    ///
    /// - Throws: `ImageFileError` naming the file.
    public static func open(
        url: URL, pixelLimit: Int = defaultPixelLimit
    ) throws(ImageFileError) -> any ImageFileSource {
        try open(try EncodedBytes.checked(url: url), pixelLimit: pixelLimit)
    }

    /// Opens encoded data; only its header is read. `name` stands for the data in errors.
    ///
    /// - Throws: `ImageFileError` with the name.
    public static func open(
        data: Data, name: String = "The image data", pixelLimit: Int = defaultPixelLimit
    ) throws(ImageFileError) -> any ImageFileSource {
        guard !data.isEmpty else { throw .notAnImage(file: name) }
        return try open(.memory(data, name: name), pixelLimit: pixelLimit)
    }

    private static func open(_ bytes: EncodedBytes, pixelLimit: Int) throws(ImageFileError) -> any ImageFileSource {
        if bytes.isOpenEXR { return try OpenEXRSource(bytes, pixelLimit: pixelLimit) }
        return try DecodedImageSource(bytes, pixelLimit: pixelLimit)
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
