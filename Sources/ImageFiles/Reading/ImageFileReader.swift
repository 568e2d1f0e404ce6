import Foundation
import Pixels

/// Opens picture files and encoded data.
package enum ImageFileReader {
    /// The default maximum number of pixels of a picture without random access, even if its file is large: 2³².
    package static let defaultPixelLimit = 1 << 32

    /// Opens a picture file. Only its header is read.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - pixelLimit: The maximum number of pixels. nil allows 2²⁷ (134 megapixels), more in large files: 400 per byte
    ///     up to 2³², and 2³⁰ in bilevel TIFF files; GIF is limited to 2²⁶. A file of a few hundred bytes can claim
    ///     billions of pixels, and keep a decoder busy for minutes.
    ///   - rawPreview: Whether to open the preview picture inside a camera RAW file. Otherwise, camera RAW is refused.
    ///   - offersReductions: Whether the source may be decoded at a fraction of its size, see `ReducibleSource`.
    ///   - drawingProgram: Finds `coreimage-unit-worker`, which draws SVG in a separate process. nil draws in this
    ///     process, for trusted files only, since librsvg aborts its process on unexpected input.
    /// - Throws: `ImageFileError` that names the file.
    package static func open(
        url: URL, pixelLimit: Int? = nil, rawPreview: Bool = false, offersReductions: Bool = false,
        drawingProgram: (() throws -> URL)? = nil
    ) throws(ImageFileError) -> any ImageFileSource {
        try open(try EncodedBytes.checked(url: url), pixelLimit, rawPreview, offersReductions, drawingProgram)
    }

    /// Opens encoded data. Only its header is read. `name` represents the data in errors; for other parameters, see
    /// `open(url:pixelLimit:rawPreview:)`.
    ///
    /// - Throws: `ImageFileError` with the name.
    package static func open(
        data: Data, name: String = "The image data", pixelLimit: Int? = nil, rawPreview: Bool = false,
        offersReductions: Bool = false, drawingProgram: (() throws -> URL)? = nil
    ) throws(ImageFileError) -> any ImageFileSource {
        guard !data.isEmpty else { throw .notAnImage(file: name) }
        return try open(.memory(data, name: name), pixelLimit, rawPreview, offersReductions, drawingProgram)
    }

    private static func open(
        _ bytes: EncodedBytes, _ pixelLimit: Int?, _ rawPreview: Bool, _ offersReductions: Bool,
        _ drawingProgram: (() throws -> URL)?
    ) throws(ImageFileError) -> any ImageFileSource {
        if bytes.isOpenEXR { return try OpenEXRSource(bytes, pixelLimit: pixelLimit) }
        guard let raw = CameraRawFormat.recognized(in: bytes) else {
            try PictureStructure.check(bytes, bytes.byteCount)
            let (found, opener) = try PictureLoader.find(bytes)
            if let drawingProgram, opener.format == .svg {
                return try DrawingSource(found, file: bytes.path, pixelLimit: pixelLimit, program: drawingProgram)
            }
            return try DecodedImageSource(
                found, opener, pixelLimit: pixelLimit, offersReductions: offersReductions)
        }
        guard rawPreview else { throw .cameraRaw(file: bytes.name, format: raw.rawValue) }
        guard let preview = CameraRawPreview(of: bytes, raw) else {
            throw .noRawPreview(file: bytes.name, format: raw.rawValue)
        }
        try PictureStructure.check(preview.bytes, preview.bytes.byteCount)
        let (found, opener) = try PictureLoader.find(preview.bytes)
        return try DecodedImageSource(
            found, opener, pixelLimit: pixelLimit, orientation: preview.orientation, offersReductions: offersReductions)
    }
}

/// The pixels and metadata of a picture file. Pixels are as stored: `orientation` is not applied.
package protocol ImageFileSource: PixelSource {
    /// The file's path; nil for encoded data.
    var path: String? { get }
    /// The format of the file.
    var format: ImageFileFormat { get }
    /// The EXIF orientation, 1…8; 1 if the file has none.
    var orientation: Int { get }
    /// The number of bits of a stored component.
    var depth: Int { get }
    /// Whether the stored components are floats.
    var isFloat: Bool { get }
    /// The file's metadata, under ImageIO's keys.
    var properties: [String: any Sendable] { get }
    /// Parts of the picture that aren't shown, as sentences without a full stop.
    var omissions: [String] { get }
}

extension ImageFileSource {
    /// No omissions, as for most formats.
    package var omissions: [String] { [] }
}
