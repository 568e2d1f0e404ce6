import Foundation
import Testing

@testable import ImageUnits

/// Values of wrong types under keys that don't decide whether a filter works: one warning each, and the filter stays.
@Suite("Types of values")
struct ValueTypeTests {
    private static let values = ["<integer>5</integer>", "<array><integer>1</integer></array>", "<data>ZA==</data>"]

    private func check(_ unit: TestUnit, key: String, expected: String, _ place: String) throws {
        let reading = unit.read()
        let issue = try #require(reading.issues.first)
        guard case .wrongType(expected: expected, found: _) = issue.problem else {
            Issue.record("\(issue)")
            return
        }
        #expect(reading.issues.count == 1 && issue.severity == .warning && reading.filter != nil)
        #expect(issue.keyPath?.hasSuffix(key) == true && issue.description.contains(place))
    }

    private static let image = TestUnit.input("inputImage", "CIImage")

    @Test(
        "Attributes of a filter",
        arguments: [
            "CIAttributeFilterName", "CIAttributeReferenceDocumentation", "CIAttributeFilterAvailable_Mac",
            "CIAttributeFilterAvailable_iOS",
        ], Self.values)
    func attributes(key: String, value: String) throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(inputs: Self.image, attributes: "<key>\(key)</key>\(value)"))
        try check(unit, key: key, expected: "string", "Description.plist")
    }

    @Test("Attributes of an input", arguments: ["CIUIParameterSet", "CIAttributeReferenceDocumentation"], Self.values)
    func input(key: String, value: String) throws {
        let input = TestUnit.input("inputImage", "CIImage", "<key>\(key)</key>\(value)")
        try check(try TestUnit(filters: TestUnit.filter(inputs: input)), key: key, expected: "string", "[0]")
    }

    @Test("The second name of a filter", arguments: Self.values)
    func displayName(value: String) throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(
                inputs: Self.image, attributes: "<key>CIAttributeFilterDisplayName</key><string>Glow</string>",
                extra: "<key>CIFilterDisplayName</key>\(value)"))
        try check(unit, key: "CIFilterDisplayName", expected: "string", "Description.plist")
    }

    @Test("A custom interface is there or not", arguments: Self.values)
    func customInterface(value: String) throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(inputs: Self.image, extra: "<key>CIHasCustomInterface</key>\(value)"))
        try check(unit, key: "CIHasCustomInterface", expected: "boolean", "Description.plist")
        let flag = try TestUnit(
            filters: TestUnit.filter(inputs: Self.image, extra: "<key>CIHasCustomInterface</key><true/>"))
        #expect(flag.read().issues.isEmpty)
    }

    @Test("The number of a build beside a version", arguments: Self.values)
    func version(value: String) throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(inputs: Self.image),
            info: "<key>CFBundleShortVersionString</key><string>2.1</string><key>CFBundleVersion</key>\(value)")
        try check(unit, key: "CFBundleVersion", expected: "string", "Info.plist")
        #expect(unit.read().unit?.version == "2.1")
    }

    @Test("A category without its array")
    func category() throws {
        let filter = TestUnit.filter(inputs: Self.image).replacingOccurrences(
            of: "<array><string>CICategoryStylize</string></array>", with: "<string>CICategoryStylize</string>")
        let unit = try TestUnit(filters: filter)
        try check(unit, key: "CIAttributeFilterCategories", expected: "array", "Description.plist")
        #expect(unit.read().filter?.categories == ["CICategoryStylize"])
    }

    @Test("A Boolean for a number, except where the number says yes or no")
    func boolean() throws {
        let value = "<key>CIAttributeDefault</key><true/>"
        let number = try TestUnit(
            filters: TestUnit.filter(inputs: TestUnit.input("inputAmount", "NSNumber", value)))
        try check(number, key: "CIAttributeDefault", expected: "number", "[0]")
        let type = "<key>CIAttributeType</key><string>CIAttributeTypeBoolean</string>"
        let flag = try TestUnit(
            filters: TestUnit.filter(inputs: TestUnit.input("inputFlag", "NSNumber", type + value)))
        #expect(flag.read().issues.isEmpty && flag.read().filter?.inputs[0].defaultValue == .number(1))
    }

    @Test("An array for a vector's text")
    func vector() throws {
        let value = "<key>CIAttributeDefault</key><array><integer>1</integer></array>"
        let unit = try TestUnit(filters: TestUnit.filter(inputs: TestUnit.input("inputCenter", "CIVector", value)))
        try check(unit, key: "CIAttributeDefault", expected: "string", "[0]")
        #expect(unit.read().issues[0].description.contains("this is an array, not a string"))
    }

    @Test(
        "Misspelt keys of Core Image in Info.plist",
        arguments: ["CorImageMinimumVersion", "CoremIageMinimumVersion", "Coreimageminimumversion"])
    func minimumVersion(key: String) throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(inputs: Self.image), info: "<key>\(key)</key><string>99.0</string>")
        #expect(unit.read().issues.map(\.problem) == [.unknownKey(key, nearest: "CoreImageMinimumVersion")])
    }
}
