import Foundation
import Testing

/// Tests with inputs that are mutated by their structure, a limited number of each kind. `VariantLongTests` reads more,
/// and whole units, each of which takes ten times as long as a variant of the other kinds.
///
/// Child processes of this program read them, so that a crash is a finding like any other.
@Suite("Structured variants of untrusted bytes", .serialized)
struct VariantTests {
    /// The smallest number for which `VariantProcess` looks for growth of memory and files.
    private static let count = 100

    @Test(
        "variants break no promise", .enabled(if: !VariantSeries.isChild),
        arguments: VariantKind.all.filter { $0.name != "units" })
    func variants(kind: VariantKind) throws {
        for finding in try VariantSeries.ofTests(kind, Self.count).run() { Issue.record("\(finding)") }
    }

    @Test("what was found stays repaired", .enabled(if: !VariantSeries.isChild))
    func regressions() throws {
        let files = try VariantKind.regressionFiles.get()
        try #require(!files.isEmpty)
        for finding in try VariantSeries.ofTests(.regressions, files.count).run() {
            let (target, file) = files[finding.number]
            Issue.record("\(target.name)/\(file.lastPathComponent): \(finding.text)")
        }
    }

    @Test("a child reads its variants", .enabled(if: VariantSeries.isChild))
    func child() throws { try VariantChild.run(try #require(VariantTask.ofThisProcess)) }
}

extension VariantSeries {
    /// Whether this process is a child that reads variants.
    static let isChild = VariantTask.ofThisProcess != nil

    /// Returns a series whose child processes run this program with only the test `child`.
    static func ofTests(_ kind: VariantKind, _ count: Int) throws -> VariantSeries {
        VariantSeries(
            kind: kind, count: count,
            program: URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")),
            arguments: ["--testing-library", "swift-testing", "--filter", "FuzzTests.VariantTests/child"],
            findingsFolder: URL(fileURLWithPath: "build/fuzz"))
    }
}

extension VariantKind: CustomTestStringConvertible {
    /// The name of the kind, for test reports.
    var testDescription: String { name }
}
