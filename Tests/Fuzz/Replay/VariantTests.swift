import Foundation
import Glibc
import Testing

/// Tests with inputs that are mutated by their structure: a limited number in every run, and 100,000 of each kind if
/// `COREIMAGE_LONG_TESTS` is set.
///
/// Child processes of this program read them, so that a crash is a finding like any other.
@Suite("Structured variants of untrusted bytes", .serialized)
struct VariantTests {
    private static let isChild = VariantTask.ofThisProcess != nil

    /// The kinds named by `COREIMAGE_VARIANT_KINDS`, separated by spaces; all if it isn't set.
    private static var kinds: [VariantKind] {
        let named = ProcessInfo.processInfo.environment["COREIMAGE_VARIANT_KINDS"]?.split(separator: " ").map(
            String.init)
        return VariantKind.all.filter { named?.contains($0.name) ?? true }
    }

    private static var count: Int {
        let environment = ProcessInfo.processInfo.environment
        return environment["COREIMAGE_VARIANTS"].flatMap { Int($0) }
            ?? (environment["COREIMAGE_LONG_TESTS"] == nil ? 300 : 100_000)
    }

    @Test("variants break no promise", .enabled(if: !isChild), arguments: kinds)
    func variants(kind: VariantKind) throws {
        let isLong = Self.count > 10_000
        let series = try Self.series(kind, Self.count)
        for finding in try series.run(report: { if isLong { print($0) } }) { Issue.record("\(finding)") }
    }

    @Test("what was found stays repaired", .enabled(if: !isChild))
    func regressions() throws {
        let files = try VariantKind.regressionFiles.get()
        try #require(!files.isEmpty)
        for finding in try Self.series(.regressions, files.count).run() {
            let (target, file) = files[finding.number]
            Issue.record("\(target.name)/\(file.lastPathComponent): \(finding.text)")
        }
    }

    /// Returns a series whose child processes run this program with only the test `child`.
    private static func series(_ kind: VariantKind, _ count: Int) throws -> VariantSeries {
        VariantSeries(
            kind: kind, count: count,
            program: URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")),
            arguments: ["--testing-library", "swift-testing", "--filter", "FuzzTests.VariantTests/child"],
            findingsFolder: URL(fileURLWithPath: "build/fuzz"))
    }

    @Test("a child reads its variants", .enabled(if: isChild))
    func child() throws { try VariantChild.run(try #require(VariantTask.ofThisProcess)) }
}

extension VariantKind: CustomTestStringConvertible {
    /// The name of the kind, for test reports.
    var testDescription: String { name }
}
