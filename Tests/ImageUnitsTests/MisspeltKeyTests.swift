import Foundation
import ImageUnits
import TestSupport
import Testing

/// Tests that a misspelt key in a property list causes exactly one message, which names the right key.
@Suite("Misspelt keys")
struct MisspeltKeyTests {
    private static let description = "Contents/Resources/Description.plist"

    /// Reads a unit in whose Description.plist the only occurrence of a key is replaced by another spelling.
    private func reading(
        _ filter: String, replacing key: String, by written: String, kernels: [String] = ["Glow"]
    ) throws -> ImageUnitReading {
        let unit = try TestUnit(filters: filter, kernels: kernels)
        let text = try String(contentsOfFile: unit.path(Self.description), encoding: .utf8)
        let (old, new) = ("<key>\(key)</key>", "<key>\(written)</key>")
        try #require(text.components(separatedBy: old).count == 2)
        try unit.write(Self.description, text.replacingOccurrences(of: old, with: new))
        return unit.read()
    }

    private static let kernel = TestUnit.filter(inputs: TestUnit.input("inputImage", "CIImage"))
    private static let processor = """
        <key>Blur</key><dict><key>CIFilterAttributes</key><dict>
        <key>CIAttributeFilterCategories</key><array><string>CICategoryBlur</string></array>
        <key>CIInputs</key><array>\(TestUnit.input("inputImage", "CIImage"))</array></dict>
        <key>CIProcessorFunction</key><string>blur</string>
        <key>CIRegionFunction</key><string>blur_region</string></dict>
        """

    @Test(
        "Every key that decides about a kernel's filter, or must be there",
        arguments: [
            ("CIPlugInFilterList", "CIPluginFilterLst", "Contents/Resources/Description.plist:3"),
            ("CIFilterAttributes", "CIFilterAtributes", "Contents/Resources/Description.plist:4"),
            ("CIInputs", "CIInput", "Contents/Resources/Description.plist:6"),
            ("CIAttributeName", "CIAttributName", "Contents/Resources/Description.plist:6"),
            ("CIAttributeClass", "CIAttributeClas", "Contents/Resources/Description.plist:7"),
            ("CIKernelFile", "CIKernelFil", "Contents/Resources/Description.plist:8"),
        ])
    func decisive(key: String, written: String, place: String) throws {
        let reading = try reading(Self.kernel, replacing: key, by: written)
        #expect(reading.issues.map(\.problem) == [.unknownKey(written, nearest: key)])
        let issue = try #require(reading.issues.first)
        #expect(issue.severity == .error && reading.filter == nil)
        #expect(issue.description.contains(" \(place): ") && issue.description.hasSuffix("did you mean \(key)?"))
    }

    @Test(
        "Every key that decides about a C function's filter",
        arguments: [("CIProcessorFunction", "CIProcesorFunction"), ("CIRegionFunction", "CIRegionFunktion")])
    func functions(key: String, written: String) throws {
        let reading = try reading(Self.processor, replacing: key, by: written)
        let found = reading.issues.map(\.problem).filter { $0 != .noExecutable && $0 != .regionWithoutFunction }
        #expect(found == [.unknownKey(written, nearest: key)])
        #expect(reading.errors.contains(.unknownKey(written, nearest: key)))
        #expect(reading.filter == nil)
    }

    @Test(
        "A key that may be missing is a warning, and only one",
        arguments: [
            ("CIPlugInVersion", "CIPlugInVersoin"), ("CIFilterClass", "CIFilterClss"),
            ("CIAttributeFilterCategories", "CIAttributeFilterCategory"),
        ])
    func optional(key: String, written: String) throws {
        let reading = try reading(Self.kernel, replacing: key, by: written)
        #expect(reading.issues.map(\.problem) == [.unknownKey(written, nearest: key)])
        #expect(reading.issues.map(\.severity) == [.warning])
        #expect(reading.filter != nil)
    }

    @Test("The class of a filter in Swift must be named, so that its misspelling is an error")
    func className() throws {
        let filter = "<key>Wave</key><dict><key>CIFilterClss</key><string>Wave</string></dict>"
        let reading = try TestUnit(filters: filter).read()
        #expect(reading.errors == [.unknownKey("CIFilterClss", nearest: "CIFilterClass")])
        #expect(reading.warnings == [])
    }

    @Test(
        "Keys of Info.plist that differ by a letter or two from those that count; keys of others are no mistakes",
        arguments: [
            ("CFBundleIdentifer", "CFBundleIdentifier"), ("NSPrincipleClass", "NSPrincipalClass"),
            ("CFBundelExecutable", "CFBundleExecutable"), ("CFBundleDevelopmentRegoin", "CFBundleDevelopmentRegion"),
        ])
    func info(written: String, key: String) throws {
        let unit = try TestUnit(filters: Self.kernel)
        let others = ["CFBundleName", "CFBundleSignature", "CFBundleIconFile", "CFBundlePackageType", "NSMainNibFile"]
        let keys = (others + [written]).map { "<key>\($0)</key><string>x</string>" }.joined(separator: "\n")
        try unit.write("Contents/Info.plist", TestUnit.list(keys))
        let issues = unit.read().issues
        #expect(issues.map(\.problem) == [.unknownKey(written, nearest: key)])
        #expect(issues.first?.line == 8)
    }

    @Test("A misspelt CFBundleExecutable is the one error of a unit with code")
    func executable() throws {
        let filter = "<key>Wave</key><dict><key>CIFilterClass</key><string>Wave</string></dict>"
        let unit = try TestUnit(filters: filter, info: "<key>CFBundleExecutabel</key><string>Wave</string>")
        let issues = unit.read().issues
        #expect(issues.map(\.problem) == [.unknownKey("CFBundleExecutabel", nearest: "CFBundleExecutable")])
        #expect(issues.map(\.severity) == [.error] && issues.map(\.scope) == [.executable])
    }

    @Test("The inputs without 'input' of all filters are one note")
    func unprefixed() throws {
        let inputs = ["radius", "angle", "centre", "tint", "width", "inputAmount"].map {
            TestUnit.input($0, "NSNumber")
        }
        let unit = try TestUnit(
            filters: TestUnit.filter("Aaa", inputs: inputs.joined())
                + TestUnit.filter("Bbb", inputs: inputs.prefix(2).joined()))
        let reading = unit.read()
        #expect(reading.unit?.filters.count == 2)
        #expect(
            reading.issues.map(\.description) == [
                "Sample.plugin: note: Contents/Resources/Description.plist: the names of 5 inputs don't start with 'input' (radius, angle, "
                    + "centre, tint and 1 more); rename them, the first to inputRadius; until then their keys are these names"
            ])
    }

    @Test("Unknown keys are not compared with the inputs beside them, of which there may be as many") func manyKeys()
        throws
    {
        try expectProcessorTime(below: .seconds(60)) {
            let numbers = 10_000..<22_000
            let inputs = numbers.map { "<key>input\($0)</key><dict/>" }.joined()
            let unknown = numbers.map { "<key>outer\($0)</key><true/>" }.joined()
            let reading = try TestUnit(filters: TestUnit.filter(attributes: inputs + unknown)).read()
            #expect(reading.warnings.count == numbers.count)
            #expect(reading.warnings.first == .unknownKey("outer10000", nearest: nil))
        }
    }

    @Test("A filter name longer than 255 bytes is refused with one error") func longName() throws {
        try expectProcessorTime(below: .seconds(60)) {
            let name = String(repeating: "n", count: 1 << 20)
            let inputs = String(repeating: "<dict/>", count: 20_000)
            let unit = try TestUnit(filters: TestUnit.filter(name, inputs: inputs) + TestUnit.filter())
            let reading = unit.read()
            #expect(reading.errors == [.longFilterName(limit: 255)])
            #expect(reading.unit?.filters.map(\.name) == ["Glow"])
            #expect(reading.refusedFilters.map(\.name) == [name])
        }
    }
}
