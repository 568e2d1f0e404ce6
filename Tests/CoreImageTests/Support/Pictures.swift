import CoreImage
import Testing

/// Small pictures computed by formulas, and pixels read back from images.
enum Pictures {
    /// The colour space of pictures and of pixels read back: that of the working space, so that values don't change.
    static let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)

    /// Returns a picture with its lower left corner at the origin. `color` returns premultiplied linear RGBA for column
    /// x and row y, counted upwards.
    static func image(width: Int, height: Int, color: (_ x: Int, _ y: Int) -> SIMD4<Float>) -> CIImage {
        var pixels: [SIMD4<Float>] = []
        pixels.reserveCapacity(width * height)
        for row in (0..<height).reversed() {
            for x in 0..<width { pixels.append(color(x, row)) }
        }
        return CIImage(
            bitmapData: pixels.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16,
            size: CGSize(width: width, height: height), format: .RGBAf,
            colorSpace: linear)
    }

    /// A picture with gradients, an edge, and alpha falling to zero at the top.
    static func scene(width: Int = 24, height: Int = 18) -> CIImage {
        image(width: width, height: height, color: sceneColor(width: width, height: height))
    }

    /// The colours of `scene`.
    static func sceneColor(width: Int, height: Int) -> (_ x: Int, _ y: Int) -> SIMD4<Float> {
        { x, y in
            let u = Float(x) / Float(width - 1)
            let v = Float(y) / Float(height - 1)
            let alpha = y == height - 1 ? 0 : y > height * 3 / 4 ? 0.5 : Float(1)
            let edge: Float = x > width / 2 ? 0.8 : 0.1
            return SIMD4(u * alpha, v * alpha, edge * alpha, alpha)
        }
    }

    /// Premultiplied linear pixels of a part of an image, row by row from the bottom.
    static func pixels(
        of image: CIImage, in bounds: CGRect, context: CIContext = CIContext()
    ) -> [SIMD4<Float>] {
        let (width, height) = (Int(bounds.width), Int(bounds.height))
        var topDown = [SIMD4<Float>](repeating: SIMD4(repeating: .nan), count: width * height)
        topDown.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            context.render(
                image, toBitmap: start, rowBytes: width * 16, bounds: bounds, format: .RGBAf, colorSpace: linear)
        }
        var result: [SIMD4<Float>] = []
        result.reserveCapacity(topDown.count)
        for row in (0..<height).reversed() { result += topDown[row * width..<(row + 1) * width] }
        return result
    }

    /// One pixel, premultiplied linear.
    static func pixel(of image: CIImage, x: Int, y: Int) -> SIMD4<Float> {
        pixels(of: image, in: CGRect(x: x, y: y, width: 1, height: 1))[0]
    }
}

/// The largest difference between components; infinite if a component isn't a number.
func maximumDifference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Float {
    var largest: Float = 0
    for i in 0..<4 {
        let difference = abs(a[i] - b[i])
        largest = difference.isNaN ? .infinity : max(largest, difference)
    }
    return largest
}
