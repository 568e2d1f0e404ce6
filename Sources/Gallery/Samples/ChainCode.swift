import CommandOutput
import FilterChains
import Foundation

/// A chain of filters as code to copy.
package struct ChainCode: Sendable {
    /// Swift code whose constant `result` is the result.
    package let swift: String
    /// A `coreimage apply` or `coreimage video` command.
    package let command: String

    /// Creates the code.
    ///
    /// - Parameters:
    ///   - steps: The filters, at least one. Settings of images are paths of files.
    ///   - picture: The path of the picture that the first filter gets.
    ///   - units: Folders of image units that the command loads.
    /// - Throws: An error that names a filter or setting that there isn't.
    package init(_ steps: [ChainStep], of picture: String, units: [String] = []) throws {
        let words = Self.words(steps)
        swift = try SwiftCode(of: GalleryVariation(steps: steps, words: words), bounds: nil).named
            .replacingOccurrences(
                of: SwiftValue.literal(GalleryScene.path), with: SwiftValue.literal(picture))
        command = ShellWords.line(["coreimage", "apply", picture, "-o", "result.png"] + Self.options(units) + words)
    }

    /// Creates the code for a clip, which writes the result.
    ///
    /// - Parameters:
    ///   - steps: The filters, at least one. Settings of images are paths of files.
    ///   - clip: The path of the clip.
    ///   - units: Folders of image units that the command loads.
    /// - Throws: An error that names a filter or setting that there isn't.
    package init(_ steps: [ChainStep], ofClip clip: String, units: [String] = []) throws {
        let words = Self.words(steps)
        let lines = try SwiftCode(of: GalleryVariation(steps: steps, words: words), bounds: nil).named
            .split(separator: "\n").map(String.init)
        // Pictures are loaded once, before the frames.
        let isLoading: (String) -> Bool = { $0.hasPrefix("let ") && $0.contains(" = try CIImage(loading: ") }
        let others = lines.filter { isLoading($0) && !$0.hasPrefix("let scene = ") }
        let filters = lines.filter { !isLoading($0) }.map { "    " + $0 }
        let asset = "let asset = AVURLAsset(url: URL(fileURLWithPath: \(SwiftValue.literal(clip))))"
        let opening = [
            "let composition = AVVideoComposition(asset: asset) { request in", "    let scene = request.sourceImage",
        ]
        let ending = [
            "    request.finish(with: result ?? scene, context: nil)", "}",
            "let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)",
            "session?.videoComposition = composition",
            "try await session?.export(to: URL(fileURLWithPath: \"result.mp4\"), as: .mp4)",
        ]
        swift = (others + [asset] + opening + filters + ending).joined(separator: "\n")
        command = ShellWords.line(["coreimage", "video", clip, "-o", "result.mp4"] + Self.options(units) + words)
    }

    private static func options(_ units: [String]) -> [String] { units.flatMap { ["--units", $0] } + ["--"] }

    private static func words(_ steps: [ChainStep]) -> [String] {
        steps.enumerated().flatMap { index, step in
            [step.filter] + step.settings.map { "\($0.key)=\($0.value)" } + (index + 1 < steps.count ? [","] : [])
        }
    }
}
