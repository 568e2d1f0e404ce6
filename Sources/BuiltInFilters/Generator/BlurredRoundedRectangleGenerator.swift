import CoreImageEssentials
import Foundation
import ImageGraph

/// A rectangle with round corners blurred by a Gaussian, such as a button's shadow.
///
/// The result of the rounded rectangle generator, convolved with a Gaussian of standard deviation `sigma` in pixels, on
/// premultiplied linear working-space values, as Core Image describes the filter. `RoundedRectangleOutline` defines the
/// effect of smoothness, which isn't published.
///
/// The extent is the rectangle and three standard deviations around it, rounded outwards. A rectangle without area, or
/// with coordinates that aren't finite, gives an empty image, and an infinite one the colour everywhere. Negative
/// numbers, and ones that aren't finite, count as 0; standard deviations are clamped to at most 100 000.
class BlurredRoundedRectangleGenerator: CIFilter, CIBlurredRoundedRectangleGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIBlurredRoundedRectangleGenerator",
            categories: [.generator, .stillImage, .highDynamicRange, .builtIn], kind: .generator,
            summary: "Makes a blurred rectangle with round corners.", status: .exact)
    }

    @CIInput(default: CGRect(x: 0, y: 0, width: 100, height: 100)) var extent: CGRect
    @CIInput(default: 10, min: 0, slider: 0...100, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, type: kCIAttributeTypeDistance) var smoothness: Float
    @CIInput(default: 10, min: 0, slider: 0...100, type: kCIAttributeTypeDistance) var sigma: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1)) var color: CIColor

    override var outputImage: CIImage? {
        let shape = RoundedRectangleOutline.filled(extent, radius: radius, smoothness: smoothness, color: color)
        return CIImage(node: shape.node.gaussianBlurred(sigma: Double(sigma)))
    }
}

/// Inputs of the blurred rounded rectangle generator.
public protocol CIBlurredRoundedRectangleGenerator: CIFilterProtocol {
    /// The rectangle before it is blurred, in working space.
    var extent: CGRect { get set }
    /// Radius of the corners in pixels, 0 or more.
    var radius: Float { get set }
    /// How gradually the corners bend: from 0, circular, to 1.
    var smoothness: Float { get set }
    /// Standard deviation of the blur in pixels, 0 or more.
    var sigma: Float { get set }
    /// The rectangle's colour.
    var color: CIColor { get set }
}

extension CIFilter {
    /// A filter that makes a blurred rectangle with round corners.
    public class func blurredRoundedRectangleGenerator() -> any CIFilter & CIBlurredRoundedRectangleGenerator {
        registered(BlurredRoundedRectangleGenerator())
    }
}

extension BlurredRoundedRectangleGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("extent=60,50,200,140 radius=40 sigma=8 color=#ff8000") }
}
