import Foundation
import ImageUnits
import Testing

/// Tests with names that differ in their bytes, but are equal as `String`.
@Suite("Names that look the same") struct EqualNameTests {
    @Test(
        "Two filters whose names are the same, or look the same, are an error of the unit",
        arguments: [("Caf\u{E9}", "Cafe\u{301}"), ("Glow", "Glow")])
    func filters(first: String, second: String) throws {
        let unit = try TestUnit(filters: TestUnit.filter(first) + TestUnit.filter(second))
        let reading = ImageUnitDescription.read(at: unit.bundle, languages: [])
        #expect(reading.unit == nil)
        let issue = try #require(reading.issues.first { $0.problem == .equalKeys })
        #expect(issue.severity == .error && issue.file == "Contents/Resources/Description.plist")
        #expect(issue.description.contains("names of two filters"))
    }

    @Test("Two units whose folders' names look the same are two") func bundles() throws {
        let (first, second) = (try TestUnit("Caf\u{E9}"), try TestUnit("x"))
        let other = first.folder.path + "/Cafe\u{301}.plugin"
        try FileManager.default.copyItem(atPath: second.bundle.path, toPath: other)
        let bundles = ImageUnitSearchPath(folders: [first.folder]).bundles()
        #expect(bundles.count == 2)
        #expect(Set(bundles.map { Array($0.path.utf8) }).contains(Array(other.utf8)))
    }
}
