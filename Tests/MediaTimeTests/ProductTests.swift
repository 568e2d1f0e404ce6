import MediaTime
import TestSupport
import Testing

@Suite("Products with fractions and floating-point numbers")
struct ProductTests {
    @Test("a ratio keeps the exact fraction, unreduced")
    func ratios() {
        func ratio(_ value: Int64, _ scale: Int32, _ multiplier: Int32, _ divisor: Int32) -> CMTime {
            CMTimeMultiplyByRatio(CMTime(value: value, timescale: scale), multiplier: multiplier, divisor: divisor)
        }
        // Published results of Core Media.
        let unreduced = ratio(1, 3, 3, 1)
        #expect((unreduced.value, unreduced.timescale) == (3, 3))
        let full = ratio(1, .max, .max, 1)
        #expect((full.value, full.timescale) == (2_147_483_647, 2_147_483_647))
        let reduced = ratio(4_611_686_018_427_387_904, 1_073_741_824, 3, 1)
        #expect(reduced == CMTime(value: 12_884_901_888, timescale: 1) && !reduced.hasBeenRounded)
        for value in Int64(-4)...4 {
            for multiplier in Int32(-4)...4 {
                for divisor in Int32(-4)...4 where divisor != 0 {
                    let result = ratio(value, 600, multiplier, divisor)
                    #expect(
                        result.value * 600 * Int64(divisor)
                            == value * Int64(multiplier) * Int64(result.timescale) && !result.hasBeenRounded)
                }
            }
        }
        #expect(!ratio(0, 1, 5, 0).isValid && !ratio(5, 1, 0, 0).isValid)
        #expect(ratio(5, 1, 2, 0).isPositiveInfinity && ratio(-5, 1, 2, 0).isNegativeInfinity)
        let third = ratio(.max, .max, 1, 3)
        #expect(third.hasBeenRounded && abs(third.seconds - Double(Int64.max) / 2_147_483_647 / 3) < 1e-6)
        #expect(ratio(.max, 1, 3, 2).isPositiveInfinity)
    }

    @Test("a floating-point factor gives a timescale of at least 65,536 and the nearest value")
    func floats() {
        let half = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 600), multiplier: 0.5)
        // 600 · 128 is the first power-of-two multiple above 65,535.
        #expect((half.value, half.timescale, half.hasBeenRounded) == (64, 76_800, false))
        let third = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 1), multiplier: 1.0 / 3)
        #expect((third.value, third.timescale, third.hasBeenRounded) == (21_845, 65_536, true))
        #expect(CMTimeMultiplyByFloat64(CMTime(value: 5, timescale: 1), multiplier: 0).value == 0)
        #expect(CMTimeMultiplyByFloat64(CMTime(value: 5, timescale: 1), multiplier: 1e300).isPositiveInfinity)
        #expect(CMTimeMultiplyByFloat64(CMTime(value: -5, timescale: 1), multiplier: 1e300).isNegativeInfinity)
        #expect(CMTimeMultiplyByFloat64(CMTime(value: .max, timescale: 1), multiplier: 1e-300).value == 0)
        #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .infinity).isValid)
        #expect(!CMTimeMultiplyByFloat64(.zero, multiplier: .nan).isValid)
        let most = CMTimeMultiplyByFloat64(CMTime(value: .max, timescale: 65_536), multiplier: 1)
        #expect((most.value, most.timescale, most.hasBeenRounded) == (.max, 65_536, false))
        // (2⁶³ − 1) · 2 / 65,537 seconds need half of the timescale, which is 32,768.
        let halved = CMTimeMultiplyByFloat64(CMTime(value: .max, timescale: 65_537), multiplier: 2)
        #expect(halved.timescale == 32_768 && halved.hasBeenRounded)
        #expect(abs(halved.seconds / (Double(Int64.max) * 2 / 65_537) - 1) < 1e-12)
    }

    @Test("random products are within half a unit of the product in double precision")
    func random() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let value = Int64(random.below(1 << 20)) - (1 << 19)
            let scale = Int32(random.below(90_000) + 1)
            let factor = (Double(random.below(1 << 30)) - 0x1p29) / Double(1 << random.below(40))
            let result = CMTimeMultiplyByFloat64(CMTime(value: value, timescale: scale), multiplier: factor)
            // All factors have at most 31 bits and all values 20, so the product is exact in double precision.
            let product = Double(value) * factor
            let units = product * Double(result.timescale) / Double(scale)
            #expect(abs(Double(result.value) - units) <= 0.5 + abs(units) * 1e-15)
        }
    }
}
