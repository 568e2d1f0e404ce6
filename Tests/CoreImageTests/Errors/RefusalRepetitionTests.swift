import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Repeated refusals")
struct RefusalRepetitionTests {
    @Test("The same reason is said once a second, with the number of times between; others at once")
    func repeated() {
        var repetition = RefusalRepetition()
        let start = ContinuousClock.now
        #expect(repetition.text(for: "a", at: start) == "a")
        for step in 1...99 {
            #expect(repetition.text(for: "a", at: start.advanced(by: .milliseconds(10 * step))) == nil)
        }
        #expect(repetition.text(for: "b", at: start.advanced(by: .milliseconds(500))) == "b")
        #expect(repetition.text(for: "a", at: start.advanced(by: .seconds(1))) == "a (and 99 times before)")
        #expect(repetition.text(for: "a", at: start.advanced(by: .seconds(3))) == "a")
    }

    @Test("Any number of different reasons are said, in bounded memory")
    func many() {
        var repetition = RefusalRepetition()
        let now = ContinuousClock.now
        for number in 0..<10 * RefusalRepetition.capacity {
            #expect(repetition.text(for: "\(number)", at: now) == "\(number)")
        }
    }
}
