import CoreImage
import Foundation
import ImageFiles
import UntrustedInput

/// The file that a chain's result goes to.
struct OutputPicture {
    let path: String
    let depth: PictureDepth?
    /// Quality of lossy formats, 0 to 1.
    let quality: Double?
    /// How the result is rendered where no context is given.
    var rendering = RenderingSettings()
    /// Whether to make the folder that the file goes to.
    var makesFolder = false
    /// Whether to show how far the writing is, on a terminal.
    var showsProgress = false

    /// Writes a finished result; see `write(_:like:isOpaque:in:)`.
    func write(_ picture: FinishedPicture, like source: CIImage?, in context: CIContext? = nil) throws {
        try write(picture.image, like: source, isOpaque: picture.isOpaque, in: context)
    }

    /// Writes the image, in the colour space of `source` where that is an RGB space, else in sRGB, without alpha where the image is known to
    /// be opaque. The file appears when it is complete.
    ///
    /// - Parameters:
    ///   - isOpaque: Whether the image is opaque; nil for what is known of it.
    ///   - context: What renders; a new one for `rendering` when left out.
    func write(_ image: CIImage, like source: CIImage?, isOpaque: Bool? = nil, in context: CIContext? = nil) throws {
        // `URL.path` leaves out a slash at the end.
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

    /// The same on standard output, in the format `format`; nothing is written unless all of it was made.
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
    /// The pixel format with components of this size.
    func format(alpha: Bool) -> CIFormat {
        switch self {
        case .eight: alpha ? .RGBA8 : .RGBX8
        case .sixteen: alpha ? .RGBA16 : .RGBX16
        case .float: alpha ? .RGBAf : .RGBXf
        }
    }
}
