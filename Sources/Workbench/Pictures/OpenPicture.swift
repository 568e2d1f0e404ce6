import CoreImage
import Foundation

/// A picture whose pixels are in memory, so that changes of a filter don't decode its file again.
package struct OpenPicture: Sendable {
    /// The picture, with its lower left corner at the origin.
    package let image: CIImage
    /// The same picture as it was opened, for results that are kept: half floats round its colours.
    let original: CIImage
    /// The size in pixels.
    package let size: CGSize
    /// The same picture with linear half floats, which are faster to read, for previews of values that move. Pixels
    /// between pixels have slightly other colours than those of the file.
    let quick: CIImage
    /// Smaller copies of the quick picture; nil for frames of clips, of which each is shown once.
    let reduced: ReducedPictures?

    /// Creates a frame of a clip, which stays as it was decoded.
    init(_ frame: OpenClip.Frame) {
        (image, original, quick, size) = (frame.image, frame.image, frame.image, frame.image.extent.size)
        reduced = nil
    }

    /// Keeps an image's pixels in the image's own space, or the image itself where that takes too much memory. In
    /// another space, pixels between pixels would have other colours than those of the file. Opaque pixels of 8 bits
    /// stay as they are; others become half floats.
    ///
    /// - Throws: The error of the file.
    init(_ image: CIImage, limits: WorkbenchLimits) throws {
        let placed = image.transformed(by: .init(translationX: -image.extent.minX, y: -image.extent.minY))
        (original, size) = (placed, placed.extent.size)
        let (width, height) = (Int(size.width), Int(size.height))
        guard width > 0, height > 0 else { throw WorkbenchRefusal("The picture has no pixels. Choose another one.") }
        // As floating point: the size may be up to the command's `--pixel-limit`, which may be any number.
        guard size.width * size.height * 12 <= Double(limits.memory) * 0x1p19 else {
            (self.image, quick, reduced) = (placed, placed, nil)
            return
        }
        let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
        quick = try Self.kept(placed, .RGBAh, linear, limits)
        reduced = ReducedPictures(of: quick, limits: limits)
        let isEightBits = placed.isOpaque && placed.properties[kCGImagePropertyDepth] as? Int == 8
        // Drawings have no space of their own.
        self.image =
            try placed.colorSpace.map { try Self.kept(placed, isEightBits ? .RGBA8 : .RGBAh, $0, limits) } ?? quick
    }

    /// Returns an image whose pixels are in memory.
    static func kept(
        _ image: CIImage, _ format: CIFormat, _ space: CGColorSpace?, _ limits: WorkbenchLimits
    ) throws -> CIImage {
        let size = image.extent.size
        let bytesPerRow = Int(size.width) * (format == .RGBA8 ? 4 : 8)
        var data = Data(count: bytesPerRow * Int(size.height))
        let context = CIContext(options: [.memoryTarget: limits.memory, .cacheIntermediates: false])
        try data.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try context.renderBitmap(
                image, to: base, rowBytes: bytesPerRow, bounds: image.extent, format: format, colorSpace: space)
        }
        return try CIImage(
            checkingBitmapData: data, bytesPerRow: bytesPerRow, size: size, format: format, colorSpace: space)
    }
}
