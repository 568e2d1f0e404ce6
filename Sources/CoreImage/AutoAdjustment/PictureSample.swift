import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation
import Pixels
import Rendering

/// A small upright copy of a picture for statistics: unpremultiplied linear sRGB, top row first.
struct PictureSample {
    /// The default maximum length of the longer side, in pixels.
    static let longestSide = 512.0

    let width: Int
    let height: Int
    /// Red, green and blue, which may lie outside 0…1; black where the picture is transparent.
    let colors: [SIMD3<Float>]
    /// The weight of each pixel, which is its alpha.
    let weights: [Float]
    /// The transform from the image's coordinates to the copy's, whose origin is at the upper left with y downwards.
    let fromImage: CGAffineTransform

    /// - Parameter longestSide: The maximum length of the copy's longer side, in pixels.
    /// - Throws: `RenderingError` if the image is infinite or empty, or can't be rendered.
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
        // Pixels that aren't finite have no weight, like transparent ones.
        weights = pixels.map { $0.isFinite ? min(max($0.w, 0), 1) : 0 }
        colors = zip(pixels, weights).map { pixel, weight in
            weight > 0 ? SIMD3(pixel.x, pixel.y, pixel.z) / pixel.w : .zero
        }
    }
}

extension SIMD4<Float> {
    /// Whether all four components are finite.
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
}
