import CoreImage
import Foundation

/// Measures the cost of a stroke with a soft brush on a large canvas: a radial gradient composited over an
/// accumulator's image, limited to the stroke's rectangle.
struct StrokeCost {
    /// The times in milliseconds: of the first stroke, which compiles the kernels; and the median and the 99th
    /// percentile of 2000 later ones.
    let first: Double
    let median: Double
    let worst: Double

    /// - Parameters:
    ///   - width: The width of the canvas in pixels.
    ///   - height: The height of the canvas in pixels.
    ///   - radius: The radius of the brush in pixels.
    init(width: Int, height: Int, radius: Double) throws {
        let canvas = CGRect(x: 0, y: 0, width: width, height: height)
        let accumulator = try CIImageAccumulator(keeping: canvas, format: .RGBAf)
        try accumulator.replace(with: CIImage(color: .white), in: canvas)
        let brush = try CIFilter.named(
            "CIRadialGradient",
            parameters: [
                "inputRadius0": 0, "inputRadius1": radius, "inputColor0": CIColor(red: 0.1, green: 0.2, blue: 0.6),
                "inputColor1": CIColor(red: 0, green: 0, blue: 0, alpha: 0),
            ])
        let over = try CIFilter.named("CISourceOverCompositing")
        func stroke(_ number: Int) throws -> Double {
            let start = DispatchTime.now().uptimeNanoseconds
            // Different positions all over the canvas.
            let place = CGPoint(
                x: radius + Double(number * 977 % (width - 50)), y: radius + Double(number * 613 % (height - 50)))
            brush.setValue(CIVector(cgPoint: place), forKey: kCIInputCenterKey)
            over.setValue(brush.outputImage, forKey: kCIInputImageKey)
            over.setValue(accumulator.image(), forKey: kCIInputBackgroundImageKey)
            let touched = CGRect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
            try accumulator.replace(with: try over.renderableOutput(), in: touched)
            return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
        }
        first = try stroke(0)
        let others = try (1...2000).map(stroke).sorted()
        (median, worst) = (others[others.count / 2], others[others.count * 99 / 100])
    }

    /// The times as a line of JSON.
    var json: String {
        String(format: #"{"first": %.4f, "median": %.4f, "worst": %.4f}"#, first, median, worst)
    }
}
