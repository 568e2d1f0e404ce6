import Foundation
import ImageUnits
import Testing

@Suite("Description.plist")
struct DescriptionTests {
    /// The filter of the guide's Listing 9-13, in its key spellings and with its stray spaces.
    static let kernelFilter = """
        <key>MyKernelFilter</key><dict>
          <key>CIFilterAttributes</key><dict>
            <key>CIAttributeFilterCategories</key><array>
              <string>CICategoryStylize</string><string>CICategoryVideo</string><string>CICategoryStillImage</string></array>
            <key>CIAttributeFilterDisplayName</key><string>MyKernelFilter</string>
            <key>CIInputs</key><array>
              <dict><key>CIAttributeClass</key><string>CIImage</string><key>CIAttributeDisplayName</key><string>inputImage</string>
                <key>CIAttributeName</key><string>inputImage</string></dict>
              <dict><key>CIAttributeClass</key><string>NSNumber</string><key>CIAttributeDefault</key><real>8</real>
                <key>CIAttributeDisplayName</key><string>inputScale</string><key>CIAttributeIdentity</key><real>8</real>
                <key>CIAttributeMin</key><real>1</real><key>CIAttributeName</key><string>inputScale</string>
                <key>CIAttributeSliderMax</key><real>16</real><key>CIAttributeSliderMin</key><real>1</real></dict>
              <dict><key>CIAttributeClass</key><string>NSNumber</string><key>CIAttributeDefault</key><real>1.2</real>
                <key>CIAttributeDisplayName</key><string> inputGreenWeight </string>
                <key>CIAttributeIdentity</key><real>1.2</real><key>CIAttributeMin</key><real>1</real>
                <key>CIAttributeName</key><string>inputGreenWeight</string>
                <key>CIAttributeSliderMax</key><real>3.0</real><key>CIAttributeSliderMin</key><real>1</real></dict>
            </array>
          </dict>
          <key>CIFilterClass</key><string>MyKernelFilter</string>
          <key>CIHasCustomInterface</key><false/>
          <key>CIKernelFile</key><string>MyKernelFilter</string>
        </dict>
        """

    @Test("Listing 9-13 is read completely")
    func listing() throws {
        let unit = try TestUnit(filters: Self.kernelFilter, kernels: ["MyKernelFilter"])
        let reading = unit.read()
        #expect(reading.issues.map(\.description) == [])
        let filter = try #require(reading.filter)
        #expect(filter.name == "MyKernelFilter")
        #expect(filter.kind == .nonexecutable)
        #expect(filter.className == "MyKernelFilter")
        #expect(filter.kernelFile == "Contents/Resources/MyKernelFilter.cikernel")
        #expect(filter.categories == ["CICategoryStylize", "CICategoryVideo", "CICategoryStillImage"])
        #expect(!filter.hasCustomInterface)
        #expect(filter.inputs.map(\.name) == ["inputImage", "inputScale", "inputGreenWeight"])
        let weight = filter.inputs[2]
        #expect(weight.displayName == "inputGreenWeight")
        #expect(weight.defaultValue == .number(1.2) && weight.identity == .number(1.2))
        #expect(weight.minimum == 1 && weight.maximum == nil && weight.sliderMinimum == 1 && weight.sliderMaximum == 3)
        #expect(filter.inputs[1].defaultValue == .number(8) && filter.inputs[1].sliderMaximum == 16)
        let source = try #require(try filter.kernelSource())
        #expect(source.file == "Sample.plugin/Contents/Resources/MyKernelFilter.cikernel")
        #expect(source.text.hasPrefix("kernel vec4 glow"))
    }

    @Test("A binary list says the same as the XML")
    func binary() throws {
        let unit = try TestUnit(filters: Self.kernelFilter, kernels: ["MyKernelFilter"])
        let expected = unit.read().unit
        for file in ["Contents/Info.plist", "Contents/Resources/Description.plist"] {
            let list = try PropertyListSerialization.propertyList(
                from: Data(contentsOf: URL(fileURLWithPath: unit.path(file))), format: nil)
            try unit.write(file, PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        }
        #expect(unit.read().unit == expected)
        #expect(expected != nil)
    }

    @Test("CIInputs and the attributes may stand outside CIFilterAttributes")
    func outside() throws {
        let unit = try TestUnit(
            filters: """
                <key>Glow</key><dict><key>CIKernelFile</key><string>Glow.cikernel</string>
                <key>CIFilterDisplayName</key><string>A Glow</string><key>CIHasCustomInterface</key><string></string>
                <key>CIAttributeFilterCategories</key><array><string>CICategoryBlur</string></array>
                <key>CIInputs</key><array>\(TestUnit.input("inputImage", "CIImage"))</array>
                <key>CIOutputs</key><array><string>outputImage</string></array></dict>
                """)
        let reading = unit.read()
        #expect(reading.issues.map(\.description) == [])
        let filter = try #require(reading.filter)
        #expect(filter.inputs.map(\.name) == ["inputImage"])
        #expect(filter.displayName == "A Glow")
        #expect(filter.className == "Glow")
        #expect(filter.categories == ["CICategoryBlur"])
        #expect(filter.outputs == [.string("outputImage")])
        #expect(filter.hasCustomInterface)
    }

    @Test("A misspelt key is named with its right spelling and kept out of the way")
    func unknownKeys() throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(
                inputs: TestUnit.input("inputAmount", "NSNumber", "<key>CIAttributeSliderMaxx</key><real>2</real>"),
                extra: "<key>CIHasCustomInterfaces</key><false/>"),
            top: "<key>CIPluginVersion</key><integer>1</integer>")
        let reading = unit.read()
        #expect(reading.unit?.filters.count == 1)
        #expect(
            reading.warnings == [
                .unknownKey("CIPluginVersion", nearest: "CIPlugInVersion"),
                .unknownKey("CIHasCustomInterfaces", nearest: "CIHasCustomInterface"),
                .unknownKey("CIAttributeSliderMaxx", nearest: "CIAttributeSliderMax"),
            ])
        let last = try #require(reading.issues.last)
        #expect(last.keyPath == "CIPlugInFilterList.Glow.CIFilterAttributes.CIInputs[0].CIAttributeSliderMaxx")
        #expect(reading.filter?.inputs[0].attributes["CIAttributeSliderMaxx"] == .real(2))
    }

    @Test("An invalid filter doesn't prevent the others from loading")
    func neighbours() throws {
        let unit = try TestUnit(
            filters: TestUnit.filter("Aaa", inputs: TestUnit.input("inputImage", "CIImage"))
                + TestUnit.filter("Bbb", inputs: "<string>inputImage</string>")
                + "<key>Ccc</key><string>no dictionary</string>"
                + TestUnit.filter("Ddd", kernel: "Missing")
                + TestUnit.filter("Eee", inputs: TestUnit.input("inputImage", "CIImage")))
        let reading = unit.read()
        #expect(reading.unit?.filters.map(\.name) == ["Aaa", "Eee"])
        #expect(reading.issues.map(\.filterName) == ["Bbb", "Ccc", "Ddd"])
        #expect(
            reading.errors == [
                .wrongType(expected: "dictionary", found: "string"),
                .wrongType(expected: "dictionary", found: "string"),
                .missingFile(path: "Contents/Resources/Missing.cikernel", nearest: nil),
            ])
    }

    @Test(
        "The version of the architecture is 1, written as people write it",
        arguments: [
            ("<integer>1</integer>", 0), ("<real>1.0</real>", 0), ("<string>1.0</string>", 0),
            ("<integer>2</integer>", 1),
            ("<string>one</string>", 1),
        ])
    func version(value: String, errors: Int) throws {
        let unit = try TestUnit(filters: TestUnit.filter())
        let filters = "<key>CIPlugInFilterList</key><dict>\(TestUnit.filter())</dict>"
        try unit.write(
            "Contents/Resources/Description.plist", TestUnit.list(filters + "<key>CIPlugInVersion</key>" + value))
        let reading = unit.read()
        #expect(reading.errors.count == errors)
        #expect((reading.unit == nil) == (errors > 0))
        try unit.write("Contents/Resources/Description.plist", TestUnit.list(filters))
        #expect(unit.read().warnings == [.missingKey("CIPlugInVersion")])
        #expect(unit.read().unit != nil)
    }

    @Test("Lists that are broken, empty, missing or of the wrong type give an error with its place")
    func brokenLists() throws {
        let unit = try TestUnit(filters: TestUnit.filter())
        let description = "Contents/Resources/Description.plist"
        func problems(_ text: String) throws -> [ImageUnitProblem] {
            try unit.write(description, text)
            let reading = unit.read()
            #expect(reading.unit == nil)
            #expect(reading.issues.allSatisfy { $0.file == description && $0.scope == .unit })
            return reading.errors
        }
        #expect(try problems(TestUnit.list("")) == [.missingKey("CIPlugInFilterList")])
        #expect(try problems(TestUnit.list("<key>CIPlugInFilterList</key><dict/>")) == [.noFilters])
        #expect(
            try problems(TestUnit.list("<key>CIPlugInFilterList</key><array/>"))
                == [.wrongType(expected: "dictionary", found: "array")])
        #expect(
            try problems("<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>")
                == [.wrongType(expected: "dictionary", found: "array")])
        guard case .malformedPropertyList(let detail)? = try problems("<plist>\n<dict><key>a</key><strin>").first else {
            Issue.record("not reported as malformed")
            return
        }
        #expect(detail.contains("line 2"))
        #expect(try problems("").count == 1)
        #expect(try problems(String(repeating: "<array>", count: 5000)).count == 1)
        let nested = String(repeating: "<array>", count: 100) + String(repeating: "</array>", count: 100)
        #expect(try problems(TestUnit.list("<key>a</key>" + nested)).count == 1)
        try FileManager.default.removeItem(atPath: unit.path(description))
        try unit.write("Contents/Resources/Descriptions.plist", TestUnit.list(""))
        #expect(unit.read().errors == [.missingFile(path: description, nearest: "Descriptions.plist")])
    }

    @Test("Categories: none is a warning, a misspelt one is named, one of the unit's own is kept")
    func categories() throws {
        let unit = try TestUnit(
            filters: """
                <key>Glow</key><dict><key>CIKernelFile</key><string>Glow</string><key>CIFilterAttributes</key><dict>
                <key>CIAttributeFilterCategories</key><array><string>CICategoryStylise</string><string>My Own</string>
                <string> My Own</string></array></dict></dict>
                <key>Plain</key><dict><key>CIKernelFile</key><string>Glow</string></dict>
                """)
        let reading = unit.read()
        #expect(
            reading.warnings == [
                .misspeltName("CICategoryStylise", nearest: "CICategoryStylize"),
                .missingKey("CIAttributeFilterCategories"),
            ])
        #expect(reading.unit?.filters.map(\.categories) == [["CICategoryStylise", "My Own"], []])
    }
}
