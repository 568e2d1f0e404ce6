import CoreImageEssentials
import Foundation
import Pixels

/// An image repeated over a plane that is seen in perspective: `out(H p) = image(p wrapped into the image's extent)`,
/// where H is the projective map (homography) that takes the corners of the image's extent to four points.
///
/// Premultiplied stored pixels, bilinear unless the image is sampled at the nearest pixel. The centres of a copy's
/// outermost pixels lie on its edges, so n pixels are stretched from n − 1 to n and no pixels are mixed at a seam. Two
/// pictures that Core Image made in 2013, of affine and perspective tiles, agree within rounding. The extent is
/// infinite. The result is transparent behind the horizon, and in the sliver before it that shows copies more than 2²³
/// pixels away. Distant copies are sampled without averaging.
///
/// Points may mirror or turn the image. Points that make no convex quadrilateral, or whose coordinates aren't numbers
/// below 2³⁰, and infinite images, which have no corners, are errors thrown when the result is rendered. An empty image
/// stays empty. Source: Core Image Filter Reference; Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989.
class PerspectiveTile: CIFilter, CIPerspectiveTile {
    override class var registration: CIFilterRegistration {
        .init(
            "CIPerspectiveTile", categories: [.tileEffect, .highDynamicRange, .video], kind: .warp,
            summary: "Repeats an image over a plane seen in perspective.", status: .exact)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 118, y: 484)) var topLeft: CGPoint
    @CIInput(default: CGPoint(x: 646, y: 507)) var topRight: CGPoint
    @CIInput(default: CGPoint(x: 548, y: 140)) var bottomRight: CGPoint
    @CIInput(default: CGPoint(x: 155, y: 153)) var bottomLeft: CGPoint

    private static let kernel = CIKernel(
        TiledSampling.function + """
            kernel vec4 perspectiveTile(
                sampler image, vec2 middle, vec3 x, vec3 y, vec3 w, vec2 origin, vec4 tile, bool nearest
            ) {
                vec3 d = vec3(destCoord() - middle, 1.0);
                float depth = dot(w, d);
                vec2 p = origin + vec2(dot(x, d), dot(y, d)) / max(depth, 1.0e-9);
                bool isSeen = depth > 0.0 && max(abs(p.x), abs(p.y)) < 8388608.0;
                vec4 color = tiled(image, isSeen ? p : origin, tile, nearest);
                return isSeen ? color : vec4(0.0);
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let shape = Quadrilateral(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: bottomLeft)
        if let problem = shape.problem(filter: name) { return .failed(problem) }
        return inputImage.withEdges(for: name) { image in
            let tile = image.extent
            let map = Homography(from: tile, to: shape)
            guard map.isInvertible, let back = map.inverse else { return .empty() }
            // Coordinates are relative to the middle of the shape, which is in front of the horizon, so that floats are
            // most precise there.
            let middle = CGPoint(
                x: shape.corners.map(\.x).reduce(0, +) / 4, y: shape.corners.map(\.y).reduce(0, +) / 4)
            let (target, depth) = (back(middle), back.homogeneous(middle).z)
            let local = Homography(CGAffineTransform(translationX: middle.x, y: middle.y)).concatenating(back)
                .concatenating(Homography(CGAffineTransform(translationX: -target.x, y: -target.y)))
            func row(_ row: SIMD3<Double>) -> CIVector {
                CIVector(x: row.x / depth, y: row.y / depth, z: row.z / depth)
            }
            return Self.kernel.apply(
                // Near the horizon any part shows the whole tile, so the whole tile is rendered once for all parts.
                extent: .infinite, region: .fixed(tile),
                CISampler(image: image, options: [kCISamplerFilterMode: kCISamplerFilterNearest]),
                CIVector(cgPoint: middle), row(local.x), row(local.y), row(local.w),
                CIVector(x: target.x - tile.minX, y: target.y - tile.minY),
                CIVector(x: tile.minX + 0.5, y: tile.minY + 0.5, z: tile.width, w: tile.height),
                image.interpolation == .nearest
            ).resampling
        }
    }
}

/// Inputs of the perspective tile.
public protocol CIPerspectiveTile: CIFilterProtocol {
    /// The image that is repeated.
    var inputImage: CIImage? { get set }
    /// Where the image's upper left corner goes, in working space.
    var topLeft: CGPoint { get set }
    /// Where the image's upper right corner goes, in working space.
    var topRight: CGPoint { get set }
    /// Where the image's lower right corner goes, in working space.
    var bottomRight: CGPoint { get set }
    /// Where the image's lower left corner goes, in working space.
    var bottomLeft: CGPoint { get set }
}

extension CIFilter {
    /// A filter that repeats an image over a plane seen in perspective.
    public class func perspectiveTile() -> any CIFilter & CIPerspectiveTile { registered(PerspectiveTile()) }
}

extension PerspectiveTile: CIFilterExampleProviding {
    static var example: CIFilterExample {
        .init("topLeft=120,160 topRight=220,150 bottomRight=250,60 bottomLeft=70,50")
    }
}
