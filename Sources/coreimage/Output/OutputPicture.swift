import CoreImage
import Foundation
import ImageFiles
import UntrustedInput

/// The file for the result of a chain.
struct OutputPicture {
    let path: String
    let depth: PictureDepth?
    /// The quality for lossy formats, 0 to 1.
    let quality: Double?
    /// The rendering settings if no context is given.
    var rendering = RenderingSettings()
    /// Whether to create the file's folder.
    var makesFolder = false
    /// Whether to show the progress, if standard error is a terminal.
    var showsProgress = false

    /// Writes a finished result. See `write(_:like:isOpaque:in:)`.
    func write(_ picture: FinishedPicture, like source: CIImage?, in context: CIContext? = nil) throws {
        try write(picture.image, like: source, isOpaque: picture.isOpaque, in: context)
    }

    /// Writes an image. Its colour space is that of `source` if that is an RGB space, else sRGB. Alpha is omitted if
    /// the image is opaque. The file appears when it is complete.
    ///
    /// - Parameters:
    ///   - isOpaque: Whether the image is opaque. If nil, `image.isOpaque` is used.
    ///   - context: The context for rendering. If nil, a new one is created from `rendering`.
    func write(_ image: CIImage, like source: CIImage?, isOpaque: Bool? = nil, in context: CIContext? = nil) throws {
        // `URL.path` omits a trailing slash.
        if PathText(path).isFolderPath { throw Refusal("\(path): this names a folder; name a file to write to") }
        let file = PathText(path).fileURL()
        if makesFolder {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
        let line = showsProgress ? ProgressLine.onTerminal() : nil
        defer { line?.finish() }
        let progress: (@Sendable (Double) -> Void)? = if let line { { line.show($0) } } else { nil }
        try (context ?? rendering.context()).writeRepresentation(
            of: image, to: file, format: pixels(of: image, isOpaque),
            colorSpace: Self.space(like: source), options: options, progress: progress)
    }

    /// Writes a finished result to standard output in a given format. Nothing is written if encoding fails.
    func writeToStandardOutput(
        _ picture: FinishedPicture, as format: ImageFileFormat, like source: CIImage?
    ) throws {
        let data = try rendering.context().representation(
            of: picture.image, as: format, format: pixels(of: picture.image, picture.isOpaque),
            colorSpace: Self.space(like: source), options: options)
        try StandardOutput.write(data)
    }

    private func pixels(of image: CIImage, _ isOpaque: Bool?) -> CIFormat {
        (depth ?? .eight).format(alpha: !(isOpaque ?? image.isOpaque))
    }

    private var options: [CIImageRepresentationOption: Any] {
        guard let quality else { return [:] }
        return [.lossyCompressionQuality: quality]
    }

    private static func space(like source: CIImage?) -> CGColorSpace? {
        source?.colorSpace.flatMap { $0.model == .rgb ? $0 : nil }
    }
}

extension PictureDepth {
    /// Returns the pixel format with components of this depth.
    func format(alpha: Bool) -> CIFormat {
        switch self {
        case .eight: alpha ? .RGBA8 : .RGBX8
        case .sixteen: alpha ? .RGBA16 : .RGBX16
        case .float: alpha ? .RGBAf : .RGBXf
        }
    }
}
