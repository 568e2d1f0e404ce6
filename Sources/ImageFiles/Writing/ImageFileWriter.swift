import CVips
import Foundation
import Pixels

/// Encodes pictures to data and to files. Thread-safe. Pixels are requested in strips. JPEG, PNG, TIFF and OpenEXR need
/// memory for a few strips only, whatever the picture's size.
package enum ImageFileWriter {
    /// Encodes a picture to memory.
    ///
    /// - Throws: `ImageFileError`, or the error that the picture's closure threw.
    package static func encode(
        _ picture: EncodedPicture, as format: ImageFileFormat, options: ImageEncodingOptions = .init()
    ) throws -> Data {
        let encoder = try check(picture, format).encoder
        let name = "The \(format.displayName) data"
        return try EncoderCall.run { try encoder.encode(picture, as: format, options, name: name) }
    }

    /// Encodes a picture to a file, which appears under its name only when it is complete. On failure, an existing file
    /// is unchanged.
    ///
    /// - Parameter replaces: Whether an existing file is replaced. If not, it is an error that there is one when the
    ///   new file is complete, even if another process has written it in the meantime.
    /// - Throws: `ImageFileError`, or the error that the picture's closure threw.
    package static func write(
        _ picture: EncodedPicture, to url: URL, as format: ImageFileFormat, options: ImageEncodingOptions = .init(),
        replaces: Bool = true
    ) throws {
        guard url.isFileURL else {
            throw ImageFileError.cannotCreate(file: url.absoluteString, reason: "only file URLs are written")
        }
        let encoder = try check(picture, format).encoder
        let file = try PictureFile(path: url.path)
        do {
            // An encoder that is left behind keeps only the file's descriptor in use.
            nonisolated(unsafe) let sink = file
            let name = url.path
            try EncoderCall.run { try encoder.encode(picture, as: format, options, to: sink, name: name) }
        } catch let error as ImageFileError {
            if file.isAtSizeLimit { throw ImageFileError.overSizeLimit(url.path) }
            throw file.isDiskFull || error.isCausedByFullDisk ? ImageFileError.diskFull(file: url.path) : error
        } catch {
            file.discard()
            throw error
        }
        try file.commit(replaces: replaces)
    }

    /// Returns the format for a file's extension, if it can be written on this machine.
    ///
    /// - Throws: `ImageFileError.unknownFormat` or `.encoderMissing`.
    package static func format(for url: URL) throws(ImageFileError) -> ImageFileFormat {
        guard let format = ImageFileFormat(pathExtension: url.pathExtension), !format.depths.isEmpty else {
            throw .unknownFormat(file: url.lastPathComponent)
        }
        guard format.isWritable else { throw .encoderMissing(format: format.displayName) }
        return format
    }

    /// Checks that a picture can be written in a format, and returns how the format is written.
    private static func check(
        _ picture: EncodedPicture, _ format: ImageFileFormat
    ) throws(ImageFileError) -> ImageFileFormat.Encoding {
        let name = format.displayName
        guard let encoding = format.record.encoding, format.isWritable else { throw .encoderMissing(format: name) }
        guard picture.width > 0, picture.height > 0 else {
            throw .unsupported(format: name, reason: "a picture of \(picture.width) × \(picture.height) pixels")
        }
        try check(picture.animation, of: picture, format)
        let height = picture.animation?.frameHeight ?? picture.height
        guard max(picture.width, height) <= encoding.maximumSide else {
            throw .unsupported(
                format: name,
                reason: "\(picture.width) × \(height) pixels; its largest side is \(encoding.maximumSide)")
        }
        let layouts: [PixelFormat.Layout] = format.hasAlpha ? [.l, .la, .rgb, .rgba] : [.l, .rgb]
        guard layouts.contains(picture.pixelFormat.layout) else {
            throw .unsupported(
                format: name,
                reason: "channels \(picture.pixelFormat.layout.rawValue); use "
                    + layouts.map(\.rawValue).joined(separator: ", "))
        }
        guard format.depths.contains(where: { $0.component == picture.pixelFormat.component }) else {
            throw .unsupported(
                format: name,
                reason: "\(picture.pixelFormat.component.rawValue) components; use "
                    + format.depths.map(\.component.rawValue).joined(separator: ", "))
        }
        if let space = picture.colorSpace {
            let isGray = picture.pixelFormat.layout.isGray
            guard space.model == (isGray ? .monochrome : .rgb) else {
                throw .unsupported(format: name, reason: "\(isGray ? "gray" : "RGB") channels in the space \(space)")
            }
        }
        return encoding
    }

    private static func check(
        _ animation: PictureAnimation?, of picture: EncodedPicture, _ format: ImageFileFormat
    ) throws(ImageFileError) {
        guard let animation else { return }
        guard format.holdsAnimations else { throw .unsupported(format: format.displayName, reason: "an animation") }
        guard animation.frameHeight > 0, picture.height == animation.frameHeight * animation.delays.count else {
            throw .unsupported(
                format: format.displayName,
                reason: "\(picture.height) rows as \(animation.delays.count) frames of \(animation.frameHeight) rows")
        }
        guard animation.playCount >= 0, animation.delays.allSatisfy({ (0...600_000).contains($0) }) else {
            throw .unsupported(
                format: format.displayName,
                reason: "a frame that is shown for less than no time, or more than ten minutes")
        }
    }
}

extension ImageFileError {
    /// Whether an encoding library failed because the disk was full. The libraries report only the text of the system's
    /// error. The disk may have space again when the error is handled, if other pictures are written at the same time.
    var isCausedByFullDisk: Bool {
        guard case .notWritten(_, let reason) = self else { return false }
        return [ENOSPC, EDQUOT].contains { reason.contains(String(cString: strerror($0))) }
    }
}
