import CoreImage
import Foundation

/// The file that a chain's result goes to.
struct OutputPicture {
    let path: String
    let depth: PictureDepth?
    /// Quality of lossy formats, 0 to 1.
    let quality: Double?

    /// Writes the image, in the colour space of `source` where that is an RGB space, else in sRGB. The file appears when it is complete.
    func write(_ image: CIImage, like source: CIImage?) throws {
        let space = source?.colorSpace.flatMap { $0.model == .rgb ? $0 : nil }
        var options: [CIImageRepresentationOption: Any] = [:]
        if let quality { options[.lossyCompressionQuality] = quality }
        try CIContext().writeRepresentation(
            of: image, to: URL(fileURLWithPath: (path as NSString).expandingTildeInPath),
            format: (depth ?? .eight).format,
            colorSpace: space, options: options)
    }
}

extension PictureDepth {
    /// The pixel format with components of this size.
    var format: CIFormat {
        switch self {
        case .eight: .RGBA8
        case .sixteen: .RGBA16
        case .float: .RGBAf
        }
    }
}
