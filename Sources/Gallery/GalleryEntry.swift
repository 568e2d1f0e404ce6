import CommandOutput
import CoreImage
import FilterChains
import Foundation
import ImageUnits

/// A filter in the gallery, with its attributes and renderings.
struct GalleryEntry: Sendable {
    let name: String
    let displayName: String
    let summary: String
    /// The categories. The main category comes first.
    let categories: [String]
    let origin: String
    let inputs: [FilterDescriptionText.Input]
    /// The renderings in the order of their pictures. The last one represents the filter in the index.
    let renderings: [Rendering]

    /// A rendering of the filter, or the reason why it failed.
    struct Rendering: Sendable {
        let title: String
        /// A command that produces the picture when it is run in the gallery's folder.
        let command: [String]
        /// Swift code with the typed API. Nil for filters without one.
        let typedCode: String?
        /// Swift code with filter names and keys.
        let namedCode: String
        let outcome: Result<GalleryPicture, Refusal>

        var picture: GalleryPicture? { try? outcome.get() }
        var error: String? { if case .failure(let refusal) = outcome { refusal.description } else { nil } }
    }

    /// The rendering that the index shows.
    var shown: Rendering? { renderings.last }
    /// The reason why the filter has no picture, if it has none. If its defaults lack a required value, a rendering
    /// with settings counts.
    var error: String? { shown?.error }
    /// An unexpected property of the shown picture, if any.
    var remark: GalleryPicture.Remark? {
        switch (shown?.picture?.remark, CIFilterExample.of(name).appearance) {
        case (.oneColor, .oneColor), (.unchanged, .unchanged): nil
        case (let remark, _): remark
        }
    }

    /// The path of the filter's page, relative to the gallery's folder. The name is escaped, because names in image
    /// units can contain any characters.
    var page: String { "filters/\(Self.fileName(name)).html" }

    /// Returns a file name for a filter's name. A long name is truncated and made unique by a part of its digest,
    /// because file systems limit names to 255 bytes.
    static func fileName(_ name: String) -> String {
        let whole = spelling(name)
        guard whole.utf8.count > 200 else { return whole }
        let digest = ContentDigest.sha256(of: Data(name.utf8))
        return whole.prefix(160) + "-" + digest.prefix(16)
    }

    private static func spelling(_ name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 128, character.isLetter || character.isNumber {
                result.append(character)
            } else {
                result += "-" + String(byte, radix: 16)
            }
        }
        return result
    }
}
