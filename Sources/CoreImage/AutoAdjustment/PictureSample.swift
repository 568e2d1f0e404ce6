import Foundation
import Pixels
import Rendering

/// A small upright copy of a picture, for statistics: unpremultiplied linear sRGB, the top row first.
struct PictureSample {
    /// Pixels of the longer side at most, where nothing else is asked for.
    static let longestSide = 512.0

    let width: Int
    let height: Int
    /// Red, green and blue, beyond 0…1 where the picture is; black where it is transparent.
    let colors: [SIMD3<Float>]
    /// How much each pixel counts: its alpha.
    let weights: [Float]
    /// From the image's coordinates to the copy's, with y downwards from the upper left corner.
    let fromImage: CGAffineTransform

    /// - Parameter longestSide: Pixels of the copy's longer side at most.
    /// - Throws: `RenderingError` where the image is infinite or empty, or can't be rendered.
    init(
        of image: CIImage, orientation: CGImagePropertyOrientation, longestSide: Double = Self.longestSide,
        context: CIContext
    ) throws {
        let copy = try UprightCopy(of: image, orientation: orientation) { size in
            min(1, longestSide / Double(max(size.width, size.height)))
        }
        (width, height, fromImage) = (copy.width, copy.height, copy.fromImage)
        var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
        let rowBytes = width * MemoryLayout<SIMD4<Float>>.stride
        try pixels.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            try context.renderBitmap(
                copy.image, to: start, rowBytes: rowBytes, bounds: copy.bounds, format: .RGBAf,
                colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        }
        try WorkMeter.check()
        // Pixels that aren't numbers count for nothing, as the transparent do.
        weights = pixels.map { $0.isFinite ? min(max($0.w, 0), 1) : 0 }
        colors = zip(pixels, weights).map { pixel, weight in
            weight > 0 ? SIMD3(pixel.x, pixel.y, pixel.z) / pixel.w : .zero
        }
    }
}

extension SIMD4<Float> {
    /// Whether all four are numbers.
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}
