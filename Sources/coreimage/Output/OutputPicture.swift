import CoreImage
import Foundation
import UntrustedInput

/// The file that a chain's result goes to.
struct OutputPicture {
    let path: String
    let depth: PictureDepth?
    /// Quality of lossy formats, 0 to 1.
    let quality: Double?
    /// Most memory for pixels; nil for what suits the machine.
    var memory: MemorySize?
    /// The longest that rendering may take, in seconds; nil for what suits the recipe.
    var deadline: Double?
    /// Whether to show how far the writing is, on a terminal.
    var showsProgress = false

    /// Writes the image, in the colour space of `source` where that is an RGB space, else in sRGB, without alpha where the image is known to
    /// be opaque. The file appears when it is complete.
    ///
    /// - Parameter context: What renders; a new one for `memory` and `deadline` when left out.
    func write(_ image: CIImage, like source: CIImage?, in context: CIContext? = nil) throws {
        // `URL.path` leaves out a slash at the end.
        if PathText(path).isFolderPath { throw Refusal("\(path): this names a folder; name a file to write to") }
        let space = source?.colorSpace.flatMap { $0.model == .rgb ? $0 : nil }
        var options: [CIImageRepresentationOption: Any] = [:]
        if let quality { options[.lossyCompressionQuality] = quality }
        var settings: [CIContextOption: Any] = [:]
        if let memory { settings[.memoryTarget] = Double(memory.bytes) / 1_048_576 }
        if let deadline { settings[.renderingDeadline] = deadline }
        let line = showsProgress ? ProgressLine.onTerminal() : nil
        defer { line?.finish() }
        let progress: (@Sendable (Double) -> Void)? = if let line { { line.show($0) } } else { nil }
        try (context ?? CIContext(checking: settings)).writeRepresentation(
            of: image, to: PathText(path).fileURL(),
            format: (depth ?? .eight).format(alpha: !image.isOpaque), colorSpace: space, options: options,
            progress: progress)
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
