import Foundation
import Glibc

extension HostileCase {
    /// Units with values of the wrong kind: a letter instead of a path, a list or a number, or the path of a foreign
    /// file.
    static let defaults: [HostileCase] = [
        image("a default image of one letter", "a"),
        image("a default image of one dot", "."),
        image("a default image of one slash", "/"),
        image("a default image of a home folder", "~"),
        image("a default image of another's home folder", "~root/.face.png", words: ["missing"]),
        image("a default image by an absolute path", scene, words: ["outside"]),
        image("a default image by ..", "../../../../../../../../../../../.." + scene, words: ["outside"]),
        image("a default image by .. inside the bundle", "Contents/../Contents/Info.plist", words: ["outside"]),
        image("a default image by a file's address", "file://" + scene, words: ["outside"]),
        image("a default image by a host's address", "http://localhost/a.png", words: ["outside"]),
        image("a default image that is a link out of the bundle", "link.png", words: ["outside"]) { unit in
            try FileManager.default.createSymbolicLink(
                atPath: unit.path("Contents/Resources/link.png"), withDestinationPath: scene)
        },
        image("a default image that is a pipe", "pipe.png", words: ["not a regular file"]) { unit in
            guard mkfifo(unit.path("Contents/Resources/pipe.png"), 0o600) == 0 else {
                throw HostileSetupError("mkfifo", errno)
            }
        },
        image("a default image that is a folder", "Resources", words: ["missing"]),
        .unit(
            "a filter for every text of up to three signs as a default", .bundle,
            refusal: ["Hostile.plugin", "F0", "F83"]
        ) {
            unit in
            var (texts, longest) = ([String](), [""])
            for _ in 0..<3 {
                longest = longest.flatMap { text in ["/", ".", "~", "a"].map { text + $0 } }
                texts += longest
            }
            let filters = texts.enumerated().map { filter("F\($0)", default: $1) }.joined()
            try write(filters, to: unit)
        },
        HostileCase(
            "one letter in place of every value", .bundle, expected: .refusal(["Letter0.plugin", "Letter10.plugin"]),
            prepare: { folder in
                for (index, list) in lettered.enumerated() {
                    let unit = HostileUnit(folder: folder, name: "Letter\(index)")
                    try unit.write(list.info, to: HostileUnit.info)
                    try unit.write(list.description, to: HostileUnit.description)
                }
                return [HostileInvocation(["units", folder.path])]
            }),
    ]

    /// A picture outside every unit.
    static let scene = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/scene.png").path

    private static func image(
        _ name: String, _ text: String, words: [String] = [],
        _ prepare: @escaping @Sendable (HostileUnit) throws -> Void = { _ in }
    ) -> HostileCase {
        .unit(name, .bundle, refusal: ["Hostile.plugin", "CIAttributeDefault"] + words) { unit in
            try write(filter("Evil", default: text), to: unit)
            try prepare(unit)
        }
    }

    private static func write(_ filters: String, to unit: HostileUnit) throws {
        try unit.writeInfo()
        try unit.write(
            HostileUnit.list(
                "<key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict>\(filters)</dict>"),
            to: HostileUnit.description)
        try unit.write("kernel vec4 same(__sample s) { return s; }", to: "Contents/Resources/Kernel.cikernel")
    }

    private static func filter(_ name: String, default text: String) -> String {
        """
        <key>\(name)</key><dict><key>CIKernelFile</key><string>Kernel</string><key>CIFilterAttributes</key><dict>
        <key>CIAttributeFilterCategories</key><array><string>CICategoryStylize</string></array>
        <key>CIInputs</key><array><dict><key>CIAttributeName</key><string>inputImage</string>
        <key>CIAttributeClass</key><string>CIImage</string><key>CIAttributeDefault</key><string>\(text)</string></dict></array></dict></dict>
        """
    }

    /// The property lists of a valid unit, each with a different value replaced by one letter.
    private static var lettered: [(info: String, description: String)] {
        let letter = "<string>a</string>"
        let infos = [
            "CFBundleIdentifier", "CFBundleExecutable", "CoreImageEntryPoint", "CoreImageStamp",
            "CoreImageMinimumVersion",
        ]
        .map { key in HostileUnit.list("<key>\(key)</key>\(letter)") }
        let places = [
            letter, "<dict>\(letter)</dict>", "<dict><key>CIPlugInFilterList</key>\(letter)</dict>",
            "<dict><key>CIPlugInVersion</key>\(letter)<key>CIPlugInFilterList</key><dict><key>a</key>\(letter)</dict></dict>",
        ]
        let keys = [
            "CIFilterAttributes", "CIKernelFile", "CIFilterClass", "CIProcessorFunction", "CIRegionFunction",
            "CIInputs",
            "CIOutputs", "CIFilterDisplayName", "CIHasCustomInterface",
        ]
        let filters = keys.map {
            "<dict><key>CIKernelFile</key><string>Kernel</string><key>\($0)</key>\(letter)</dict>"
        }
        let attributes = [
            "CIInputs", "CIOutputs", "CIAttributeFilterCategories", "CIAttributeFilterDisplayName",
            "CIAttributeDescription", "a",
        ].map {
            "<dict><key>CIKernelFile</key>\(letter)<key>CIFilterAttributes</key><dict><key>\($0)</key>\(letter)</dict></dict>"
        }
        let inputs = ["CIImage", "CIColor", "CIVector", "NSNumber", "a", "NSAffineTransform"].map { className in
            let values = [
                "Default", "Identity", "Min", "Max", "SliderMin", "SliderMax", "Type", "DisplayName", "Description",
            ].map { "<key>CIAttribute\($0)</key>\(letter)" }.joined()
            return """
                <dict><key>CIKernelFile</key><string>Kernel</string><key>CIFilterAttributes</key><dict><key>CIInputs</key><array>\(letter)
                <dict><key>CIAttributeName</key>\(letter)<key>CIAttributeClass</key><string>\(className)</string>\(values)</dict></array></dict></dict>
                """
        }
        let whole = (filters + attributes + inputs).enumerated().map { index, filter in
            "<dict><key>CIPlugInFilterList</key><dict><key>F\(index)</key>\(filter)</dict></dict>"
        }
        let good = HostileUnit.list("<key>CFBundleIdentifier</key><string>a</string>")
        return infos.map { ($0, HostileUnit.oneFilter("F")) }
            + (places + whole).map { (good, "<plist version=\"1.0\">\($0)</plist>") }
    }
}
