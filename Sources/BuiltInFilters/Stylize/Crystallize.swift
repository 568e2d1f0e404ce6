import CoreImageEssentials
import Foundation

/// A mosaic of irregular polygons, each in the mean colour of the image around its middle.
///
/// Pixels belong to the nearest of the points of a perturbed square grid (`JitteredCells`), with one point in each
/// square of `radius` × `radius` pixels; a corner of four squares lies at the centre input. A polygon's colour is the
/// mean of the premultiplied linear working-space pixels within half a radius of its point, edge pixels repeated. The
/// extent stays. A radius of 1 or less, or one that isn't finite, changes nothing; Core Image's attributes state 1 as
/// the identity. The maximum radius is 100 000.
///
/// No definition is published; this one is ours, made for the documented look. The grid is the same in every rendering.
class Crystallize: CIFilter, CICrystallize {
    override class var registration: CIFilterRegistration {
        .init(
            "CICrystallize", categories: [.stylize, .highDynamicRange, .video], kind: .general,
            summary: "Makes a mosaic of irregular polygons.", status: .ours)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: 20, min: 1, slider: 1...100, identity: 1, type: kCIAttributeTypeDistance) var radius: Float
    @CIInput(default: CGPoint(x: 150, y: 150)) var center: CGPoint

    private static let kernel = JitteredCells.kernel(
        """
        kernel vec4 crystallize(sampler colors, vec2 center, float spacing) {
            vec3 cell = nearestCell((destCoord() - center) / spacing);
            return sample(colors, samplerTransform(colors, cell.xy + 0.5));
        }
        """)

    override var outputImage: CIImage? {
        guard let inputImage, radius > 1, radius.isFinite, !inputImage.extent.isEmpty else { return inputImage }
        let cells = JitteredCells(center: center, spacing: CGFloat(radius))
        return Self.kernel.apply(
            to: cells.means(of: inputImage, radius: cells.spacing / 2), extent: inputImage.extent,
            region: CIKernelRegion { cells.squares(around: $1) }, CIVector(cgPoint: cells.center), Float(cells.spacing))
    }
}

/// Inputs of the crystallize filter.
public protocol CICrystallize: CIFilterProtocol {
    /// The image to make a mosaic of.
    var inputImage: CIImage? { get set }
    /// Mean width of a polygon in pixels, at least 1.
    var radius: Float { get set }
    /// A corner of the grid that the polygons are made from, in working space.
    var center: CGPoint { get set }
}

extension CIFilter {
    /// A filter that makes a mosaic of irregular polygons.
    public class func crystallize() -> any CIFilter & CICrystallize { registered(Crystallize()) }
}
