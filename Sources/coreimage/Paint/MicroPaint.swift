import CoreImage
import Foundation

/// The guide's painting program: a brush that is a radial gradient, laid over what an accumulator holds, which becomes what it holds.
struct MicroPaint {
    private let accumulator: CIImageAccumulator
    private let brush: CIFilter
    private let composite: CIFilter

    /// An empty canvas.
    ///
    /// - Throws: when it is larger than memory.
    init(canvas: CGRect, showing background: CIImage) throws {
        accumulator = try CIImageAccumulator(keeping: canvas, format: .RGBAf)
        brush = try CIFilter.named(
            "CIRadialGradient",
            parameters: ["inputColor1": CIColor(red: 0, green: 0, blue: 0, alpha: 0), "inputRadius0": 0])
        composite = try CIFilter.named("CISourceOverCompositing")
        try accumulator.replace(with: background, in: canvas)
    }

    /// What has been painted.
    var picture: CIImage { accumulator.image() }

    /// Touches the canvas with the brush.
    func dab(at place: CGPoint, radius: Double, color: CIColor) throws {
        let touched = CGRect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
        // Strokes may lead far away from the canvas.
        if touched.intersection(accumulator.extent).isEmpty { return }
        brush.setValue(radius, forKey: "inputRadius1")
        brush.setValue(color, forKey: "inputColor0")
        brush.setValue(CIVector(x: place.x, y: place.y), forKey: kCIInputCenterKey)
        composite.setValue(brush.outputImage, forKey: kCIInputImageKey)
        composite.setValue(accumulator.image(), forKey: kCIInputBackgroundImageKey)
        try accumulator.replace(with: try composite.renderableOutput(), in: touched)
    }
}
