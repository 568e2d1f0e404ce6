import CoreImage
import Foundation
import Testing

@testable import UnitValidation

@Suite("Checks of robustness")
struct RobustnessCheckTests {
    private static let same = "return sample(image, samplerCoord(image)) * amount;"

    @Test("keys that are accepted without an error")
    func garbage() {
        let verdict = CheckTrial.verdict(of: "garbage-values") { CarelessTrials.IgnoringKeys(Self.same) }
        #expect(verdict?.failures.hasPrefix("an unknown key is accepted without an error") == true)
        #expect(CheckTrial.verdict(of: "garbage-values") { KernelTrial.darker() } == .passed([]))
    }

    @Test("a filter that assumes images at the origin is found")
    func images() {
        let verdict = CheckTrial.verdict(of: "unusual-images") { CarelessTrials.Positive(Self.same) }
        #expect(verdict?.failures.contains("the result for an image with a negative origin is empty") == true)
        #expect(CheckTrial.verdict(of: "unusual-images") { KernelTrial.darker() } == .passed([]))
    }

    @Test("a filter that only works on one thread")
    func threads() {
        let verdict = CheckTrial.verdict(of: "many-threads") { UnsteadyTrials.ThreadBound(Self.same) }
        #expect(verdict?.failures.contains("filters used on several threads") == true)
        #expect(CheckTrial.verdict(of: "many-threads") { KernelTrial.darker() } == .passed([]))
    }

    @Test("the cost is reported, and limits apply")
    func cost() {
        var options = CheckTrial.quick
        #expect(CheckTrial.verdict(of: "time-and-memory") { KernelTrial.darker() }?.kind == .passed)
        options.millisecondsPerMegapixel = 1e-6
        let slow = CheckTrial.verdict(of: "time-and-memory", options: options) { KernelTrial.darker() }
        #expect(slow?.failures.contains("over the limit of 1e-06 ms") == true)
        options.millisecondsPerMegapixel = 1e9
        #expect(CheckTrial.verdict(of: "time-and-memory", options: options) { KernelTrial.darker() }?.kind == .passed)
    }

    @Test("fuzzing finds the picture of width 1, and its seed finds it again at once")
    func fuzzing() throws {
        var options = CheckTrial.quick
        options.fuzzingSeconds = 60
        let found = CheckTrial.verdict(of: "fuzzing", options: options) { CarelessTrials.Dividing(Self.same) }
        let text = try #require(found?.failures)
        #expect(text.contains(", 1 × ") && text.contains("is not a number"), "\(text)")
        let words = text.split(separator: " ")
        let place = try #require(words.firstIndex(of: "--seed"))
        options.seed = try #require(UInt64(words[place + 1]))
        options.fuzzingSeconds = 0
        #expect(CheckTrial.verdict(of: "fuzzing", options: options) { CarelessTrials.Dividing(Self.same) } == found)
        #expect(
            CheckTrial.verdict(of: "fuzzing", options: options) { KernelTrial.darker() }
                == .passed(["1 trial from seed \(options.seed)"]))
    }
}
