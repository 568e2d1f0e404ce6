import Foundation
import Testing

@testable import UnitValidation

@Suite("List of checks")
struct CheckListTests {
    @Test("every level from 1 to 10 has a check, and levels only rise")
    func levels() {
        let levels = ValidationCheck.all.map(\.level)
        #expect(levels == levels.sorted())
        #expect(Set(levels) == Set(ValidationOptions.levels))
    }

    @Test("names are different, and a check needs only earlier ones")
    func names() {
        var seen: Set<String> = []
        for check in ValidationCheck.all {
            #expect(Set(check.needs).isSubset(of: seen), "\(check.name)")
            #expect(seen.insert(check.name).inserted, "\(check.name)")
            #expect(check.reason.hasSuffix("."), "\(check.name)")
        }
    }

    @Test("the page for authors lists the same checks, in the same order, with the same reasons")
    func page() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: package.appendingPathComponent("Sources/CoreImage/CoreImage.docc/ValidatingAUnit.md"),
            encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.dropFirst(2).first?.isNumber == true && $0.hasPrefix("| ") }
            .map(String.init)
        let expected = ValidationCheck.all.map { "| \($0.level) | `\($0.name)` | \($0.reason) |" }
        #expect(rows == expected)
    }

    @Test("a level chooses the checks up to it, names choose among all")
    func choice() {
        var options = ValidationOptions()
        options.level = 1
        #expect(ValidationCheck.chosen(by: options).map(\.name) == ["bundle-structure", "property-lists", "loads"])
        options.onlyChecks = ["fuzzing"]
        #expect(ValidationCheck.chosen(by: options).map(\.name) == ["fuzzing"])
    }
}
