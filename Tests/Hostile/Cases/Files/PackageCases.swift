import Foundation
import TestSupport

extension HostileCase {
    /// Packages of units whose manifests or property lists are malicious.
    static let packages: [HostileCase] = [
        manifest("a manifest of arrays nested 4 000 000 deep", String(repeating: "[", count: 4_000_000)),
        manifest("a manifest of objects nested 500 000 deep", String(repeating: "{\"a\":", count: 500_000)),
        manifest("a manifest of four million commas", "[" + String(repeating: ",", count: 4_000_000) + "]"),
        manifest("a manifest of two million zeros", "[0" + String(repeating: ",0", count: 2_000_000) + "]"),
        manifest(
            "a manifest of UTF-16 brackets",
            Data([0xFF, 0xFE]) + Data([UInt8](repeating: 0x5B, count: 2)) + wideBrackets),
        manifest("a manifest of text that isn't ended", "{\"bundle\": \"" + String(repeating: "\\", count: 3_000_000)),
        manifest("a manifest with a control character", "{\"formatVersion\": 1, \"bundle\": \"a\u{1B}[2J.plugin\"}"),
        manifest(
            "a manifest that names an escape sequence",
            "{\"formatVersion\": 1, \"bundle\": \"a\\u001b[2J.plugin\", \"identifier\": \"\\u202e\", \"files\": []}"),
        manifest(
            "a manifest of a number of a million digits",
            "{\"formatVersion\": " + String(repeating: "9", count: 1_000_000) + "}"),
        package(
            "a package whose Info.plist is lists nested 500 000 deep",
            info: String(repeating: "<plist>", count: 500_000)),
        package("a package with a default image of one letter", description: defaultImage("a")),
        package("a package with a default image by an absolute path", description: defaultImage("/etc/hostname")),
    ]

    private static let wideBrackets = Data((0..<1_000_000).flatMap { _ in [UInt8(0x5B), 0] })

    private static func manifest(_ name: String, _ text: String) -> HostileCase { manifest(name, Data(text.utf8)) }

    private static func manifest(_ name: String, _ data: Data) -> HostileCase {
        installing(name) { package in package.add("manifest.json", data) }
    }

    private static func package(_ name: String, info: String? = nil, description: String? = nil) -> HostileCase {
        installing(name) { package in
            let good = HostileUnit.list("<key>CFBundleIdentifier</key><string>org.example.hostile</string>")
            let files = [
                ("Hostile.plugin/" + HostileUnit.info, info ?? good),
                ("Hostile.plugin/" + HostileUnit.description, description ?? HostileUnit.oneFilter("Evil")),
                ("Hostile.plugin/Contents/Resources/Kernel.cikernel", "kernel vec4 same(__sample s) { return s; }"),
            ]
            // Without digests the package would be refused before its property lists are read.
            let listed = try files.map { path, text -> [String: Any] in
                ["path": path, "size": text.utf8.count, "sha256": try sha256(text)]
            }
            let manifest: [String: Any] = [
                "formatVersion": 1, "bundle": "Hostile.plugin", "identifier": "org.example.hostile", "files": listed,
            ]
            package.add("manifest.json", try JSONSerialization.data(withJSONObject: manifest))
            for (path, text) in files { package.add(path, Data(text.utf8)) }
        }
    }

    private static func defaultImage(_ text: String) -> String {
        HostileUnit.oneFilter("Evil").replacingOccurrences(
            of: "<string>CIImage</string>",
            with: "<string>CIImage</string><key>CIAttributeDefault</key><string>\(text)</string>")
    }

    private static func sha256(_ text: String) throws -> String {
        let (process, input, output) = (LaunchedProgram(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        let writer = DispatchQueue(label: "sha256")
        writer.async {
            try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? input.fileHandleForWriting.close()
        }
        let sum = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: sum.prefix(64), as: UTF8.self)
    }

    /// A package that must be refused, and must leave no files behind.
    private static func installing(
        _ name: String, _ write: @escaping @Sendable (inout HostilePackage) throws -> Void
    ) -> HostileCase {
        HostileCase(
            name, .package, expected: .refusal([]),
            prepare: { folder in
                var package = HostilePackage()
                try write(&package)
                try package.data.write(to: folder.appendingPathComponent("Hostile.imageunit"))
                return [
                    HostileInvocation([
                        "units", "install", "Hostile.imageunit", "--folder", folder.path + "/installed", "--force",
                    ])
                ]
            },
            inspect: { folder in
                let left = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/installed")) ?? []
                return left.isEmpty ? nil : "left \(left.joined(separator: ", "))"
            })
    }
}
