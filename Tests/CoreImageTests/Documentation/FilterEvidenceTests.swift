import Foundation
import Testing

/// Tests that the file with the evidence for each filter's pixels, from which `make docs` writes the status on the
/// filter's page, is that of the oracles.
@Suite("The status of filters in the documentation")
struct FilterEvidenceTests {
    private static let file = DocumentationPage.package.appendingPathComponent("Tests/Fixtures/filter-evidence.json")

    @Test("The recorded evidence is that of the oracles")
    func recorded() throws {
        let evidence = Dictionary(FilterOracle.all.map { ($0.filter, $0.evidence.rawValue) }) { first, _ in first }
        if ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try (encoder.encode(evidence) + Data("\n".utf8)).write(to: Self.file)
        }
        let recorded = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: Self.file))
        #expect(recorded == evidence, "run once with COREIMAGE_RECORD=1 to record the evidence anew")
    }
}
