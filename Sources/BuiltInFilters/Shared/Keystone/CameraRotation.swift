import CoreImageEssentials
import Foundation
import Pixels

/// A rotation of the camera about its lens, and its effect on the picture.
///
/// A point (x, y) of the picture, relative to its centre, corresponds to the ray (x, y, −f), where f is the focal
/// length in pixels; x points to the right, y up, and z towards the viewer. All rays are rotated about y by the yaw,
/// then about x by the pitch, then about z by the roll. Positive angles are counter-clockwise as seen from the positive
/// end of the axis: pitch moves the centre up, yaw moves it to the left, and roll rotates the picture
/// counter-clockwise. A rotated ray (X, Y, Z) meets the picture's plane at `−f · (X, Y) / Z`.
struct CameraRotation {
    /// The 35 mm equivalent focal length in millimetres, related to the picture's diagonal.
    var focalLength: Double
    /// The angles in radians.
    var pitch = 0.0
    var yaw = 0.0
    var roll = 0.0

    /// The diagonal of a 36 mm × 24 mm frame, to which equivalent focal lengths refer (CIPA DCG-001).
    private static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()

    /// The minimum w of points under `homography(for:)`. Points whose depth along the axis shrinks below this fraction
    /// are cut off, which limits the magnification to 8.
    static let nearest = 1.0 / 8

    /// Returns an error if the focal length is invalid, otherwise nil.
    func problem(filter: String) -> CIFilterError? {
        Self.focalLengths.contains(focalLength)
            ? nil
            : .badValue(
                filter: filter, key: "inputFocalLength",
                reason: "a focal length is a number from 0.01 to 100 000, in mm")
    }

    // Outside this range the field of view is so wide or narrow that the rays of adjacent pixels can't be
    // distinguished.
    private static let focalLengths = 0.01...100_000

    /// Returns the focal length in pixels for a picture's extent.
    func focalPixels(of extent: CGRect) -> Double {
        focalLength * Double(hypot(extent.width, extent.height)) / Self.filmDiagonal
    }

    /// Returns the map from a picture to that of the rotated camera.
    func homography(for extent: CGRect) -> Homography {
        let f = focalPixels(of: extent)
        let rows = rotation
        // A ray (x, y, −f) has w = −Z / f, which is 1 for all rays if there is no rotation.
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> { SIMD3(row.x, row.y, -row.z * f) }
        let map = Homography(x: row(rows.0), y: row(rows.1), w: row(rows.2) / -f)
        let center = CGPoint(x: extent.midX, y: extent.midY)
        return Homography(CGAffineTransform(translationX: -center.x, y: -center.y)).concatenating(map)
            .concatenating(Homography(CGAffineTransform(translationX: center.x, y: center.y)))
    }

    /// Returns a direction in space after the rotation.
    func turned(_ direction: SIMD3<Double>) -> SIMD3<Double> {
        let rows = rotation
        return SIMD3((rows.0 * direction).sum(), (rows.1 * direction).sum(), (rows.2 * direction).sum())
    }

    /// The rows of the rotation matrix: roll · pitch · yaw.
    private var rotation: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let (sp, cp, sy, cy, sr, cr) = (sin(pitch), cos(pitch), sin(yaw), cos(yaw), sin(roll), cos(roll))
        let (a, b) = (SIMD3(cy, 0, sy), SIMD3(sp * sy, cp, -sp * cy))
        return (a * cr - b * sr, a * sr + b * cr, SIMD3(-cp * sy, sp, cp * cy))
    }
}
