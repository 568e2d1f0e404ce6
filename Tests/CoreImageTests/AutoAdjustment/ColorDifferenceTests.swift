import Testing

@Suite("The measure of colour differences")
struct ColorDifferenceTests {
    typealias Lab = ColorDifference.Lab

    /// Pairs of Sharma, Wu and Dalal's table 1, chosen for what they try: hues across 0°, grays, the blue region's
    /// rotation, and dark and large differences.
    private static let published: [(Lab, Lab, Double)] = [
        (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
        (Lab(50, -1.3802, -84.2814), Lab(50, 0, -82.7485), 1.0000),
        (Lab(50, 0, 0), Lab(50, -1, 2), 2.3669), (Lab(50, 2.49, -0.001), Lab(50, -2.49, 0.0009), 7.1792),
        (Lab(50, 2.49, -0.001), Lab(50, -2.49, 0.0011), 7.2195),
        (Lab(50, -0.001, 2.49), Lab(50, 0.0009, -2.49), 4.8045),
        (Lab(50, 2.5, 0), Lab(50, 0, -2.5), 4.3065), (Lab(50, 2.5, 0), Lab(73, 25, -18), 27.1492),
        (Lab(50, 2.5, 0), Lab(61, -5, 29), 22.8977), (Lab(50, 2.5, 0), Lab(58, 24, 15), 19.4535),
        (Lab(60.2574, -34.0099, 36.2677), Lab(60.4626, -34.1751, 39.4387), 1.2644),
        (Lab(22.7233, 20.0904, -46.6940), Lab(23.0331, 14.9730, -42.5619), 2.0373),
        (Lab(90.8027, -2.0831, 1.4410), Lab(91.1528, -1.6435, 0.0447), 1.4441),
        (Lab(2.0776, 0.0795, -1.1350), Lab(0.9033, -0.0636, -0.5514), 0.9082),
    ]

    @Test("CIEDE2000 gives the published differences, both ways", arguments: published.indices)
    func sharma(index: Int) {
        let (first, second, expected) = Self.published[index]
        #expect(abs(ColorDifference.between(first, second) - expected) < 1e-4)
        #expect(abs(ColorDifference.between(second, first) - expected) < 1e-4)
    }

    @Test("L*a*b* of sRGB's corners")
    func lab() {
        // Values of red and blue as usually tabulated for D65.
        let (red, blue, white) = (
            Lab(linear: SIMD3(1, 0, 0)), Lab(linear: SIMD3(0, 0, 1)), Lab(linear: SIMD3(1, 1, 1))
        )
        #expect(abs(red.l - 53.24) < 0.01 && abs(red.a - 80.09) < 0.01 && abs(red.b - 67.20) < 0.01)
        #expect(abs(blue.l - 32.30) < 0.01 && abs(blue.a - 79.19) < 0.01 && abs(blue.b + 107.86) < 0.01)
        #expect(abs(white.l - 100) < 0.01 && abs(white.a) < 0.01 && abs(white.b) < 0.01)
    }
}
