import Foundation
import ImageUnits
import Testing

/// Tests that the tables of the page `PropertyListReference` are those generated from the reader's list of keys.
@Suite("The reference of property-list keys")
struct PropertyListReferenceTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Sources/CoreImage/CoreImage.docc/PropertyListReference.md")
    private static let start = "<!-- tables: COREIMAGE_RECORD=1 swift test --filter PropertyListReferenceTests -->\n"

    /// One table for each kind of dictionary, outer ones first.
    private static var tables: String {
        UnitKeyEntry.Place.allCases.map { place in
            let rows = UnitKeyEntry.all.filter { $0.place == place }.map { entry in
                let cells = [entry.type, entry.kinds.text, entry.absence, entry.meaning]
                return "| `\(entry.key)` | \(cells.joined(separator: " | ")) | `\(entry.example)` |"
            }
            let head = "| key | type | kinds | when left out | meaning | example |\n|---|---|---|---|---|---|\n"
            return "## \(place.rawValue)\n\n" + head
                + rows.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    @Test("The page's tables are those of the reader")
    func tables() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let parts = text.components(separatedBy: Self.start)
        try #require(parts.count == 2)
        if ProcessInfo.processInfo.environment["COREIMAGE_RECORD"] == "1" {
            try (parts[0] + Self.start + Self.tables).write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(parts[1] == Self.tables)
        }
    }

    @Test("No key stands twice in a place, and each row has its words")
    func rows() {
        var seen: Set<String> = []
        for entry in UnitKeyEntry.all {
            #expect(seen.insert(entry.place.rawValue + entry.key).inserted, "\(entry.key)")
            #expect(!entry.type.isEmpty && !entry.absence.isEmpty && !entry.example.isEmpty, "\(entry.key)")
            #expect(entry.meaning.hasSuffix("."), "\(entry.key)")
        }
    }
}
