import CoreImageEssentials

/// The difference of a colour from gray on NTSC's two axes, for luma 1, so that it doesn't depend on lightness.
///
/// `I` runs from blue to orange, `Q` from green to magenta. Both are computed from linear sRGB with NTSC's weights for
/// luma.
package struct YIQColor: Equatable {
    package var i: Double
    package var q: Double

    package init(i: Double, q: Double) { (self.i, self.q) = (i, q) }

    /// Creates the difference for a linear sRGB colour; gray for colours without light.
    package init(_ color: SIMD3<Double>) {
        let luma = (color * SIMD3(0.299, 0.587, 0.114)).sum()
        guard luma > 1e-6, luma.isFinite else {
            self.init(i: 0, q: 0)
            return
        }
        self.init(
            i: (color * SIMD3(0.5959, -0.2746, -0.3213)).sum() / luma,
            q: (color * SIMD3(0.2115, -0.5227, 0.3112)).sum() / luma)
    }

    /// The linear sRGB colour of luma 1.
    package var linear: SIMD3<Double> {
        SIMD3(1, 1, 1) + SIMD3(0.95600, -0.27204, -1.10674) * i + SIMD3(0.62085, -0.64720, 1.70420) * q
    }

    /// Distance from gray.
    package var distance: Double { (i * i + q * q).squareRoot() }
}
