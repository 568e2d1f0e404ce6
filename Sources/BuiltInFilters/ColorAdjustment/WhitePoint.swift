import CoreImageEssentials
import Foundation

/// The colour of a light, as a CIE 1931 chromaticity.
package struct WhitePoint: Hashable {
    let x: Double
    let y: Double

    /// Creates a light from a chromaticity.
    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// Creates the light of a black body, moved along its isotherm.
    ///
    /// Robertson's table ("Computation of Correlated Color Temperature and Distribution Temperature", 1968; Wyszecki
    /// and Stiles, "Color Science") gives points of the Planckian locus in CIE 1960 (u, v) and the isotherms'
    /// directions. Points and directions between its rows are interpolated.
    ///
    /// - Parameters:
    ///   - temperature: In kelvins, at least 1667, where the table ends.
    ///   - tint: In 3000ths of (u, v). Positive numbers are greener, negative ones more magenta.
    package init(temperature: Double, tint: Double) {
        let table = Self.locus
        let reciprocal = min(max(1e6 / max(temperature, 1), 0), table[table.count - 1].reciprocal)
        let index = max(table.firstIndex { $0.reciprocal >= reciprocal } ?? 1, 1)
        let (low, high) = (table[index - 1], table[index])
        let part = (reciprocal - low.reciprocal) / (high.reciprocal - low.reciprocal)
        func mixed(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        let (from, to) = (low.greenwards, high.greenwards)
        let direction = (u: mixed(from.u, to.u), v: mixed(from.v, to.v))
        let distance = tint / 3000 / (direction.u * direction.u + direction.v * direction.v).squareRoot()
        let u = mixed(low.u, high.u) + direction.u * distance
        let v = mixed(low.v, high.v) + direction.v * distance
        let scale = u - 4 * v + 2
        self.init(x: 1.5 * u / scale, y: v / scale)
    }

    /// The tristimulus values of the light at luminance 1.
    var tristimulus: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

    private struct Isotherm {
        /// The reciprocal temperature in 10⁻⁶ per kelvin.
        let reciprocal: Double
        let u: Double
        let v: Double
        /// Slope of the isotherm, v by u; always negative.
        let slope: Double

        /// The unit vector along the isotherm towards green.
        var greenwards: (u: Double, v: Double) {
            let length = (1 + slope * slope).squareRoot()
            return (-1 / length, -slope / length)
        }

        init(_ reciprocal: Double, _ u: Double, _ v: Double, _ slope: Double) {
            (self.reciprocal, self.u, self.v, self.slope) = (reciprocal, u, v, slope)
        }
    }

    private static let locus = [
        Isotherm(0, 0.18006, 0.26352, -0.24341), Isotherm(10, 0.18066, 0.26589, -0.25479),
        Isotherm(20, 0.18133, 0.26846, -0.26876), Isotherm(30, 0.18208, 0.27119, -0.28539),
        Isotherm(40, 0.18293, 0.27407, -0.30470), Isotherm(50, 0.18388, 0.27709, -0.32675),
        Isotherm(60, 0.18494, 0.28021, -0.35156), Isotherm(70, 0.18611, 0.28342, -0.37915),
        Isotherm(80, 0.18740, 0.28668, -0.40955), Isotherm(90, 0.18880, 0.28997, -0.44278),
        Isotherm(100, 0.19032, 0.29326, -0.47888), Isotherm(125, 0.19462, 0.30141, -0.58204),
        Isotherm(150, 0.19962, 0.30921, -0.70471), Isotherm(175, 0.20525, 0.31647, -0.84901),
        Isotherm(200, 0.21142, 0.32312, -1.0182), Isotherm(225, 0.21807, 0.32909, -1.2168),
        Isotherm(250, 0.22511, 0.33439, -1.4512), Isotherm(275, 0.23247, 0.33904, -1.7298),
        Isotherm(300, 0.24010, 0.34308, -2.0637), Isotherm(325, 0.24792, 0.34655, -2.4681),
        Isotherm(350, 0.25591, 0.34951, -2.9641), Isotherm(375, 0.26400, 0.35200, -3.5814),
        Isotherm(400, 0.27218, 0.35407, -4.3633), Isotherm(425, 0.28039, 0.35577, -5.3762),
        Isotherm(450, 0.28863, 0.35714, -6.7262), Isotherm(475, 0.29685, 0.35823, -8.5955),
        Isotherm(500, 0.30505, 0.35907, -11.324), Isotherm(525, 0.31320, 0.35968, -15.628),
        Isotherm(550, 0.32129, 0.36011, -23.325), Isotherm(575, 0.32931, 0.36038, -40.770),
        Isotherm(600, 0.33724, 0.36051, -116.45),
    ]
}
