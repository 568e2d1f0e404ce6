import CoreImage
import Foundation
import Testing

/// Pictures that `coreimage apply` decodes at a fraction of their size.
@Suite("Command: pictures that are decoded smaller")
struct ReducedDecodingCommandTests {
    private let command: CommandProcess

    init() throws {
        command = try CommandProcess()
        let made = try command.run([
            "apply", CommandProcess.scene, "-o", "large.jpg", "--fill", "1283x961", "--quality", "0.95",
        ])
        try #require(made.code == 0, "\(made.errors)")
    }

    private func apply(_ arguments: String...) throws -> CommandProcess.Outcome {
        let outcome = try command.run(["apply"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome
    }

    private func grid(_ name: String) throws -> PixelGrid {
        try PixelGrid(CIImage(loading: command.folder.appendingPathComponent(name)))
    }

    @Test("colours are nearly those of the picture decoded in full", arguments: ["--fit", "--fill"])
    func colours(option: String) throws {
        _ = try apply("large.jpg", "-o", "small.png", option, "160x110")
        _ = try apply("large.jpg", "-o", "full.png", option, "160x110", "--full-decoding")
        let (small, full) = (try grid("small.png"), try grid("full.png"))
        #expect(small != full)
        #expect((small.width, small.height) == (full.width, full.height))
        var sum = 0
        for y in 0..<small.height {
            for x in 0..<small.width {
                for channel in 0..<3 { sum += abs(Int(small[x, y][channel]) - Int(full[x, y][channel])) }
            }
        }
        #expect(Double(sum) / Double(small.width * small.height * 3) < 1)
    }

    @Test("--explain names the rule and the size that is decoded") func explained() throws {
        let small = try apply("large.jpg", "--explain", "--fit", "160x160").output
        #expect(small.contains("Decode pictures smaller"))
        #expect(small.contains("[0 0 321 241]"))
        let full = try apply("large.jpg", "--explain", "--fit", "160x160", "--full-decoding").output
        #expect(!full.contains("Decode pictures smaller"))
    }

    @Test("a filter before the scaling gets every pixel") func filters() throws {
        _ = try apply("large.jpg", "-o", "small.png", "--fit", "160x160", "--", "Pixellate", "scale=2")
        _ = try apply(
            "large.jpg", "-o", "full.png", "--fit", "160x160", "--full-decoding", "--", "Pixellate", "scale=2")
        #expect(try grid("small.png") == grid("full.png"))
    }
}
