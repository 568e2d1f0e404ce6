import Foundation

/// Conversions between L*a*b* (CIE 15) and XYZ under the connection space's D50 white. The fourth component is kept.
enum LabColor {
    private static let white = SIMD3<Float>(
        Float(Primaries.pcsWhite.x), Float(Primaries.pcsWhite.y), Float(Primaries.pcsWhite.z))
    private static let epsilon: Float = 216.0 / 24389
    private static let kappa: Float = 24389.0 / 27

    static func toXYZ(_ lab: SIMD4<Float>) -> SIMD4<Float> {
        let fy = (lab.x + 16) / 116
        let f = SIMD3(fy + lab.y / 500, fy, fy - lab.z / 200)
        func inverse(_ t: Float) -> Float {
            let cube = t * t * t
            return cube > epsilon ? cube : (116 * t - 16) / kappa
        }
        return SIMD4(SIMD3(inverse(f.x), inverse(f.y), inverse(f.z)) * white, lab.w)
    }

    static func fromXYZ(_ xyz: SIMD4<Float>) -> SIMD4<Float> {
        let t = SIMD3(xyz.x, xyz.y, xyz.z) / white
        func f(_ v: Float) -> Float { v > epsilon ? cbrtf(v) : (kappa * v + 16) / 116 }
        let (x, y, z) = (f(t.x), f(t.y), f(t.z))
        return SIMD4(116 * y - 16, 500 * (x - y), 200 * (y - z), xyz.w)
    }
}
