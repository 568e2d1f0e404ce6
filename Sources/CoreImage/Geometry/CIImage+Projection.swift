import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// This image under a projective map: premultiplied pixels, read bilinearly at the point that the map takes to the pixel's centre.
    ///
    /// Behind the horizon there is nothing. The extent is the rectangle of whole pixels around the mapped one.
    ///
    /// - Parameters:
    ///   - map: From this image to the result.
    ///   - nearest: Points whose w under the map is smaller are left out, so that a horizon that crosses the image does not make the extent
    ///     infinite.
    ///   - part: The result's extent, in which nothing is behind the horizon, instead; an image without edges needs one.
    func projected(by map: Homography, nearest: Double = 1e-9, part: CGRect? = nil) -> CIImage {
        let result = part ?? map.bounds(of: extent, nearest: nearest).roundedOutwards
        guard !extent.isNull, !result.isNull, !result.isInfinite, map.isInvertible, let back = map.inverse else {
            return .empty()
        }
        // What is shown has a w of at least this on the way back; farther points are beyond the image.
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

    // Coordinates relative to the middles of both pictures keep a float's precision where it matters.
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
    /// `apply(to:extent:region:_:)` with the arguments in an array.
    fileprivate func apply(to image: CIImage, extent: CGRect, region: CIKernelRegion, arguments: [Any]) -> CIImage {
        do {
            return try KernelBinding(program, arguments: arguments, warping: image).image(
                extent: extent, region: region)
        } catch {
            return .failed(error, extent: extent)
        }
    }
}

extension CGRect {
    /// The rectangle of whole pixels around this one; edges within a thousandth of a pixel from a whole number count as there.
    var roundedOutwards: CGRect {
        if isNull || isInfinite { return self }
        let slack: CGFloat = 1.0 / 1024
        let (left, bottom) = ((minX + slack).rounded(.down), (minY + slack).rounded(.down))
        let (right, top) = ((maxX - slack).rounded(.up), (maxY - slack).rounded(.up))
        guard right > left, top > bottom else { return .null }
        return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
    }
}
