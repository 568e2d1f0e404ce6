import CommandOutput
import CoreImage
import Foundation
import ImageFiles
import Pixels
import UntrustedInput

/// The file for the result of a chain.
package struct OutputPicture {
    private let path: String
    private let depth: PictureDepth?
    private let quality: Double?
    private let rendering: RenderingSettings
    private let showsProgress: Bool
    private let replaces: Bool

    /// Creates the file for a path. Nothing is written yet.
    ///
    /// - Parameters:
    ///   - quality: The quality for lossy formats, 0 to 1.
    ///   - rendering: The rendering settings if no context is given.
    ///   - showsProgress: Whether to show the progress, if standard error is a terminal.
    ///   - replaces: Whether an existing file is replaced.
    package init(
        path: String, depth: PictureDepth?, quality: Double?, rendering: RenderingSettings = .init(),
        showsProgress: Bool = false, replaces: Bool = true
    ) {
        (self.path, self.depth, self.quality, self.rendering) = (path, depth, quality, rendering)
        (self.showsProgress, self.replaces) = (showsProgress, replaces)
    }

    /// Writes a finished result. See `write(_:like:isOpaque:in:)`.
    package func write(_ picture: FinishedPicture, like source: CIImage?, in context: CIContext? = nil) throws {
        try write(picture.image, like: source, isOpaque: picture.isOpaque, in: context)
    }

    /// Writes an image, with the colour space and depth of `StoredPixels`. Alpha is omitted if the image is opaque. The
    /// folders of the file are created. The file appears when it is complete.
    ///
    /// - Parameters:
    ///   - isOpaque: Whether the image is opaque. If nil, `image.isOpaque` is used.
    ///   - context: The context for rendering. If nil, a new one is created from `rendering`.
    package func write(_ image: CIImage, like source: CIImage?, isOpaque: Bool? = nil, in context: CIContext? = nil)
        throws
    {
        // `URL.path` omits a trailing slash.
        if PathText(path).isFolderPath { throw Refusal("\(path): this names a folder; name a file to write to") }
        let file = PathText(path).fileURL()
        let pixels = try pixels(of: image, like: source, isOpaque, in: try ImageFileWriter.format(for: file))
        try ImageFileWriter.createFolder(of: file)
        let line = showsProgress ? ProgressLine.onTerminal() : nil
        defer { line?.finish() }
        let progress: (@Sendable (Double) -> Void)? = if let line { { line.show($0) } } else { nil }
        try (context ?? rendering.context()).writeRepresentation(
            of: image, to: file, format: pixels.format, colorSpace: pixels.colorSpace, options: options,
            replaces: replaces, progress: progress)
    }

    /// Writes a finished result to standard output in a given format. Nothing is written if encoding fails.
    func writeToStandardOutput(
        _ picture: FinishedPicture, as format: ImageFileFormat, like source: CIImage?
    ) throws {
        try StandardOutput.write(data(of: picture, as: format, like: source, in: rendering.context()))
    }

    /// Returns the bytes of a file with a finished result.
    ///
    /// - Throws: `Refusal` for a depth that the format can't store; the errors of rendering and encoding.
    package func data(
        of picture: FinishedPicture, as format: ImageFileFormat, like source: CIImage?, in context: CIContext
    ) throws -> Data {
        let pixels = try pixels(of: picture.image, like: source, picture.isOpaque, in: format)
        return try context.representation(
            of: picture.image, as: format, format: pixels.format, colorSpace: pixels.colorSpace, options: options)
    }

    /// Explains how a finished result would be rendered for a file of a format; nil explains a rendering to memory.
    func explanation(
        of picture: FinishedPicture, as format: ImageFileFormat?, like source: CIImage?
    ) throws -> CIImageExplanation {
        let pixels = try pixels(of: picture.image, like: source, picture.isOpaque, in: format)
        let context = try rendering.context(colorSpace: pixels.colorSpace)
        guard let format else { return try picture.image.explain(context: context, format: pixels.format) }
        return try context.explanation(
            of: picture.image, as: format, format: pixels.format, colorSpace: pixels.colorSpace)
    }

    /// - Throws: `Refusal` for a depth that the format can't store.
    private func pixels(
        of image: CIImage, like source: CIImage?, _ isOpaque: Bool?, in format: ImageFileFormat?
    ) throws(Refusal) -> StoredPixels {
        if let format, let reason = depth?.refusal(in: format) { throw Refusal(reason) }
        return StoredPixels(like: source, isOpaque: isOpaque ?? image.isOpaque, depth: depth, in: format)
    }

    private var options: [CIImageRepresentationOption: Any] {
        guard let quality else { return [:] }
        return [.lossyCompressionQuality: quality]
    }
}
