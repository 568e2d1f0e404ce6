import Foundation
import Glibc
import ImageUnits
import Testing

@Suite("Inputs of a filter")
struct InputTests {
    private func reading(_ inputs: String) throws -> ImageUnitReading {
        let unit = try TestUnit(filters: TestUnit.filter(inputs: inputs))
        try unit.write("Contents/Resources/map.png", "picture")
        return unit.read()
    }

    private func value(_ className: String, _ xml: String) throws -> (InputValue?, ImageUnitReading) {
        let reading = try reading(TestUnit.input("inputValue", className, "<key>CIAttributeDefault</key>\(xml)"))
        return (reading.filter?.inputs.first?.defaultValue, reading)
    }

    @Test(
        "Numbers",
        arguments: [
            ("<real>0.5</real>", 0.5), ("<integer>-3</integer>", -3), ("<true/>", 1), ("<false/>", 0),
            ("<string> 2.5e1 </string>", 25),
        ])
    func numbers(xml: String, expected: Double) throws {
        #expect(try value("NSNumber", xml).0 == .number(expected))
    }

    @Test(
        "What is no finite number refuses the filter",
        arguments: [
            "<string>wide</string>", "<array/>", "<real>nan</real>", "<real>inf</real>", "<string>0x10</string>",
            "<string>nan</string>", "<string>1 2</string>", "<string></string>", "<data></data>",
        ])
    func noNumber(xml: String) throws {
        let (value, reading) = try value("NSNumber", xml)
        #expect(value == nil)
        #expect(reading.filter == nil)
        #expect(reading.errors.count == 1)
    }

    @Test("Colours are three or four numbers, alpha 1 when left out")
    func colors() throws {
        #expect(
            try value("CIColor", "<string>1 0.5 0 0.25</string>").0 == .color(red: 1, green: 0.5, blue: 0, alpha: 0.25))
        #expect(
            try value("CIColor", "<string>[0.1, 0.2, 0.3]</string>").0
                == .color(red: 0.1, green: 0.2, blue: 0.3, alpha: 1))
        #expect(
            try value("CIColor", "<array><real>1</real><integer>0</integer><real>0</real></array>").0
                == .color(red: 1, green: 0, blue: 0, alpha: 1))
        for bad in ["1 2", "1 2 3 4 5", "red", "", "[1 2 3", "1 2 3]"] {
            let (value, reading) = try value("CIColor", "<string>\(bad)</string>")
            #expect(value == nil)
            #expect(reading.errors == [.malformedValue(bad, expected: "a colour such as '1 0.5 0 1'")])
        }
    }

    @Test("Vectors have any length from one, in brackets or without")
    func vectors() throws {
        #expect(try value("CIVector", "<string>[0 0 640 480]</string>").0 == .vector([0, 0, 640, 480]))
        #expect(try value("CIVector", "<string>[ 1.5 -2 ]</string>").0 == .vector([1.5, -2]))
        #expect(try value("CIVector", "<string>7</string>").0 == .vector([7]))
        #expect(try value("CIVector", "<array><integer>1</integer><integer>2</integer></array>").0 == .vector([1, 2]))
        for bad in ["[]", "[1 x]", "", "[", "]"] {
            #expect(try value("CIVector", "<string>\(bad)</string>").1.errors.count == 1)
        }
    }

    @Test("Images are files of the bundle, and nothing else")
    func images() throws {
        for name in ["map.png", "Contents/Resources/map.png"] {
            let (value, reading) = try value("CIImage", "<string>\(name)</string>")
            guard case .image(let url)? = value else {
                Issue.record("\(reading.issues)")
                continue
            }
            #expect(url.path.hasSuffix("Sample.plugin/Contents/Resources/map.png"))
        }
        // The first file exists and is readable.
        for name in [
            "/etc/hostname", "/no/such.png", "//etc/hostname", "../../../../etc/passwd", "../map.png",
            "Contents/../Contents/Resources/map.png", "..", "file:///etc/hostname", "file:/etc/hostname",
            "http://example.org/a.png", "HTTPS://example.org/a.png", "data:image/png;base64,AAAA",
        ] {
            let (value, reading) = try value("CIImage", "<string>\(name)</string>")
            #expect(value == nil && reading.errors == [.escapesBundle(path: name)], "\(name)")
            #expect(reading.issues.first?.keyPath?.hasSuffix("CIInputs[0].CIAttributeDefault") == true)
            #expect(reading.issues.first?.description.contains("Contents/Resources") == true, "the remedy")
        }
        #expect(try value("CIImage", "<string>mop.png</string>").1.errors.count == 1)
        #expect(
            try value("CIImage", "<integer>1</integer>").1.errors == [.wrongType(expected: "string", found: "integer")])
    }

    @Test("An image that is a link out of the bundle, a pipe or a folder is refused")
    func linkedImages() throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(
                inputs: TestUnit.input("inputImage", "CIImage", "<key>CIAttributeDefault</key><string>x.png</string>")))
        let path = unit.path("Contents/Resources/x.png")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
        #expect(unit.read().errors == [.escapesBundle(path: "Contents/Resources/x.png")])
        try FileManager.default.removeItem(atPath: path)
        #expect(mkfifo(path, 0o600) == 0)
        let notRegular = ImageUnitProblem.unreadableFile(
            path: "Contents/Resources/x.png", reason: "it is not a regular file")
        #expect(unit.read().errors == [notRegular])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(unit.read().errors == [notRegular])
    }

    @Test("A link in place of an image that was checked is noticed")
    func replacedImage() throws {
        let unit = try TestUnit(
            filters: TestUnit.filter(
                inputs: TestUnit.input("inputImage", "CIImage", "<key>CIAttributeDefault</key><string>x.png</string>")))
        try unit.write("Contents/Resources/x.png", "pixels")
        let value = try #require(unit.read().filter?.inputs.first?.defaultValue)
        #expect(value.isUnmoved)
        let path = unit.path("Contents/Resources/x.png")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hostname")
        #expect(!value.isUnmoved)
        #expect(InputValue.number(1).isUnmoved)
    }

    @Test("Every short text in place of an image is refused in words")
    func shortTexts() throws {
        var (texts, longest) = ([""], [""])
        for _ in 0..<3 {
            longest = longest.flatMap { text in ["/", ".", "~", "a"].map { text + $0 } }
            texts += longest
        }
        for text in texts {
            let (value, reading) = try value("CIImage", "<string>\(text)</string>")
            #expect(value == nil && reading.errors.count == 1, "\(text.debugDescription)")
        }
    }

    @Test("Class and name are mandatory, and the class is one of four")
    func mandatory() throws {
        #expect(
            try reading("<dict><key>CIAttributeName</key><string>inputA</string></dict>").errors == [
                .missingKey("CIAttributeClass")
            ])
        #expect(
            try reading("<dict><key>CIAttributeClass</key><string>NSNumber</string></dict>").errors == [
                .missingKey("CIAttributeName")
            ])
        #expect(
            try reading(TestUnit.input("inputA", "CIColour")).errors == [
                .unsupportedClass("CIColour", nearest: "CIColor")
            ])
        #expect(try reading(TestUnit.input("inputA", "NSURL")).errors == [.unsupportedClass("NSURL", nearest: nil)])
        #expect(
            try reading(TestUnit.input("inputA", "NSNumber") + TestUnit.input("inputA", "CIImage")).errors
                == [.duplicateInput("inputA")])
    }

    @Test("A name without 'input' is kept, with a note that says the usual name")
    func prefix() throws {
        let reading = try reading(TestUnit.input("huedeg", "NSNumber"))
        #expect(reading.filter?.inputs.map(\.name) == ["huedeg"])
        #expect(reading.issues.map(\.problem) == [.unprefixedInputs(["huedeg"])])
        #expect(reading.issues.map(\.severity) == [.note])
        #expect(reading.issues[0].problem.remedy.contains("inputHuedeg"))
    }

    @Test("Limits the wrong way round are an error, a default outside them a warning")
    func limits() throws {
        let limits = "<key>CIAttributeMin</key><real>4</real><key>CIAttributeMax</key><real>2</real>"
        #expect(try reading(TestUnit.input("inputA", "NSNumber", limits)).errors == [.reversedRange(low: 4, high: 2)])
        let outside = "<key>CIAttributeMin</key><real>1</real><key>CIAttributeDefault</key><real>0</real>"
        let reading = try reading(TestUnit.input("inputA", "NSNumber", outside))
        #expect(reading.warnings == [.outsideRange(value: 0, low: 1, high: nil)])
        #expect(reading.filter?.inputs[0].defaultValue == .number(0))
    }

    @Test("Attribute types must go with the class")
    func types() throws {
        func warnings(_ className: String, _ type: String) throws -> [ImageUnitProblem] {
            try reading(TestUnit.input("inputA", className, "<key>CIAttributeType</key><string>\(type)</string>"))
                .warnings
        }
        #expect(try warnings("NSNumber", "CIAttributeTypeAngle").isEmpty)
        #expect(
            try warnings("NSNumber", "CIAttributeTypeColor") == [
                .mismatchedType(type: "CIAttributeTypeColor", inputClass: "NSNumber")
            ])
        #expect(
            try warnings("NSNumber", "CIAttributeTypeAngel")
                == [.misspeltName("CIAttributeTypeAngel", nearest: "CIAttributeTypeAngle")])
    }

    @Test("Inputs outside CIInputs have no order, which a kernel needs and code doesn't")
    func unordered() throws {
        let attributes = "<key>inputScale</key><dict><key>CIAttributeClass</key><string>NSNumber</string></dict>"
        let kernel = try TestUnit(filters: TestUnit.filter(attributes: attributes))
        #expect(kernel.read().errors == [.unorderedInputs(["inputScale"])])
        let code = try TestUnit(
            filters: """
                <key>Wave</key><dict><key>CIFilterClass</key><string>WaveFilter</string>
                <key>CIFilterAttributes</key><dict>\(attributes)</dict></dict>
                """)
        #expect(code.read().unit?.filters.map(\.inputs).first?.map(\.name) == ["inputScale"])
    }
}
