import CoreImageEssentials
import Foundation

/// Dots of equal size on a transparent background, each in the mean colour of the image below it.
///
/// Dots of the given radius lie around the points of a perturbed square grid (`JitteredCells`), with one point in each
/// square of 1.8 radii; a corner of four squares lies at the centre input. Where dots overlap, the one with the nearer
/// middle is drawn. A dot's colour is the mean of the premultiplied linear working-space pixels below it, edge pixels
/// repeated; its rim is anti-aliased over one pixel. The extent stays. A radius of 1 or less, or one that isn't finite,
/// changes nothing; Core Image's attributes state 1 as the identity. The maximum radius is 55 555.
///
/// No definition is published; this one is ours, made for the documented look. The grid is the same in every rendering.
class Pointillize: CIFilter, CIPointillize {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPointillize", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Paints an image with dots.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 20, min: 1, slider: 1...100, identity: 1, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint

    /// Spacing of the grid's points, in radii of a dot.
    private static let density: CGFloat = 1.8

    private static let kernel = JitteredCells.kernel(
        """
        kernel vec4 pointillize(sampler colors, vec2 center, float spacing, float radius) {
            vec3 cell = nearestCell((destCoord() - center) / spacing);
            float cover = clamp(radius - sqrt(cell.z) * spacing + 0.5, 0.0, 1.0);
            return sample(colors, samplerTransform(colors, cell.xy + 0.5)) * cover;
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, radius > 1, radius.isFinite, !inputImage.extent.isEmpty else { return inputImage }
        let cells = JitteredCells(center: center, spacing: CGFloat(radius) * Self.density)
        let reach = cells.spacing / Self.density
        return Self.kernel.apply(
            to: cells.means(of: inputImage, radius: reach), extent: inputImage.extent,
            region: CIKernelRegion { cells.squares(around: $1) }, CIVector(cgPoint: cells.center), Float(cells.spacing),
            Float(reach))
    }
}

/// Inputs of the pointillize filter.
public protocol CIPointillize: CIFilterProtocol {
    /// The image to paint with dots.
    var inputImage: CIImage? { get set }
    /// Radius of a dot in pixels, at least 1.
    var radius: Float { get set }
    /// A corner of the grid that the dots lie on, in working space.
    var center: CGPoint { get set }
}

extension CIFilter {
    /// A filter that paints an image with dots.
    public class func pointillize() -> any CIFilter & CIPointillize { registered(Pointillize()) }
}

extension Pointillize: CIFilterExampleProviding {
    static var example: CIFilterExample { .init("radius=6") }
}
