import Foundation

/// The reason why a picture can't be read or written. Every message names the file (or says that it is data) and the
/// remedy.
public enum ImageFileError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// There is no such file.
    case missing(file: String)
    /// The file exists but may not be read.
    case notPermitted(file: String)
    /// The path is a folder.
    case isFolder(file: String)
    /// The bytes are not a picture in a readable format.
    case notAnImage(file: String)
    /// The picture is truncated, or its data is damaged.
    case damaged(file: String, reason: String)
    /// The file contains camera RAW data, which isn't supported; `format` is its family, such as "Nikon NEF".
    case cameraRaw(file: String, format: String)
    /// The preview inside a camera RAW file was requested, but there is none that can be read.
    case noRawPreview(file: String, format: String)
    /// Drawing an SVG takes more work than the limit of pixels allows. Both numbers are steps of about a nanosecond on
    /// one core.
    case tooComplex(file: String, steps: Int, limit: Int)
    /// The picture has more pixels than the caller allows, or than are allowed for a file of its format and size.
    case tooLarge(file: String, width: Int, height: Int, limit: Int)
    /// The file can't be read for another reason.
    case unreadable(file: String, reason: String)
    /// The file name has no extension, or one without an encoder.
    case unknownFormat(file: String)
    /// The libraries on this machine can't write the format.
    case encoderMissing(format: String)
    /// The format can't store the picture as requested.
    case unsupported(format: String, reason: String)
    /// The folder doesn't exist or may not be written.
    case cannotCreate(file: String, reason: String)
    /// There is a file of this name, which isn't to be replaced.
    case exists(file: String)
    /// The disk is full.
    case diskFull(file: String)
    /// Writing failed for another reason.
    case notWritten(file: String, reason: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .missing(let file): "There is no file \(file). Check the path."
        case .notPermitted(let file): "\(file) may not be read. Change its permissions or run as its owner."
        case .isFolder(let file): "\(file) is a folder. Name the picture inside it."
        case .notAnImage(let file):
            "\(file) is not a picture in a format that can be read (\(ImageFileFormat.readableNames)). "
                + "Convert it to one of these."
        case .damaged(let file, let reason):
            "\(file) is damaged or truncated: \(reason). Fetch or export it again."
        case .tooLarge(let file, let width, let height, let limit):
            "\(file) is \(width) × \(height) pixels, more than the limit of \(limit) for such a file. "
                + "If it can be trusted, raise the limit with --pixel-limit (CIImageOption.pixelLimit)."
        case .cameraRaw(let file, let format):
            "\(file) is camera RAW (\(format)), and camera RAW is not supported yet. Convert it to TIFF first, or take the small "
                + "picture inside with --preview (CIImageOption.rawPreview)."
        case .noRawPreview(let file, let format):
            "\(file) is camera RAW (\(format)) without a preview that can be read. Convert it to TIFF first."
        case .tooComplex(let file, let steps, let limit):
            "\(file) is a drawing that takes about \(steps) steps to draw, more than the limit of \(limit). If it can be trusted, raise "
                + "the limit, which is 64 steps a pixel, with --pixel-limit (CIImageOption.pixelLimit)."
        case .unreadable(let file, let reason): "\(file) can't be read: \(reason)."
        case .unknownFormat(let file):
            "No picture format goes with the name \(file). End it with one of: \(ImageFileFormat.writableExtensions)."
        case .encoderMissing(let format):
            "This machine's libraries can't write \(format). Install the encoder\(Self.hint(format)) or choose another format."
        case .unsupported(let format, let reason): "\(format) can't be written like this: \(reason)."
        case .cannotCreate(let file, let reason):
            "\(file) can't be created: \(reason). Choose a folder that exists and may be written."
        case .exists(let file):
            "There is a file \(file) already, and it was not replaced. Choose another name, or add --overwrite."
        case .diskFull(let file): "The disk is full; \(file) was not written. Free some space or choose another disk."
        case .notWritten(let file, let reason): "\(file) could not be written: \(reason)."
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Returns why there is no libvips, or where to get an encoder that builds of libvips often lack.
    private static func hint(_ format: String) -> String {
        let encoding = ImageFileFormat.allCases.first { $0.displayName == format }?.record.encoding
        let obstacle = encoding?.encoder is VipsSaver ? Vips.obstacle : nil
        return (obstacle ?? encoding?.source).map { " (\($0))" } ?? ""
    }
}
