import Foundation
import Testing

/// Tests with more inputs that are mutated by their structure: 300 of each kind, 100,000 if `COREIMAGE_LONG_TESTS` is
/// set, or as many as `COREIMAGE_VARIANTS` says.
@Suite("Structured variants of untrusted bytes, at length", .serialized)
struct VariantLongTests {
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

    @Test("more variants break no promise", .enabled(if: !VariantSeries.isChild), arguments: kinds)
    func variants(kind: VariantKind) throws {
        let isLong = Self.count > 10_000
        let series = try VariantSeries.ofTests(kind, Self.count)
        for finding in try series.run(report: { if isLong { print($0) } }) { Issue.record("\(finding)") }
    }
}
