import Foundation
import MediaTime
import Testing

@Suite("Conversions to timescales and seconds")
struct ScaleTests {
    private static let methods: [CMTimeRoundingMethod] = [
        .roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero, .roundTowardPositiveInfinity,
        .roundTowardNegativeInfinity,
    ]

    /// Rounds as the method's name says. Quotients of small integers are exact enough in double precision to decide.
    private static func rounded(_ x: Double, _ method: CMTimeRoundingMethod) -> Int64 {
        switch method {
        case .roundHalfAwayFromZero: Int64(x.rounded(.toNearestOrAwayFromZero))
        case .roundTowardZero, .quickTime: Int64(x.rounded(.towardZero))
        case .roundAwayFromZero: Int64(x.rounded(.awayFromZero))
        case .roundTowardPositiveInfinity: Int64(x.rounded(.up))
        case .roundTowardNegativeInfinity: Int64(x.rounded(.down))
        }
    }

    @Test("every method rounds all small fractions as its name says")
    func methods() {
        for value in Int64(-12)...12 {
            for scale in Int32(1)...8 {
                for new in Int32(1)...8 {
                    for method in Self.methods {
                        let result = CMTime(value: value, timescale: scale).convertScale(new, method: method)
                        let exact = value * Int64(new) % Int64(scale) == 0
                        let quotient = Double(value * Int64(new)) / Double(scale)
                        #expect(
                            result.value == Self.rounded(quotient, method), "\(value)/\(scale) to \(new), \(method)")
                        #expect(result.timescale == new && result.hasBeenRounded == !exact)
                    }
                }
            }
        }
    }

    @Test("QuickTime's method rounds towards zero to smaller timescales, and never a negative number to 0")
    func quickTime() {
        func value(_ value: Int64, _ from: Int32, _ to: Int32) -> Int64 {
            CMTime(value: value, timescale: from).convertScale(to, method: .quickTime).value
        }
        #expect(value(19, 10, 1) == 1 && value(-19, 10, 1) == -1)
        #expect(value(-1, 10, 1) == -1 && value(1, 10, 1) == 0)
        #expect(value(1, 3, 10) == 4 && value(-1, 3, 10) == -4)
    }

    @Test("a value that doesn't fit is infinite, and other times stay what they are")
    func limits() {
        let large = CMTime(value: .max, timescale: 1)
        #expect(large.convertScale(2, method: .default).isPositiveInfinity)
        #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default).isNegativeInfinity)
        #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
        #expect(CMTime.positiveInfinity.convertScale(0, method: .default).isPositiveInfinity)
        #expect(!large.convertScale(0, method: .default).isValid)
        let rounded = CMTime(value: 1, timescale: 3).convertScale(10, method: .default)
        #expect(rounded.convertScale(20, method: .default).hasBeenRounded)
    }

    @Test("seconds lose their fraction, and say so")
    func seconds() {
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600) == CMTime(value: 3, timescale: 2))
        #expect(!CMTime(seconds: 1.5, preferredTimescale: 600).hasBeenRounded)
        let tenth = CMTime(seconds: 0.29, preferredTimescale: 100)
        // 0.29 is below 29/100 in double precision, and 0.29 · 100 is 28.999999999999996.
        #expect(tenth.value == 28 && tenth.hasBeenRounded)
        #expect(CMTime(seconds: -0.9, preferredTimescale: 1).value == 0)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 1).isPositiveInfinity)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 1).isNegativeInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 1).isValid)
        #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: 0).isValid)
        // 2⁶⁰ seconds fit with a timescale of 4, but not of 8 and above.
        let long = CMTime(seconds: 0x1p60, preferredTimescale: 600)
        #expect(long.timescale == 4 && long.value == 1 << 62 && !long.hasBeenRounded)
        #expect(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTimeGetSeconds(CMTime(value: 1, timescale: 3)) == 1.0 / 3)
        #expect(CMTime.indefinite.seconds.isNaN && CMTime.invalid.seconds.isNaN)
        #expect(CMTime.positiveInfinity.seconds == .infinity && CMTime.negativeInfinity.seconds == -.infinity)
    }

    @Test("times are stored with Core Media's keys")
    func coding() throws {
        let time = CMTimeMakeWithEpoch(value: -1001, timescale: 30_000, epoch: 2)
        let data = try JSONEncoder().encode(time)
        let fields = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Int])
        #expect(fields == ["value": -1001, "timescale": 30_000, "flags": 1, "epoch": 2])
        #expect(try JSONDecoder().decode(CMTime.self, from: data) == time)
        for special in [CMTime.indefinite, .positiveInfinity, .invalid] {
            let back = try JSONDecoder().decode(CMTime.self, from: JSONEncoder().encode(special))
            #expect(back == special && back.flags == special.flags)
        }
        let range = CMTimeRange(start: time, duration: .zero)
        #expect(try JSONDecoder().decode(CMTimeRange.self, from: JSONEncoder().encode(range)) == range)
    }
}
