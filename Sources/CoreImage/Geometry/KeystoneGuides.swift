import Foundation
import Pixels

/// Four points of a picture between which lines run that are upright or level in reality, and the camera's turn that makes them so.
///
/// Lines that are parallel in space meet, in the picture, at their vanishing point: the planes through the lens and each line
/// cut one another along the lines' direction in space. A camera that faces a plane in which two directions lie shows both as they are.
struct KeystoneGuides {
    var corners: Quadrilateral
    var extent: CGRect
    var focalLength: Double

    /// Turns beyond this, in radians, are refused: the horizon would be close to the picture's middle.
    private static let limit = 1.4

    /// About the horizontal axis, so that the left and the right guide become parallel.
    func vertical(filter: String) throws(CIFilterError) -> CameraRotation {
        let v = try uprights(filter)
        return try checked(CameraRotation(focalLength: focalLength, pitch: atan2(-v.z, v.y)), filter)
    }

    /// About the vertical axis, so that the upper and the lower guide become parallel.
    func horizontal(filter: String) throws(CIFilterError) -> CameraRotation {
        let h = try levels(filter)
        return try checked(CameraRotation(focalLength: focalLength, yaw: atan2(h.z, h.x)), filter)
    }

    /// About all axes, so that opposite guides become parallel, and lean to the right as much as they rise to it.
    func combined(filter: String) throws(CIFilterError) -> CameraRotation {
        let (v, h) = (try uprights(filter), try levels(filter))
        let normal = Self.cross(h, v)
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
            throw problem(filter, "opposite guides meet too close to the picture's middle to be parallel")
        }
        return rotation
    }

    /// Direction of the guides on the left and right, upwards.
    private func uprights(_ filter: String) throws(CIFilterError) -> SIMD3<Double> {
        let found = try direction(
            (corners.bottomLeft, corners.topLeft), (corners.bottomRight, corners.topRight), filter)
        return found.y < 0 ? -found : found
    }

    /// Direction of the guides above and below, to the right.
    private func levels(_ filter: String) throws(CIFilterError) -> SIMD3<Double> {
        let found = try direction(
            (corners.topLeft, corners.topRight), (corners.bottomLeft, corners.bottomRight), filter)
        return found.x < 0 ? -found : found
    }

    private func direction(
        _ first: (CGPoint, CGPoint), _ second: (CGPoint, CGPoint), _ filter: String
    ) throws(CIFilterError) -> SIMD3<Double> {
        let planes = [first, second].map { Self.cross(ray($0.0), ray($0.1)) }
        let found = Self.unit(planes[0]).flatMap { plane in Self.unit(planes[1]).map { Self.cross(plane, $0) } }
        guard let direction = found.flatMap(Self.unit) else {
            throw problem(filter, "opposite guides are one line, or points are equal")
        }
        return direction
    }

    /// A vector of length 1; nil for one so short that its direction is a rounding error.
    private static func unit(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
        let length = (vector * vector).sum().squareRoot()
        return length > 1e-9 ? vector / length : nil
    }

    private func problem(_ filter: String, _ reason: String) -> CIFilterError {
        .badValue(
            filter: filter, key: Quadrilateral.keys[0],
            reason: "with \(Quadrilateral.keys.dropFirst().joined(separator: ", ")), \(reason)")
    }

    /// The ray of a picture's point, as `CameraRotation` has it.
    private func ray(_ point: CGPoint) -> SIMD3<Double> {
        let f = CameraRotation(focalLength: focalLength).focalPixels(of: extent)
        return SIMD3(Double(point.x - extent.midX) / f, Double(point.y - extent.midY) / f, -1)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
