import Foundation
import ImageUnits
import Testing

@testable import UnitAuthoring

/// Bundles as they were built for macOS: an executable of that system, kernels and lists.
@Suite("Units made from bundles of another system")
struct PortedBundleTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write(
            "Demo.plugin/Contents/Info.plist",
            Self.list(
                """
                <key>CFBundleIdentifier</key><string>com.example.Demo</string>
                <key>CFBundleShortVersionString</key><string>2.5</string>
                <key>CFBundleExecutable</key><string>Demo</string>
                <key>NSPrincipalClass</key><string>DemoPlugInLoader</string>
                """))
        try folder.write("Demo.plugin/Contents/MacOS/Demo", "\u{cf}\u{fa}")
        try folder.write(
            "Demo.plugin/Contents/Resources/Description.plist",
            Self.list(
                """
                <key>CIPlugInVersion</key><integer>1</integer>
                <key>CIPlugInFilterList</key><dict>
                \(Self.filter("Dimmer", code: "<key>CIKernelFile</key><string>dimmer</string>", inputs: Self.image))
                \(Self.filter("Mover", code: "<key>CIFilterClass</key><string>MoverFilter</string>", inputs: Self.image + Self.radius))
                \(Self.filter("Chain", code: "<key>CIFilterClass</key><string>ChainFilter</string>", inputs: Self.image + Self.image2))
                \(Self.filter("Secret", code: "<key>CIFilterClass</key><string>SecretFilter</string>", inputs: ""))
                </dict>
                """))
        try folder.write(
            "Demo.plugin/Contents/Resources/dimmer.cikernel", "kernel vec4 dimmer(__sample s) { return s * 0.5; }")
        try folder.write(
            "Demo.plugin/Contents/Resources/mover.cikernel",
            "kernel vec4 mover(sampler s, float r) { return sample(s, samplerTransform(s, destCoord() + vec2(r, 0.0))); }"
        )
        try folder.write("Demo.plugin/Contents/Resources/broken.cikernel", "kernel vec4 broken(")
        try folder.write("Demo.plugin/Contents/Resources/en.lproj/Description.strings", "\"Mover\" = \"Mover\";\n")
        try folder.write("Demo.plugin/Contents/Resources/View.nib/keyedobjects.nib", "x")
    }

    private static let image = input("inputImage", "CIImage", "")
    private static let image2 = input("inputMaskImage", "CIImage", "")
    private static let radius = input(
        "inputRadius", "NSNumber",
        "<key>CIAttributeDefault</key><real>12</real><key>CIAttributeSliderMax</key><real>50</real>")

    private static func input(_ name: String, _ className: String, _ more: String) -> String {
        "<dict><key>CIAttributeName</key><string>\(name)</string><key>CIAttributeClass</key><string>\(className)</string>"
            + "\(more)</dict>"
    }

    private static func filter(_ name: String, code: String, inputs: String) -> String {
        """
        <key>\(name)</key><dict>\(code)<key>CIFilterAttributes</key><dict>
        <key>CIAttributeFilterDisplayName</key><string>\(name)</string>
        <key>CIAttributeFilterCategories</key><array><string>CICategoryStylize</string></array>
        <key>CIInputs</key><array>\(inputs)</array></dict></dict>
        """
    }

    private static func list(_ body: String) -> String {
        "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(body)</dict></plist>\n"
    }

    @Test("A bundle's unsuitable identifier is the bundle's, and --identifier the remedy")
    func identifier() throws {
        try folder.write(
            "Demo.plugin/Contents/Info.plist",
            Self.list(
                "<key>CFBundleIdentifier</key><string>my demo</string><key>CFBundleExecutable</key><string>Demo</string>"
            ))
        #expect {
            try port()
        } throws: { error in
            let text = "\(error)"
            return text.contains("Demo.plugin: CFBundleIdentifier is 'my demo'")
                && text.contains("with --identifier, such as org.example.Demo")
        }
    }

    /// XML 1.0, 2.2: no character below the space but tab, line feed and carriage return.
    @Test("A control character in a name is refused, because a list in XML can't hold it")
    func controlCharacter() throws {
        let filter: [String: Any] = [
            "CIKernelFile": "dimmer",
            "CIFilterAttributes": [
                "CIAttributeFilterCategories": ["CICategoryStylize"],
                "CIInputs": [["CIAttributeName": "inputImage", "CIAttributeClass": "CIImage"]],
            ] as [String: Any],
        ]
        let list: [String: Any] = [
            "CIPlugInVersion": NSNumber(value: 1), "CIPlugInFilterList": ["Dim\u{1}mer": filter],
        ]
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
            .write(to: folder.url.appendingPathComponent("Demo.plugin/Contents/Resources/Description.plist"))
        #expect {
            try port()
        } throws: {
            "\($0)".contains("has a control character")
        }
    }

    private func port(_ name: String = "Demo") throws -> PortedUnit {
        try PortedUnit(
            bundle: folder.url.appendingPathComponent("Demo.plugin"), name: try UnitName(name), identifier: nil,
            corePackage: nil)
    }

    @Test("Kernels stay, a class applies the kernel whose parameters are the inputs, and the rest is to do")
    func parts() throws {
        let unit = try port()
        let texts = unit.files.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(
            texts.keys.sorted() == [
                ".gitignore", "Makefile", "PORTING.md", "README.md", "Sources/Demo/DemoLoader.swift",
                "Sources/Demo/MoverFilter.swift", "Unit/Info.plist", "Unit/Resources/Description.plist",
                "Unit/Resources/broken.cikernel", "Unit/Resources/dimmer.cikernel",
                "Unit/Resources/en.lproj/Description.strings", "Unit/Resources/mover.cikernel",
            ])
        let source = try #require(texts["Sources/Demo/MoverFilter.swift"])
        #expect(source.contains("@CIInput(\"inputRadius\", default: 12.0"))
        #expect(source.contains("arguments: [inputImage, inputRadius])"))
        #expect(
            texts["Sources/Demo/DemoLoader.swift"]?.contains("filters: [\"MoverFilter\": { MoverFilter() }]") == true)
        #expect(texts["Unit/Info.plist"]?.contains("<string>com.example.Demo</string>") == true)
        #expect(texts["Unit/Info.plist"]?.contains("<string>2.5</string>") == true)
        let notes = try #require(texts["PORTING.md"])
        #expect(notes.contains("* `Dimmer`\n"))
        #expect(
            notes.contains(
                "* `Chain`, class `ChainFilter`: no kernel, or more than one, takes its inputs in their order."))
        #expect(notes.contains("* `Secret`, class `SecretFilter`: its inputs are in its code alone."))
        #expect(notes.contains("* `broken.cikernel`: correct or remove it."))
        #expect(unit.remarks == ["PORTING.md says what became of Demo.plugin; 2 filters are left out"])
        // Description.plist lists exactly the filters that were made.
        let list = try PropertyValue(data: try #require(unit.files["Unit/Resources/Description.plist"]))
        #expect(list.dictionary?["CIPlugInFilterList"]?.dictionary?.keys.sorted() == ["Dimmer", "Mover"])
    }

    @Test("A bundle of kernels alone becomes a unit without code, which builds")
    func kernelsAlone() throws {
        for name in ["Mover", "Chain", "Secret"] {
            try folder.edit(
                "Demo.plugin/Contents/Resources/Description.plist",
                "<key>CIFilterClass</key><string>\(name)Filter</string>",
                "<key>CIKernelFile</key><string>dimmer</string>")
        }
        for inputs in [Self.image + Self.radius, Self.image + Self.image2, "<array></array>"] {
            let same = inputs == "<array></array>"
            try folder.edit(
                "Demo.plugin/Contents/Resources/Description.plist", inputs,
                same ? "<array>\(Self.image)</array>" : Self.image)
        }
        let unit = try port("Dim")
        #expect(unit.files.keys.allSatisfy { !$0.hasSuffix(".swift") })
        try FileManager.default.removeItem(atPath: folder.path("Demo.plugin/Contents/Resources/broken.cikernel"))
        let sources = try UnitSources(folder: try port("Dim").write(into: folder.url).path)
        let built = try TestFolder.builder(sources).build(into: sources.defaultOutput)
        #expect(built.description.filters.map(\.name) == ["Chain", "Dimmer", "Mover", "Secret"])
        #expect(built.description.filters.allSatisfy { $0.kind == .nonexecutable })
    }

    @Test("Links out of the bundle are refused, and so are folders that are no unit")
    func hostile() throws {
        try folder.write("outside.cikernel", "kernel vec4 outside(__sample s) { return s; }")
        let link = folder.path("Demo.plugin/Contents/Resources/link.cikernel")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("outside.cikernel"))
        let error = #expect(throws: PortingError.self) { try port() }
        #expect(error?.description.contains("a symbolic link") == true)
        try FileManager.default.removeItem(atPath: folder.path("Demo.plugin/Contents/Resources/Description.plist"))
        let empty = #expect(throws: PortingError.self) { try port() }
        #expect(empty?.description.contains("Description.plist") == true)
    }
}
