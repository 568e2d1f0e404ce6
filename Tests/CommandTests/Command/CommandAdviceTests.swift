import CoreImage
import Foundation
import Testing

@testable import Command
@testable import CommandOutput
@testable import FilterChains

/// Tests that the command's error messages name commands to run, not functions of the library.
@Suite("The command's words") struct CommandAdviceTests {
    @Test("An unknown filter's remedy is a command, not a function")
    func unknownFilter() {
        let error = CIFilterError.unknownFilter(name: "Qqqqqqqq", suggestion: nil)
        #expect(
            StandardError.text(of: error)
                == "there is no filter named Qqqqqqqq; list the filters with 'coreimage filters'")
        #expect(error.description.contains("CIFilter.filterNames(inCategory: nil)"), "programs get their own words")
    }

    @Test("A part of a filter's name suggests the filters that have it")
    func partOfName() throws {
        let names = [
            "CIBokehBlur", "CIBoxBlur", "CIBumpDistortion", "CIBumpDistortionLinear", "CIDiscBlur", "CIZoomBlur",
        ]
        #expect(
            FilterName.similar(to: "bump", among: names) == "did you mean CIBumpDistortion or CIBumpDistortionLinear?")
        #expect(FilterName.similar(to: "box", among: names) == "did you mean CIBoxBlur?")
        #expect(
            FilterName.similar(to: "blur", among: names)
                == "4 filters have it in their names: CIBokehBlur, CIBoxBlur, CIDiscBlur and others; list them with "
                + "'coreimage filters --search blur'")
        #expect(FilterName.similar(to: "crystal", among: names) == nil)
        #expect(FilterName.similar(to: "ci", among: names) == nil, "two letters are in most names")
        let error = #expect(throws: Refusal.self) { _ = try FilterName.filter(named: "Blur") }
        #expect("\(try #require(error))".hasPrefix("there is no filter named Blur; "))
    }

    @Test("validate --filter suggests the unit's nearest filter")
    func validatedFilter() throws {
        let command = try CommandProcess()
        try #require(try command.run(["units", "new", "WarmGlow"]).code == 0)
        try #require(try command.run(["units", "build", "WarmGlow"]).code == 0)
        let outcome = try command.run(["units", "validate", "WarmGlow/build/WarmGlow.plugin", "--filter", "WarmGlo"])
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("has no filter WarmGlo; did you mean WarmGlow?"), "\(outcome.errors)")
    }

    @Test("The time of day is local, on the 24-hour clock", arguments: [0, 9, 12, 14, 23])
    func time(hour: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = DateComponents(year: 2026, month: 1, day: 15, hour: hour, minute: 5, second: 9)
        let date = try #require(calendar.date(from: parts))
        let expected = (hour < 10 ? "0" : "") + "\(hour):05:09"
        #expect(ClockTime.text(of: time_t(date.timeIntervalSince1970)) == expected)
    }
}
