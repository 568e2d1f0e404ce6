import Foundation
import Pixels

/// A camera that is turned about its lens, and what that does to its picture.
///
/// A picture's point (x, y) from the middle belongs to the ray (x, y, −f), where f is the focal length in pixels: x to the right, y up, z towards
/// the viewer. All rays are turned about y by the yaw, then about x by the pitch, then about z by the roll, positive angles turning
/// anticlockwise seen from the axis' end: pitch moves the middle up, yaw moves it to the left, roll turns the picture
/// anticlockwise. They meet the picture's plane again at `−f · (X, Y) / Z`.
struct CameraRotation {
    /// Equivalent focal length in millimetres, as if the picture's diagonal were that of 35 mm film.
    var focalLength: Double
    /// Angles in radians.
    var pitch = 0.0
    var yaw = 0.0
    var roll = 0.0

    /// Diagonal of 36 mm × 24 mm, to which equivalent focal lengths refer (CIPA DCG-001).
    private static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()

    /// What is turned farther from the axis than where rays are this much shorter along it than before is left out: a picture may
    /// grow 8 times there, and no more.
    static let nearest = 1.0 / 8

    /// What is wrong with the focal length; nil when nothing is.
    func problem(filter: String) -> CIFilterError? {
        Self.focalLengths.contains(focalLength)
            ? nil
            : .badValue(
                filter: filter, key: "inputFocalLength",
                reason: "a focal length is a number from 0.01 to 100 000, in mm")
    }

    // Beyond, fields of view are so wide or narrow that pixels differ by less than numbers can tell.
    private static let focalLengths = 0.01...100_000

    /// The focal length in pixels of a picture.
    func focalPixels(of extent: CGRect) -> Double {
        focalLength * Double(hypot(extent.width, extent.height)) / Self.filmDiagonal
    }

    /// The map from a picture to the turned camera's.
    func homography(for extent: CGRect) -> Homography {
        let f = focalPixels(of: extent)
        let rows = rotation
        // A ray (x, y, −f) has w = −Z / f, which is 1 for all rays while nothing is turned.
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> { SIMD3(row.x, row.y, -row.z * f) }
        let map = Homography(x: row(rows.0), y: row(rows.1), w: row(rows.2) / -f)
        let center = CGPoint(x: extent.midX, y: extent.midY)
        return Homography(CGAffineTransform(translationX: -center.x, y: -center.y)).concatenating(map)
            .concatenating(Homography(CGAffineTransform(translationX: center.x, y: center.y)))
    }

    /// A direction in space after the turn.
    func turned(_ direction: SIMD3<Double>) -> SIMD3<Double> {
        let rows = rotation
        return SIMD3((rows.0 * direction).sum(), (rows.1 * direction).sum(), (rows.2 * direction).sum())
    }

    /// Rows of the rotation: roll · pitch · yaw.
    private var rotation: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
        let (sp, cp, sy, cy, sr, cr) = (sin(pitch), cos(pitch), sin(yaw), cos(yaw), sin(roll), cos(roll))
        let (a, b) = (SIMD3(cy, 0, sy), SIMD3(sp * sy, cp, -sp * cy))
        return (a * cr - b * sr, a * sr + b * cr, SIMD3(-cp * sy, sp, cp * cy))
    }
}
