import Foundation
import Glibc
import Testing

/// Inputs that are changed where they have structure: a bounded number in every run, and with `COREIMAGE_LONG_TESTS` 100,000 of each kind.
///
/// They are read by this program, started once more, so that a crash is a finding like any other.
@Suite("Structured variants of untrusted bytes")
struct VariantTests {
    private static let isChild = VariantTask.ofThisProcess != nil

    private static var count: Int {
        let environment = ProcessInfo.processInfo.environment
        return environment["COREIMAGE_VARIANTS"].flatMap { Int($0) }
            ?? (environment["COREIMAGE_LONG_TESTS"] == nil ? 300 : 100_000)
    }

    @Test("variants break no promise", .enabled(if: !isChild), arguments: VariantKind.all)
    func series(kind: VariantKind) throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let series = VariantSeries(
            kind: kind, count: Self.count, program: URL(fileURLWithPath: program),
            arguments: ["--testing-library", "swift-testing", "--filter", "FuzzTests.VariantTests/child"],
            findingsFolder: URL(fileURLWithPath: "build/fuzz"))
        let isLong = Self.count > 10_000
        for finding in try series.run(report: { if isLong { print($0) } }) { Issue.record("\(finding)") }
    }

    @Test("a child reads its variants", .enabled(if: isChild))
    func child() throws { try VariantChild.run(try #require(VariantTask.ofThisProcess)) }
}

extension VariantKind: CustomTestStringConvertible {
    /// The name, in reports.
    var testDescription: String { name }
}
