import CoreImage
import Testing

/// Listings 7-1 to 7-3 of the Core Image Programming Guide: MicroPaint, with strokes from a list instead of a mouse.
@Suite("Listings: feedback")
struct FeedbackListingTests {
    private final class MicroPaint {
        let imageAccumulator: CIImageAccumulator
        let brushFilter: CIFilter
        let compositeFilter: CIFilter
        let color = CIColor(red: 0.0, green: 0.0, blue: 0.0, alpha: 1.0)
        let brushSize: CGFloat = 25.0

        init?(canvas: CGRect) {
            guard let accumulator = CIImageAccumulator(extent: canvas, format: .RGBAf),
                let brush = CIFilter(
                    name: "CIRadialGradient",
                    parameters: [
                        "inputColor1": CIColor(red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0), "inputRadius0": 0.0,
                    ]),
                let composite = CIFilter(name: "CISourceOverCompositing")
            else { return nil }
            (imageAccumulator, brushFilter, compositeFilter) = (accumulator, brush, composite)
            accumulator.setImage(CIImage(color: CIColor(red: 1, green: 1, blue: 1)))
        }

        func mouseDragged(to loc: CGPoint) {
            let rect = CGRect(
                x: loc.x - brushSize, y: loc.y - brushSize, width: 2.0 * brushSize, height: 2.0 * brushSize)
            brushFilter.setValue(brushSize, forKey: "inputRadius1")
            brushFilter.setValue(color, forKey: "inputColor0")
            brushFilter.setValue(CIVector(x: loc.x, y: loc.y), forKey: kCIInputCenterKey)
            compositeFilter.setValue(brushFilter.value(forKey: kCIOutputImageKey), forKey: kCIInputImageKey)
            compositeFilter.setValue(imageAccumulator.image(), forKey: kCIInputBackgroundImageKey)
            if let painted = compositeFilter.value(forKey: kCIOutputImageKey) as? CIImage {
                imageAccumulator.setImage(painted, dirtyRect: rect)
            }
        }
    }

    @Test("strokes add up on the canvas, and only inside their rectangles")
    func strokes() throws {
        let canvas = CGRect(x: 0, y: 0, width: 160, height: 100)
        let paint = try #require(MicroPaint(canvas: canvas))
        let strokes = [CGPoint(x: 40, y: 50), CGPoint(x: 52, y: 50), CGPoint(x: 120, y: 30)]
        // Black strokes on white: each multiplies the light by a factor that rises linearly from 0 at its centre to 1
        // at the brush's edge.
        func expected(_ x: Int, _ y: Int, _ strokes: [CGPoint]) -> Float {
            strokes.reduce(1) { light, stroke in
                let distance = hypot(Double(x) + 0.5 - stroke.x, Double(y) + 0.5 - stroke.y)
                return light * Float(min(distance / 25, 1))
            }
        }
        for count in 1...strokes.count {
            paint.mouseDragged(to: strokes[count - 1])
            for (x, y) in [(40, 50), (46, 52), (60, 45), (120, 30), (110, 44), (5, 5), (90, 90)] {
                let pixel = Pictures.pixel(of: paint.imageAccumulator.image(), x: x, y: y)
                let light = expected(x, y, Array(strokes.prefix(count)))
                #expect(maximumDifference(pixel, SIMD4(light, light, light, 1)) < 1e-4, "(\(x), \(y)) after \(count)")
            }
        }
        #expect(paint.imageAccumulator.image().extent == canvas)
    }
}
