import Foundation

extension HostileCase {
    /// Malicious recipes and stroke files, some of which name files of the user.
    static let recipes: [HostileCase] = [
        recipe("JSON nested 100 000 deep", "{\"format\": 1, \"steps\": " + String(repeating: "[", count: 100_000)),
        recipe("JSON objects nested 1 000 000 deep", String(repeating: "{\"a\":", count: 1_000_000)),
        recipe(
            "JSON of ten million values",
            "{\"format\": 1, \"steps\": [0" + String(repeating: ",0", count: 10_000_000) + "]}"),
        recipe(
            "JSON that isn't ended",
            "{\"format\": 1, \"steps\": [{\"a\": \"" + String(repeating: "\\\"", count: 1_000_000)),
        recipe("a list of lists nested 1 000 000 deep", String(repeating: "<plist>", count: 1_000_000)),
        recipe(
            "a list of dictionaries nested 100 000 deep",
            "<plist>" + String(repeating: "<dict><key>a</key>", count: 100_000)),
        recipe(
            "a list whose entities double 30 times",
            "<!DOCTYPE plist [<!ENTITY e0 \"ha\">"
                + (1...30).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
                + "]><plist><dict><key>format</key><string>&e30;</string></dict></plist>"),
        recipe("a picture by an absolute path", file("/etc/hostname"), words: ["/etc/hostname"]),
        recipe("a picture by ..", file("../../../../../../etc/hostname"), words: ["etc/hostname"]),
        recipe("a picture by a path with a NUL", file("scene.png\\u0000.txt")),
        recipe("a picture by an address", file("file:///etc/hostname")),
        strokes("strokes nested 100 000 deep", String(repeating: "[", count: 100_000)),
        strokes(
            "strokes of five million values", "{\"strokes\": [0" + String(repeating: ",0", count: 5_000_000) + "]}"),
    ]

    private static func file(_ path: String) -> String {
        "{\"format\": 1, \"steps\": [{\"file\": \"\(path)\"}]}"
    }

    private static func recipe(_ name: String, _ text: String, words: [String] = []) -> HostileCase {
        HostileCase(
            name, .recipe, expected: .refusal(["coreimage: "] + words),
            prepare: { folder in
                try Data(text.utf8).write(to: folder.appendingPathComponent("look.json"))
                try FileManager.default.createDirectory(
                    at: folder.appendingPathComponent("pictures"), withIntermediateDirectories: false)
                try FileManager.default.copyItem(
                    atPath: scene, toPath: folder.path + "/pictures/scene.png")
                return [
                    HostileInvocation([
                        "apply", "--size", "4x4", "--recipe", "look.json", "--recipe-files", "pictures", "-o",
                        "out.png",
                    ])
                ]
            },
            inspect: { folder in
                FileManager.default.fileExists(atPath: folder.path + "/out.png") ? "a picture was written" : nil
            })
    }

    private static func strokes(_ name: String, _ text: String) -> HostileCase {
        HostileCase(
            name, .recipe, expected: .refusal(["coreimage: strokes.json: "]),
            prepare: { folder in
                try Data(text.utf8).write(to: folder.appendingPathComponent("strokes.json"))
                return [HostileInvocation(["paint", "strokes.json", "-o", "out.png"])]
            })
    }
}
