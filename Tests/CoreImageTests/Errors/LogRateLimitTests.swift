import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Repeated refusals")
struct LogRateLimitTests {
    @Test("Each reason is reported at most once a second, with the number of repetitions; new reasons at once")
    func repeated() {
        var repetition = LogRateLimit()
        let start = ContinuousClock.now
        #expect(repetition.text(for: "a", at: start) == "a")
        for step in 1...99 {
            #expect(repetition.text(for: "a", at: start.advanced(by: .milliseconds(10 * step))) == nil)
        }
        #expect(repetition.text(for: "b", at: start.advanced(by: .milliseconds(500))) == "b")
        #expect(repetition.text(for: "a", at: start.advanced(by: .seconds(1))) == "a (and 99 times before)")
        #expect(repetition.text(for: "a", at: start.advanced(by: .seconds(3))) == "a")
    }

    @Test("Any number of different reasons are reported; the first ones are forgotten")
    func many() {
        var repetition = LogRateLimit()
        let now = ContinuousClock.now
        for number in 0..<10 * LogRateLimit.capacity {
            #expect(repetition.text(for: "\(number)", at: now) == "\(number)")
        }
        let last = 10 * LogRateLimit.capacity - 1
        #expect(repetition.text(for: "\(last)", at: now) == nil)
        // A reason that is still in memory would not be reported again.
        #expect(repetition.text(for: "0", at: now) == "0")
    }
}
