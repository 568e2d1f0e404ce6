import MediaTime
import Testing

@Suite("Sums, differences and products of times are exact fractions")
struct ArithmeticTests {
    private static let small: [CMTime] = (-6...6).flatMap { value in
        [1, 2, 3, 4, 6, 7].map { CMTime(value: value, timescale: $0) }
    }

    /// Least common multiple by search, which shares no code with the library.
    private static func leastCommonMultiple(_ a: Int32, _ b: Int32) -> Int32 {
        stride(from: a, through: a * b, by: Int(a)).first { $0 % b == 0 } ?? a * b
    }

    @Test("all small sums and differences, in the least common timescale")
    func small() {
        for a in Self.small {
            for b in Self.small {
                let scale = Self.leastCommonMultiple(a.timescale, b.timescale)
                let (left, right) = (a.value * Int64(scale / a.timescale), b.value * Int64(scale / b.timescale))
                let (sum, difference) = (a + b, a - b)
                #expect((sum.value, sum.timescale) == (left + right, scale))
                #expect((difference.value, difference.timescale) == (left - right, scale))
                #expect(!sum.hasBeenRounded && !difference.hasBeenRounded)
                #expect(CMTimeCompare(a, b) == (left < right ? -1 : left > right ? 1 : 0))
                #expect((a == b) == (left == right))
                if a == b { #expect(a.hashValue == b.hashValue) }
            }
        }
    }

    @Test("30,000 frames of NTSC are 1001 seconds")
    func frames() {
        let frame = CMTime(value: 1001, timescale: 30_000)
        var time = CMTime.zero
        for _ in 0..<30_000 { time += frame }
        #expect((time.value, time.timescale, time.hasBeenRounded) == (30_030_000, 30_000, false))
        #expect(time.seconds == 1001)
        for _ in 0..<30_000 { time -= frame }
        #expect(time == .zero)
    }

    @Test("a common timescale that is too large is replaced by the largest one")
    func largeScale() {
        let (a, b) = (CMTime(value: 1, timescale: 2_147_483_647), CMTime(value: 1, timescale: 2_147_483_629))
        let sum = a + b
        // 1/p + 1/q = (p + q) / pq, which is 2.00000000838 / p.
        #expect((sum.value, sum.timescale, sum.hasBeenRounded) == (2, 2_147_483_647, true))
        // Rounding is passed on, also to results that are exact.
        #expect((sum + .zero).hasBeenRounded)
        #expect(CMTimeMultiply(sum, multiplier: 2).hasBeenRounded)
    }

    @Test("a value that is too large halves the timescale, and is infinite at last")
    func overflow() {
        let large = CMTime(value: .max, timescale: 8)
        let sum = large + large
        // 2 · (2⁶³ − 1) / 8 seconds are (2⁶³ − 1) / 4 seconds.
        #expect((sum.value, sum.timescale, sum.hasBeenRounded) == (.max, 4, false))
        let odd = CMTime(value: .max, timescale: 8) + CMTime(value: .max - 1, timescale: 8)
        // (2⁶⁴ − 3) / 8 is (2⁶³ − 1.5) / 4, rounded away from zero to (2⁶³ − 1) / 4.
        #expect((odd.value, odd.timescale, odd.hasBeenRounded) == (.max, 4, true))
        let most = CMTime(value: .max, timescale: 1)
        #expect((most + most).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - most).isNegativeInfinity)
        #expect(CMTimeMultiply(most, multiplier: -2).isNegativeInfinity)
        let product = CMTimeMultiply(CMTime(value: .max, timescale: 600), multiplier: 4)
        #expect((product.value, product.timescale) == (.max, 150))
    }

    @Test("the documented results for infinities, indefinite and invalid times")
    func special() {
        let (plus, minus, unknown, one) = (
            CMTime.positiveInfinity, CMTime.negativeInfinity, CMTime.indefinite, CMTime(value: 1, timescale: 1)
        )
        #expect((plus + plus).isPositiveInfinity && (minus + minus).isNegativeInfinity)
        #expect(!(plus + minus).isValid && !(minus + plus).isValid)
        #expect(!(plus - plus).isValid && !(minus - minus).isValid)
        #expect((plus - minus).isPositiveInfinity && (minus - plus).isNegativeInfinity)
        #expect((one + plus).isPositiveInfinity && (one - plus).isNegativeInfinity)
        #expect((unknown + one).isIndefinite && (unknown - unknown).isIndefinite)
        #expect((unknown + plus).isPositiveInfinity && (unknown - plus).isNegativeInfinity)
        for other in [plus, minus, unknown, one, .invalid] {
            #expect(!(other + .invalid).isValid && !(.invalid - other).isValid)
        }
        #expect(CMTimeMultiply(minus, multiplier: -3).isPositiveInfinity)
        #expect(!CMTimeMultiply(minus, multiplier: 0).isValid)
        #expect(CMTimeMultiplyByFloat64(plus, multiplier: -0.5).isNegativeInfinity)
        #expect(CMTimeMultiplyByRatio(unknown, multiplier: 1, divisor: 2).isIndefinite)
        #expect(CMTimeAbsoluteValue(minus).isPositiveInfinity)
        #expect(CMTimeAbsoluteValue(CMTime(value: .min, timescale: 1)).isPositiveInfinity)
        #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)) == CMTime(value: 3, timescale: 2))
    }

    @Test("times in different epochs are ordered, but not added")
    func epochs() {
        let first = CMTimeMakeWithEpoch(value: 9, timescale: 1, epoch: 1)
        let second = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
        let length = CMTime(value: 4, timescale: 1)
        #expect(first < second)
        #expect(!(first + second).isValid && !(second - first).isValid)
        #expect((second + length).epoch == 2 && (length + second).epoch == 2)
        #expect((first + first).epoch == 0 && (first - first).epoch == 0)
    }

    @Test("the order of all kinds of times is that of CMTimeCompare's documentation")
    func order() {
        let sorted: [CMTime] = [
            .negativeInfinity, CMTime(value: -1, timescale: 3), .zero, CMTime(value: 1, timescale: 3), .indefinite,
            .positiveInfinity, .invalid,
        ]
        for (i, a) in sorted.enumerated() {
            for (j, b) in sorted.enumerated() {
                #expect(CMTimeCompare(a, b) == (i < j ? -1 : i > j ? 1 : 0))
                #expect(CMTimeMinimum(a, b) == sorted[min(i, j)] && CMTimeMaximum(a, b) == sorted[max(i, j)])
            }
        }
        // Products of 2⁶³ and 2³¹ are compared exactly.
        #expect(CMTime(value: .max, timescale: .max) > CMTime(value: .max - 1, timescale: .max))
        #expect(CMTime(value: .min, timescale: .max) < CMTime(value: .max, timescale: .max))
    }

    @Test("a timescale below 1 makes no number")
    func badScale() {
        #expect(!CMTime(value: 1, timescale: 0).isValid && !CMTimeMake(value: 1, timescale: -600).isValid)
        #expect(!CMTimeMakeWithEpoch(value: 1, timescale: 0, epoch: 0).isValid)
        let forced = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
        #expect(!(forced + .zero).isValid && forced.seconds.isNaN && forced > .positiveInfinity)
        #expect(!CMTimeMultiplyByRatio(forced, multiplier: 1, divisor: 0).isValid)
    }
}
