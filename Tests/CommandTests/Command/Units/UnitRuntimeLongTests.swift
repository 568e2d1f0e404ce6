import Foundation
import Testing

/// Libraries of the Swift runtime that units need and their host doesn't. Each test compiles a unit.
@Suite("The command: units and the Swift runtime")
struct UnitRuntimeLongTests {
    private let command: CommandProcess

    init() throws { command = try CommandProcess() }

    private var library: URL { command.folder.appendingPathComponent("Glow/build/Glow.plugin/Contents/Linux/Glow") }

    /// Creates and builds a unit in Swift. `edit` changes the filter's source before the build.
    private func build(edit: (String) -> String = { $0 }) throws {
        try #require(try command.run(["units", "new", "Glow", "--kind", "swift"]).code == 0)
        let file = command.folder.appendingPathComponent("Glow/Sources/Glow/Glow.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        try edit(text).write(to: file, atomically: true, encoding: .utf8)
        let built = try command.run(["units", "build", "Glow"])
        try #require(built.code == 0, "\(built.errors)")
    }

    @Test("Optimised units need no library for debugging, even where Core Image is built for debugging")
    func optimised() throws {
        try build()
        #expect(try Data(contentsOf: library).range(of: Data("libswiftSwiftOnoneSupport".utf8)) == nil)
    }

    @Test("A unit from a machine with its runtime elsewhere finds what it needs beside the host's runtime")
    func foreignRuntime() throws {
        try build { source in
            source.replacingOccurrences(of: "import CoreImage", with: "import CoreImage\nimport RegexBuilder")
                .replacingOccurrences(
                    of: "guard let image = inputImage else { return nil }",
                    with: """
                        guard let image = inputImage, "glow".contains(Regex { "l"; One(.word) }) else { return nil }
                        """)
        }
        // The folder of the runtime in the library, replaced by one of the same length that isn't there.
        var bytes = try Data(contentsOf: library)
        let folder = Data("/lib/swift/linux".utf8)
        try #require(bytes.range(of: folder) != nil)
        while let place = bytes.range(of: folder) { bytes.replaceSubrange(place, with: Data("/lib/swift/other".utf8)) }
        try bytes.write(to: library)
        let outcome = try command.run([
            "apply", CommandProcess.scene, "-o", command.path("out.png"), "--units", command.path("Glow/build"), "--",
            "Glow",
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}
