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

    /// Creates a frame of a clip, which stays as it was decoded.
    init(_ frame: OpenClip.Frame) {
        (image, original, size) = (frame.image, frame.image, frame.image.extent.size)
    }

    /// Keeps an image's pixels: half floats in the image's own space, or the image itself where that takes too much
    /// memory. In another space, pixels between pixels would have other colours than those of the file.
    ///
    /// - Throws: The error of the file.
    init(_ image: CIImage, limits: WorkbenchLimits) throws {
        let placed = image.transformed(by: .init(translationX: -image.extent.minX, y: -image.extent.minY))
        (original, size) = (placed, placed.extent.size)
        let (width, height) = (Int(size.width), Int(size.height))
        guard width > 0, height > 0 else { throw WorkbenchRefusal("The picture has no pixels. Choose another one.") }
        let bytesPerRow = width * 8
        guard bytesPerRow * height <= limits.memory << 19 else {
            self.image = placed
            return
        }
        // Drawings have none.
        let space = placed.colorSpace ?? CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
        var data = Data(count: bytesPerRow * height)
        let context = CIContext(options: [.memoryTarget: limits.memory, .cacheIntermediates: false])
        try data.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try context.renderBitmap(
                placed, to: base, rowBytes: bytesPerRow, bounds: placed.extent, format: .RGBAh,
                colorSpace: space)
        }
        self.image = try CIImage(
            checkingBitmapData: data, bytesPerRow: bytesPerRow, size: size, format: .RGBAh, colorSpace: space)
    }
}
