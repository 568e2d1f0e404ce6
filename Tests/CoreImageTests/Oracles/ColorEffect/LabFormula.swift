import Foundation

/// CIE 15:2004's L*a*b* relative to D50 (ICC's 0.9642, 1, 0.8249), in double precision, from the chromaticities of
/// sRGB's primaries and white, and Bradford's adaptation.
struct LabFormula {
    var l: Double
    var a: Double
    var b: Double

    private static let white = SIMD3(0.9642, 1, 0.8249)
    private static let cones = [
        SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
    ]

    /// XYZ of colours, divided by that of white.
    private static func relativeXYZ(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
        func xyz(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
        let (red, green, blue, daylight) = (xyz(0.64, 0.33), xyz(0.3, 0.6), xyz(0.15, 0.06), xyz(0.3127, 0.329))
        let shares = solve(rows(red, green, blue), daylight)
        let color = red * shares.x * rgb.x + green * shares.y * rgb.y + blue * shares.z * rgb.z
        let response = product(cones, color) * product(cones, white) / product(cones, daylight)
        return solve(cones, response) / white
    }

    init(l: Double, a: Double, b: Double) { (self.l, self.a, self.b) = (l, a, b) }

    /// The L*a*b* of linear light.
    init(_ color: PlainColor) {
        let xyz = Self.relativeXYZ(SIMD3(color.red, color.green, color.blue))
        func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
        self.init(l: 116 * f(xyz.y) - 16, a: 500 * (f(xyz.x) - f(xyz.y)), b: 200 * (f(xyz.y) - f(xyz.z)))
    }

    /// CIE 116-1995, with the weights for graphic arts; this colour is the reference.
    func difference1994(to other: LabFormula) -> Double {
        let (chroma, otherChroma) = (hypot(a, b), hypot(other.a, other.b))
        let deltaChroma = chroma - otherChroma
        let hueSquare = max(
            (a - other.a) * (a - other.a) + (b - other.b) * (b - other.b) - deltaChroma * deltaChroma, 0)
        let (chromaWeight, hueWeight) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
        return sqrt(
            (l - other.l) * (l - other.l) + deltaChroma * deltaChroma / (chromaWeight * chromaWeight)
                + hueSquare / (hueWeight * hueWeight))
    }

    private static func product(_ rows: [SIMD3<Double>], _ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((rows[0] * vector).sum(), (rows[1] * vector).sum(), (rows[2] * vector).sum())
    }

    private static func rows(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> [SIMD3<Double>] {
        [SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z)]
    }

    /// The vector whose product with the matrix is `result`, by Cramer's rule.
    private static func solve(_ matrix: [SIMD3<Double>], _ result: SIMD3<Double>) -> SIMD3<Double> {
        func determinant(replacing column: Int?) -> Double {
            var m = matrix
            for row in 0..<3 where column != nil { m[row][column ?? 0] = result[row] }
            let (a, b, c) = (m[0], m[1], m[2])
            return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
        }
        return SIMD3(determinant(replacing: 0), determinant(replacing: 1), determinant(replacing: 2))
            / determinant(replacing: nil)
    }
}
