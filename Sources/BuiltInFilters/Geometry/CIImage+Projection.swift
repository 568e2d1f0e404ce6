import CoreImageEssentials
import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Returns this image under a projective map. The premultiplied pixels are sampled bilinearly at the source of each
    /// pixel's centre.
    ///
    /// Behind the horizon the result is transparent. Its extent is the rectangle of whole pixels around the mapped
    /// extent.
    ///
    /// - Parameters:
    ///   - map: The map from this image to the result.
    ///   - nearest: The minimum w of mapped points. Points with a smaller w are cut off, so that a horizon that crosses
    ///     the image doesn't make the extent infinite.
    ///   - part: The extent of the result, which must lie in front of the horizon, instead of the mapped extent.
    ///     Required for an image of infinite extent.
    func projected(by map: Homography, nearest: Double = 1e-9, part: CGRect? = nil) -> CIImage {
        let result = part ?? map.bounds(of: extent, nearest: nearest).roundedOutwards
        guard !extent.isNull, !result.isNull, !result.isInfinite, map.isInvertible, let back = map.inverse else {
            return .empty()
        }
        // The minimum w under the inverse map of points that lie in the image; points with a smaller w are transparent.
        let farthest: Double
        if extent.isInfinite {
            farthest = Quadrilateral(result).corners.map { back.homogeneous($0).z }.min() ?? 0
        } else {
            farthest = 1 / (Quadrilateral(extent).corners.map { map.homogeneous($0).z }.max() ?? 1)
        }
        guard farthest > 0 else { return .empty() }
        return Self.projection.apply(
            to: self, extent: result, region: CIKernelRegion { back.bounds(of: $1, nearest: farthest / 4) },
            arguments: Self.arguments(back, from: result, farthest: farthest / 2))
    }

    // Coordinates are passed relative to the centres of both images, to keep the precision of floats.
    private static func arguments(_ back: Homography, from result: CGRect, farthest: Double) -> [Any] {
        let middle = CGPoint(x: result.midX.rounded(), y: result.midY.rounded())
        let center = back.homogeneous(middle)
        let scale = 1 / (abs(center.z) > farthest ? abs(center.z) : farthest)
        let target = center.z > farthest ? CGPoint(x: center.x / center.z, y: center.y / center.z) : .zero
        let local = Homography(CGAffineTransform(translationX: middle.x, y: middle.y)).concatenating(back)
            .concatenating(Homography(CGAffineTransform(translationX: -target.x, y: -target.y)))
        func row(_ row: SIMD3<Double>) -> CIVector { CIVector(x: row.x * scale, y: row.y * scale, z: row.z * scale) }
        return [
            CIVector(cgPoint: middle), row(local.x), row(local.y), row(local.w), farthest * scale,
            CIVector(cgPoint: target),
        ]
    }

    private static let projection = CIWarpKernel(
        """
        kernel vec2 project(vec2 middle, vec3 x, vec3 y, vec3 w, float farthest, vec2 target) {
            vec3 p = vec3(destCoord() - middle, 1.0);
            float distance = dot(w, p);
            // Far outside every image is where the points behind the horizon are read.
            return distance > farthest ? target + vec2(dot(x, p), dot(y, p)) / distance : vec2(-4e9);
        }
        """)
}

extension CIWarpKernel {
    /// Like `apply(to:extent:region:_:)`, but takes the arguments as an array.
    fileprivate func apply(to image: CIImage, extent: CGRect, region: CIKernelRegion, arguments: [Any]) -> CIImage {
        do {
            return try KernelBinding(program, arguments: arguments, warping: image).image(
                extent: extent, region: region)
        } catch {
            return .failed(error, extent: extent)
        }
    }
}
