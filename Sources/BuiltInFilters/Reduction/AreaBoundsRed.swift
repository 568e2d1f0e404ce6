import CoreImageEssentials
import Foundation
import Pixels

/// Reduces an area to one pixel that holds the smallest rectangle around those of its pixels whose red isn't 0.
///
/// Red is the left edge, green the bottom one, blue the width and alpha the height, relative to the area:
/// `(x − x₀) / w, (y − y₀) / h, width / w, height / h` for an area of w × h pixels from (x₀, y₀), rounded outwards to
/// whole pixels. All are 0 if no pixel's red differs from 0. Red below 0 counts too; NaN is ignored. The rectangle is
/// exact, while Apple calls its own approximate. An empty area, which is the default, gives an empty image. The result
/// is the pixel at the origin. Its numbers aren't a colour: read them with a float format and no colour space. Source:
/// Apple's description of the filter, which doesn't say which corner is the origin.
class AreaBoundsRed: CIFilter, CIAreaBoundsRed {
    override class var registration: CIFilterRegistration {
        .init(
            "CIAreaBoundsRed", categories: [.reduction, .highDynamicRange, .video], kind: .reduction,
            summary: "Finds the bounds of the pixels of an area whose red isn't 0.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: .zero) var extent: CGRect

    private static let kernel = CIColorKernel(
        """
        kernel vec4 partsOfArea(__sample bounds, vec2 corner, vec2 part) {
            return bounds.z > 0.0 ? vec4((bounds.xy - corner) * part, bounds.zw * part) : vec4(0.0);
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let bounds = inputImage.reduced(over: extent, filter: name) { $0.areaRedBounds(of: $1) }
        if bounds.extent.isEmpty || bounds.extent.isInfinite { return bounds }
        let area = PixelRect(enclosing: extent.isInfinite ? inputImage.extent : extent)
        return Self.kernel.apply(
            to: bounds, CIVector(x: CGFloat(area.x), y: CGFloat(area.y)),
            CIVector(x: 1 / CGFloat(area.width), y: 1 / CGFloat(area.height)))
    }
}

/// Inputs of the bounds of red.
public protocol CIAreaBoundsRed: CIAreaReductionFilter {}

extension CIFilter {
    /// A filter that finds the bounds of the pixels of an area whose red isn't 0.
    public class func areaBoundsRed() -> any CIFilter & CIAreaBoundsRed { registered(AreaBoundsRed()) }
}

extension AreaBoundsRed: CIFilterExampleProviding {
    static var example: CIFilterExample {
        // The edges are excluded, so that transparent pixels there can't determine the result.
        .init("extent=20,20,280,200", appearance: .oneColor)
    }
}
