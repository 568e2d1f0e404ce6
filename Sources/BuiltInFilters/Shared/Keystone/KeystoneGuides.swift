import CoreImageEssentials
import Foundation

/// Four points of a picture, connected by lines that are vertical or horizontal in reality, and the camera rotation
/// that makes them so in the picture.
///
/// In a picture, lines that are parallel in space meet at their vanishing point: the planes through the lens and each
/// line intersect along the lines' direction in space. If the camera faces a plane, directions in that plane appear
/// undistorted.
struct KeystoneGuides {
    var corners: Quadrilateral
    var extent: CGRect
    var focalLength: Double

    /// The maximum rotation in radians. Beyond it, the horizon would be close to the picture's centre.
    private static let limit = 1.4

    /// Returns the rotation about the horizontal axis that makes the left and the right guide parallel.
    func vertical(filter: String) throws(CIFilterError) -> CameraRotation {
        let v = try uprights(filter)
        return try checked(CameraRotation(focalLength: focalLength, pitch: atan2(-v.z, v.y)), filter)
    }

    /// Returns the rotation about the vertical axis that makes the upper and the lower guide parallel.
    func horizontal(filter: String) throws(CIFilterError) -> CameraRotation {
        let h = try levels(filter)
        return try checked(CameraRotation(focalLength: focalLength, yaw: atan2(h.z, h.x)), filter)
    }

    /// Returns the rotation about all axes that makes opposite guides parallel. If the two directions aren't
    /// perpendicular then, the roll makes the vertical guides lean to the right by the angle by which the horizontal
    /// ones rise to the right.
    func combined(filter: String) throws(CIFilterError) -> CameraRotation {
        let (v, h) = (try uprights(filter), try levels(filter))
        let normal = Homography.cross(h, v)
        let yaw = atan2(-normal.x, normal.z)
        let pitch = atan2(normal.y, hypot(normal.x, normal.z))
        let camera = CameraRotation(focalLength: focalLength, pitch: pitch, yaw: yaw)
        let (level, upright) = (camera.turned(h), camera.turned(v))
        let roll = -(atan2(level.y, level.x) + atan2(-upright.x, upright.y)) / 2
        return try checked(CameraRotation(focalLength: focalLength, pitch: pitch, yaw: yaw, roll: roll), filter)
    }

    private func checked(_ rotation: CameraRotation, _ filter: String) throws(CIFilterError) -> CameraRotation {
        let angles = [rotation.pitch, rotation.yaw, rotation.roll]
        guard angles.allSatisfy({ abs($0) < Self.limit }) else {
            throw problem(
                filter, "opposite guides meet too close to the picture's middle to be parallel; move the corners apart")
        }
        return rotation
    }

    /// Returns the direction in space of the left and right guides, upwards.
    private func uprights(_ filter: String) throws(CIFilterError) -> SIMD3<Double> {
        let found = try direction(
            (corners.bottomLeft, corners.topLeft), (corners.bottomRight, corners.topRight), filter)
        return found.y < 0 ? -found : found
    }

    /// Returns the direction in space of the upper and lower guides, to the right.
    private func levels(_ filter: String) throws(CIFilterError) -> SIMD3<Double> {
        let found = try direction(
            (corners.topLeft, corners.topRight), (corners.bottomLeft, corners.bottomRight), filter)
        return found.x < 0 ? -found : found
    }

    private func direction(
        _ first: (CGPoint, CGPoint), _ second: (CGPoint, CGPoint), _ filter: String
    ) throws(CIFilterError) -> SIMD3<Double> {
        let planes = [first, second].map { Homography.cross(ray($0.0), ray($0.1)) }
        let found = Self.unit(planes[0]).flatMap { plane in Self.unit(planes[1]).map { Homography.cross(plane, $0) } }
        guard let direction = found.flatMap(Self.unit) else {
            throw problem(filter, "opposite guides are on one line, or two corners are equal; move the corners apart")
        }
        return direction
    }

    /// Returns the unit vector of a direction; nil for a vector so short that its direction is a rounding error.
    private static func unit(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
        let length = (vector * vector).sum().squareRoot()
        return length > 1e-9 ? vector / length : nil
    }

    private func problem(_ filter: String, _ reason: String) -> CIFilterError {
        .badValue(
            filter: filter, key: Quadrilateral.keys[0],
            reason: "with \(Quadrilateral.keys.dropFirst().joined(separator: ", ")), \(reason)")
    }

    /// Returns the ray of a picture's point in the coordinates of `CameraRotation`, divided by the focal length.
    private func ray(_ point: CGPoint) -> SIMD3<Double> {
        let f = CameraRotation(focalLength: focalLength).focalPixels(of: extent)
        return SIMD3(Double(point.x - extent.midX) / f, Double(point.y - extent.midY) / f, -1)
    }
}
