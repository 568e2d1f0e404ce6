import CommandOutput
import FilterChains
import Foundation

/// A chain of filters as code to copy.
package struct ChainCode: Sendable {
    /// Swift code whose constant `result` is the result.
    package let swift: String
    /// A `coreimage apply` command.
    package let command: String

    /// Creates the code.
    ///
    /// - Parameters:
    ///   - steps: The filters, at least one. Settings of images are paths of files.
    ///   - picture: The path of the picture that the first filter gets.
    /// - Throws: An error that names a filter or setting that there isn't.
    package init(_ steps: [ChainStep], of picture: String) throws {
        let words = steps.enumerated().flatMap { index, step in
            [step.filter] + step.settings.map { "\($0.key)=\($0.value)" } + (index + 1 < steps.count ? [","] : [])
        }
        swift = try SwiftCode(of: GalleryVariation(steps: steps, words: words), bounds: nil).named
            .replacingOccurrences(
                of: SwiftValue.literal(GalleryScene.path), with: SwiftValue.literal(picture))
        command = ShellWords.line(["coreimage", "apply", picture, "-o", "result.png", "--"] + words)
    }
}
