import Foundation
import Testing

@testable import UnitValidation

@Suite("Validation report")
struct ValidationReportTests {
    private func report(_ verdicts: Verdict...) -> ValidationReport {
        ValidationReport(
            unit: "Glow.plugin", level: 5, seed: 7,
            results: verdicts.map { CheckResult(check: "loads", level: 1, filter: "Glow", verdict: $0, seconds: 0) })
    }

    @Test("exit codes: the worst verdict counts, a skipped one doesn't")
    func exitCodes() {
        let finding = [Finding("It is wrong", remedy: "mend it")]
        #expect(report(.passed([]), .skipped("no")).exitCode(isStrict: true) == 0)
        #expect(report(.warning(finding), .passed([])).exitCode(isStrict: false) == 0)
        #expect(report(.warning(finding), .passed([])).exitCode(isStrict: true) == 1)
        #expect(report(.failed(finding), .warning(finding)).exitCode(isStrict: false) == 1)
        #expect(report(.crashed("gone"), .failed(finding)).exitCode(isStrict: false) == 3)
        #expect(report().exitCode(isStrict: true) == 0)
    }

    @Test("verdicts come back from JSON as they were")
    func coding() throws {
        let verdicts: [Verdict] = [
            .passed(["fast"]), .failed([Finding("a", remedy: "b")]), .warning([Finding("c")]), .skipped("d"),
            .crashed("e"),
        ]
        for verdict in verdicts {
            let data = try JSONEncoder().encode(verdict)
            #expect(try JSONDecoder().decode(Verdict.self, from: data) == verdict)
        }
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(verdicts[4])) as? [String: String]
        #expect(json == ["outcome": "crashed", "reason": "e"])
    }

    @Test("the table has a line for each check, findings below it, and a sum")
    func text() {
        let text = report(
            .passed(["12.5 ms a megapixel"]), .failed([Finding("It is\nwrong\u{1B}[2J", remedy: "mend it")])
        ).text
        #expect(
            text == """
                Glow.plugin  level 5  seed 7

                Glow
                  passed     1  loads  12.5 ms a megapixel
                  failed     1  loads
                                It is
                                wrong\u{FFFD}[2J; mend it

                1 passed, 1 failed
                """)
    }
}
