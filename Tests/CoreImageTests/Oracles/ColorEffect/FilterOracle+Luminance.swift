import CoreImage
import TestSupport
import Testing

extension FilterOracle {
    /// Returns an oracle for a filter that maps luminance to a row of colours: the result depends only on Rec. 709
    /// luminance, colours outside 0…1 count as black or white, and alpha stays.
    ///
    /// - Parameter landmarks: Checks the sRGB-encoded results for 33 evenly spaced encoded grays from black to white.
    static func luminanceLook(
        _ filter: String, landmarks: @escaping @Sendable (_ colors: [SIMD3<Double>]) throws -> Void
    ) -> FilterOracle {
        FilterOracle(filter, .properties) {
            let grays = PixelGrid(width: 33, height: 1) { x, _ in
                SIMD4(SIMD3(repeating: linearFromSRGB(Double(x) / 32)), 1)
            }
            let looked = try PixelGrid(rendering: grays.image.applyingFilter(filter), in: grays.bounds)
            try landmarks(
                (0..<33).map { x in
                    SIMD3(
                        SRGBFormula.encoded(Double(looked[x, 0].x)), SRGBFormula.encoded(Double(looked[x, 0].y)),
                        SRGBFormula.encoded(Double(looked[x, 0].z)))
                })
            try expectColors(filter, tolerance: 2e-2) { color in
                let light = min(max(color.weighted(0.2126, 0.7152, 0.0722), 0), 1)
                let place = SRGBFormula.encoded(light) * 32
                let column = min(Int(place), 31)
                let (low, high) = (looked[column, 0], looked[column + 1, 0])
                let mixed = low + (high - low) * Float(place - Double(column))
                return PlainColor(Double(mixed.x), Double(mixed.y), Double(mixed.z), color.alpha)
            }
        }
    }

    /// Rec. 709's luminance of an encoded colour.
    static func luminance(_ encoded: SIMD3<Double>) -> Double {
        0.2126 * SRGBFormula.decoded(encoded.x) + 0.7152 * SRGBFormula.decoded(encoded.y) + 0.0722
            * SRGBFormula.decoded(encoded.z)
    }
}
