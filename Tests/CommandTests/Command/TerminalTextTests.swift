import Foundation
import Testing

/// Tests that names and texts from units are safe in terminals, JSON and web pages.
@Suite("Text from units on every output")
struct TerminalTextTests {
    private let command: CommandProcess
    /// A text with an escape sequence, a bell, C1 and bidirectional control characters, and line breaks (U+000A,
    /// U+2028).
    private static let evil = "A\u{1B}[31m\u{07}\u{202E}\u{9B}B\nC\u{2028}D\u{7F}"

    init() throws {
        command = try CommandProcess()
        let evil = Self.evil
        let contents = command.folder.appendingPathComponent(
            "units/Evil\u{1B}]0;owned\u{07}\u{202E}\nx.plugin/Contents/Resources")
        try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
        let numbers: [String: Any] = [
            "CIAttributeName": "input" + evil, "CIAttributeClass": "CIVector", "CIAttributeDisplayName": "Name" + evil,
            "CIAttributeDescription": evil, "CIAttributeType": "Type" + evil, "CIAttributeDefault": "[1 2]",
            "CIAttributeMin": Double.nan, "CIAttributeMax": Double.infinity, "CIAttributeSliderMin": -Double.infinity,
            "CIUIParameterSet": evil, evil: evil,
        ]
        let image = ["CIAttributeName": "inputImage", "CIAttributeClass": "CIImage"]
        func filter(_ inputs: [[String: Any]], kernel: String) -> [String: Any] {
            [
                "CIKernelFile": kernel, "CIFilterClass": evil, "CIFilterDisplayName": evil, evil: evil,
                "CIFilterAttributes": [
                    "CIAttributeFilterDisplayName": "Display" + evil, "CIAttributeDescription": "Does " + evil,
                    "CIAttributeFilterCategories": ["Own" + evil, "CICategoryStylize"], "CIInputs": inputs,
                    "CIAttributeReferenceDocumentation": evil,
                ] as [String: Any],
            ]
        }
        let filters: [String: Any] = [
            "Evil" + evil: filter([image, numbers], kernel: "K"), "Bad" + evil: filter([image], kernel: "None" + evil),
            "Wrong" + evil: filter([image, image], kernel: "W"),
        ]
        let lists: [(String, [String: Any])] = [
            ("Description.plist", ["CIPlugInVersion": 1, "CIPlugInFilterList": filters, evil: evil]),
            ("../Info.plist", ["CFBundleIdentifier": "org." + evil, "CFBundleShortVersionString": evil]),
        ]
        for (name, list) in lists {
            try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
                .write(to: contents.appendingPathComponent(name))
        }
        try "kernel vec4 k(__sample s, vec2 v) { return s + v.x * 0.0; }".write(
            to: contents.appendingPathComponent("K.cikernel"), atomically: false, encoding: .utf8)
        try "kernel vec4 \(evil)".write(
            to: contents.appendingPathComponent("W.cikernel"), atomically: false, encoding: .utf8)
    }

    /// The characters of a text that control a terminal, change the direction of text, or break lines, except U+000A.
    private func tricks(in text: String) -> [String] {
        text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }.map { "U+\(String($0.value, radix: 16))" }
    }

    private var units: String { command.path("units") }
    private var name: String { "Evil" + Self.evil }

    @Test("no output contains control characters or extra lines from a unit's text")
    func outputs() throws {
        let runs: [[String]] = [
            ["units", units], ["units", units, "--json"], ["units", "doctor", units],
            ["units", "doctor", units, "--json"],
            ["filters", "--units", units], ["filters", "--units", units, "--json"],
            ["filters", "--units", units, "--category", "Own" + Self.evil],
            ["filters", "--units", units, "--category", "Nothing" + Self.evil],
            ["filter", "--units", units, name], ["filter", "--units", units, name, "--json"],
            ["filter", "--units", units, "Bad" + Self.evil], ["filter", "--units", units, "Evli" + Self.evil],
            ["apply", "--units", units, CommandProcess.scene, "--explain", "--", name],
            ["apply", "--units", units, CommandProcess.scene, "--explain", "--json", "--", name],
            ["apply", "--units", units, CommandProcess.scene, "--explain", "--html", "--", name],
            ["apply", "--units", units, CommandProcess.scene, "--explain", "--dot", "--", name],
            ["apply", "--units", units, CommandProcess.scene, "-o", "o\u{1B}.png", "--", name, "amuont\u{1B}=1"],
            ["units", "validate", units + "/Evil\u{1B}]0;owned\u{07}\u{202E}\nx.plugin", "--level", "2"],
            ["units", "validate", units + "/Evil\u{1B}]0;owned\u{07}\u{202E}\nx.plugin", "--level", "2", "--json"],
            ["units", "pack", units + "/Evil\u{1B}]0;owned\u{07}\u{202E}\nx.plugin"],
            ["units", "install", units + "/Evil\u{1B}]0;owned\u{07}\u{202E}\nx.plugin"],
            ["units", "uninstall", "Evil\u{1B}", "--folder", units], ["units", "build", units + "/\u{1B}"],
            ["units", "doctor", "--release", "org." + Self.evil],
            ["info", "\u{1B}[2J\u{202E}.png"], ["kernel", "check", "\u{1B}[2J\u{202E}.cikernel"],
            ["apply", "--recipe", "\u{1B}\u{202E}.json", "-o", "o.png"], ["nothing\u{1B}[2J\u{202E}"],
            ["filters", "--\u{1B}[2J\u{202E}"],
            ["gallery", "-o", "gallery", "--units", units, "--filter", name, "--json"],
        ]
        for arguments in runs {
            let outcome = try command.run(arguments)
            let what = arguments.joined(separator: " ").debugDescription
            #expect(tricks(in: outcome.output) == [], "\(what): output")
            #expect(tricks(in: outcome.errors) == [], "\(what): errors")
            #expect((0...2).contains(outcome.code) || outcome.code == 64, "\(what): \(outcome.code) \(outcome.errors)")
            if arguments.contains("--json"), outcome.code <= 1 {
                #expect((try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))) != nil, "\(what)")
            }
            // A line break in a name would begin a new line of the output.
            #expect(
                !(outcome.output + outcome.errors).split(separator: "\n").contains { $0.hasPrefix("C\u{FFFD}D") },
                "\(what)")
        }
    }

    @Test("JSON keeps what was written, as escapes")
    func json() throws {
        let outcome = try command.run(["filter", "--units", units, name, "--json"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output.contains("\\u202e") && outcome.output.contains("\\u001b")
                && outcome.output.contains("\\u009b"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["name"] as? String == name)
        #expect(object["summary"] as? String == "Does " + Self.evil)
        // JSON has no NaN or infinity, so such limits are strings.
        let input = try #require((object["inputs"] as? [[String: Any]])?.last)
        #expect(input["min"] as? String == "nan" && input["max"] as? String == "inf")
        #expect(input["sliderMin"] as? String == "-inf" && input["sliderMax"] is NSNull)
    }

    @Test("pages have neither markup nor reordering from units")
    func pages() throws {
        let outcome = try command.run(["gallery", "-o", "gallery", "--units", units, "--filter", name])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let folder = command.path("gallery")
        let pages = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
        #expect(pages.count >= 2)
        for page in pages {
            #expect(try tricks(in: String(contentsOfFile: folder + "/" + page, encoding: .utf8)) == [], "\(page)")
            #expect(tricks(in: page) == [])
        }
    }
}
