import CoreImageEssentials
import Foundation

/// A rectangle with round corners, filled with a colour.
///
/// A pixel's share of the colour is `clamp(1.5 · (0.5 − d), 0, 1)` with the distance d of its centre to the outline,
/// negative inside, on premultiplied linear working-space values: verified with a published render, whose corners have
/// these levels within 1 of 255. The effect of smoothness above 0 isn't published; `RoundedRectangleOutline` defines
/// the one used here.
///
/// The extent is the rectangle; one without area, or with coordinates that aren't finite, gives an empty image, and an
/// infinite one the colour everywhere. The radius is at most half of the shorter side; negative ones and ones that
/// aren't finite count as 0.
class RoundedRectangleGenerator: CIFilter, CIRoundedRectangleGenerator {
    override class var registration: CIFilterRegistration {
        .init(
            "CIRoundedRectangleGenerator", categories: [.generator, .highDynamicRange], kind: .generator,
            summary: "Makes a rectangle with round corners.", status: .exact)
    }

    @CIInput(default: CGRect(x: 0, y: 0, width: 100, height: 100)) var extent: CGRect
    @CIInput(default: 10, min: 0, slider: 0...100, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: 0, range: 0...1, slider: 0...1, type: kCIAttributeTypeDistance) var smoothness: Float
    @CIInput(default: CIColor(red: 1, green: 1, blue: 1)) var color: CIColor

    override var outputImage: CIImage? {
        RoundedRectangleOutline.filled(extent, radius: radius, smoothness: smoothness, color: color)
    }
}

/// Inputs of the rounded rectangle generator.
public protocol CIRoundedRectangleGenerator: CIFilterProtocol {
    /// The rectangle, in working space.
    var extent: CGRect { get set }
    /// Radius of the corners in pixels, 0 or more.
    var radius: Float { get set }
    /// How gradually the corners bend: from 0, circular, to 1.
    var smoothness: Float { get set }
    /// The colour to fill with.
    var color: CIColor { get set }
}

extension CIFilter {
    /// A filter that makes a rectangle with round corners.
    public class func roundedRectangleGenerator() -> any CIFilter & CIRoundedRectangleGenerator {
        registered(RoundedRectangleGenerator())
    }
}

extension RoundedRectangleGenerator: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("extent=60,50,200,140 radius=40 color=#ff8000") }
}
