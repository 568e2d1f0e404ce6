import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Versions of units in recipes")
struct UnitVersionTests {
    @Test("Versions compare number by number, missing ones being 0")
    func order() throws {
        let sorted = try ["0", "0.9", "1", "1.0.1", "1.2", "1.10", "2"].map { try #require(UnitVersion($0)) }
        #expect(sorted == sorted.sorted())
        #expect(try #require(UnitVersion("1")) == (try #require(UnitVersion("1.0.0"))))
        for text in ["", ".", "1.", "a", "1.-2", "1 ", "+1", "1.2.3.4.5", "9999999999", "１"] {
            #expect(UnitVersion(text) == nil, "\(text)")
        }
    }

    @Test(
        "A version requirement accepts the right versions",
        arguments: [
            ("1.2", ["1.2", "1.2.0", "1.99"], ["1.1.9", "2", "0.9"]),
            ("1.2..<1.5", ["1.2", "1.4.9"], ["1.5", "1.5.0", "1.1"]),
            ("1.2...1.5", ["1.2", "1.5", "1.5.0"], ["1.5.1", "1.1"]),
            ("0.3", ["0.3", "0.9"], ["1.0", "0.2"]),
        ])
    func requirement(text: String, good: [String], bad: [String]) throws {
        let requirement = try #require(VersionRequirement(text))
        for version in good { #expect(requirement.accepts(try #require(UnitVersion(version))), "\(version)") }
        for version in bad { #expect(!requirement.accepts(try #require(UnitVersion(version))), "\(version)") }
        #expect(VersionRequirement(requirement.description) == requirement)
    }

    @Test(
        "Empty ranges and other texts are no version requirements",
        arguments: ["", "2..<1", "1..<1", "2...1", "1..2", "x"])
    func wrong(text: String) { #expect(VersionRequirement(text) == nil) }
}
