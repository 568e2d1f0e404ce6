import Foundation
import Testing

/// Tests that every Swift block of the page `PortingFromApple` compiles unchanged, with the flags of `units build
/// --print-flags`.
@Suite("The guide to porting")
struct PortingGuideTests {
    static let blocks: [String] = {
        let page = CommandProcess.package.appendingPathComponent(
            "Sources/CoreImage/CoreImage.docc/PortingFromApple.md")
        guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
        return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }()

    @Test("All blocks are found") func count() { #expect(Self.blocks.count == 8) }

    @Test("Every block compiles without a warning", arguments: blocks.indices)
    func compiles(index: Int) throws {
        let command = try CommandProcess()
        let flags = try command.run(["units", "build", "--print-flags"])
        try #require(flags.code == 0, "\(flags.errors)")
        let file = command.folder.appendingPathComponent("Block\(index).swift")
        try Data(Self.blocks[index].utf8).write(to: file)
        let outcome = try CommandProcess.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-typecheck", "-parse-as-library"] + flags.output.split(separator: "\n").map(String.init)
                + [file.path],
            in: command.folder, environment: [:])
        #expect(outcome.code == 0 && !outcome.errors.contains("warning:"), "\(outcome.errors)")
    }
}
