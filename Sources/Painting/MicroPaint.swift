import CoreImage
import Foundation

/// MicroPaint of the Core Image Programming Guide: each dab of a brush, which is a radial gradient, is composited over
/// an accumulator's image and replaces it.
struct MicroPaint {
    private let accumulator: CIImageAccumulator
    private let brush: CIFilter
    private let composite: CIFilter

    /// Creates a canvas that shows a background.
    ///
    /// - Throws: An error if the canvas doesn't fit into memory.
    init(canvas: CGRect, showing background: CIImage) throws {
        accumulator = try CIImageAccumulator(keeping: canvas, format: .RGBAf)
        brush = try CIFilter.named(
            "CIRadialGradient",
            parameters: ["inputColor1": CIColor(red: 0, green: 0, blue: 0, alpha: 0), "inputRadius0": 0])
        composite = try CIFilter.named("CISourceOverCompositing")
        try accumulator.replace(with: background, in: canvas)
    }

    /// The painted picture.
    var picture: CIImage { accumulator.image() }

    /// Paints the brush at a position.
    func dab(at place: CGPoint, radius: Double, color: CIColor) throws {
        let touched = CGRect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
        // Skip dabs outside of the canvas.
        if touched.intersection(accumulator.extent).isEmpty { return }
        brush.setValue(radius, forKey: "inputRadius1")
        brush.setValue(color, forKey: "inputColor0")
        brush.setValue(CIVector(x: place.x, y: place.y), forKey: kCIInputCenterKey)
        composite.setValue(brush.outputImage, forKey: kCIInputImageKey)
        composite.setValue(accumulator.image(), forKey: kCIInputBackgroundImageKey)
        try accumulator.replace(with: try composite.renderableOutput(), in: touched)
    }
}
