import Foundation

/// CIEDE2000, the perceived difference of two colours: 1 is just visible side by side, 10 looks like another colour.
///
/// Written from Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes" (2005). The
/// numbers in the comments are those of its equations.
enum ColorDifference {
    /// CIE L*a*b*.
    struct Lab: Equatable {
        let l: Double
        let a: Double
        let b: Double

        init(_ l: Double, _ a: Double, _ b: Double) { (self.l, self.a, self.b) = (l, a, b) }

        /// Converts linear sRGB (IEC 61966-2-1, white point D65), clamped to 0…1.
        init(linear color: SIMD3<Float>) {
            let c = SIMD3<Double>(color).clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 1))
            func f(_ t: Double) -> Double { t > 0.008856451679 ? cbrt(t) : (903.2962963 * t + 16) / 116 }
            let x = f((0.4124564 * c.x + 0.3575761 * c.y + 0.1804375 * c.z) / 0.95047)
            let y = f(0.2126729 * c.x + 0.7151522 * c.y + 0.0721750 * c.z)
            let z = f((0.0193339 * c.x + 0.1191920 * c.y + 0.9503041 * c.z) / 1.08883)
            self.init(116 * y - 16, 500 * (x - y), 200 * (y - z))
        }
    }

    static func between(_ first: Lab, _ second: Lab) -> Double {
        func seventh(_ c: Double) -> Double { (pow(c, 7) / (pow(c, 7) + 6_103_515_625)).squareRoot() }
        func chroma(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
        let g = 0.5 * (1 - seventh((chroma(first.a, first.b) + chroma(second.a, second.b)) / 2))  // 4
        let (a1, a2) = (first.a * (1 + g), second.a * (1 + g))  // 5
        let (c1, c2) = (chroma(a1, first.b), chroma(a2, second.b))  // 6
        let (h1, h2) = (degrees(first.b, a1), degrees(second.b, a2))  // 7
        let (dl, dc) = (second.l - first.l, c2 - c1)  // 8, 9
        var dh = c1 * c2 == 0 ? 0 : h2 - h1  // 10
        if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
        let dH = 2 * (c1 * c2).squareRoot() * sine(dh / 2)  // 11
        let (l, c) = ((first.l + second.l) / 2, (c1 + c2) / 2)  // 12, 13
        var h = h1 + h2  // 14
        if c1 * c2 != 0 { h = (abs(h1 - h2) <= 180 ? h : h < 360 ? h + 360 : h - 360) / 2 }
        // 15
        let t =
            1 - 0.17 * cosine(h - 30) + 0.24 * cosine(2 * h) + 0.32 * cosine(3 * h + 6) - 0.2 * cosine(4 * h - 63)
        let turn = 30 * exp(-((h - 275) / 25) * ((h - 275) / 25))  // 16
        let squared = (l - 50) * (l - 50)
        let sl = 1 + 0.015 * squared / (20 + squared).squareRoot()  // 18
        let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)  // 19, 20
        let rotation = -sine(2 * turn) * 2 * seventh(c)  // 17, 21
        let (x, y, z) = (dl / sl, dc / sc, dH / sh)
        return max(x * x + y * y + z * z + rotation * y * z, 0).squareRoot()  // 22
    }

    /// Returns the difference of two pixels' colours, in linear sRGB; alpha is ignored.
    static func between(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> Double {
        between(
            Lab(linear: SIMD3(first.x, first.y, first.z)), Lab(linear: SIMD3(second.x, second.y, second.z)))
    }

    private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
    private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
    private static func degrees(_ y: Double, _ x: Double) -> Double {
        let angle = atan2(y, x) * 180 / .pi
        return angle < 0 ? angle + 360 : angle
    }
}
