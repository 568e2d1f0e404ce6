import CoreImage
import Foundation
import ImageUnits

/// A filter as the gallery found and rendered it.
struct GalleryEntry: Sendable {
    let name: String
    let displayName: String
    let summary: String
    /// The main category first.
    let categories: [String]
    let origin: String
    let inputs: [Input]
    /// Renderings in the order of their pictures; the last one stands for the filter.
    let renderings: [Rendering]

    /// A row of the table of inputs.
    struct Input: Sendable {
        let key: String
        let className: String
        let fallback: String
        let limits: String
        let slider: String
        let identity: String
    }

    /// A picture of the filter, or why there is none.
    struct Rendering: Sendable {
        let title: String
        /// A command that makes the picture, run in the gallery's folder.
        let command: [String]
        /// Swift with the typed API; nil for filters that have none.
        let typedCode: String?
        /// Swift with names and keys.
        let namedCode: String
        let outcome: Result<GalleryPicture, Refusal>

        var picture: GalleryPicture? { try? outcome.get() }
        var error: String? { if case .failure(let refusal) = outcome { refusal.description } else { nil } }
    }

    /// The one that the index shows.
    var shown: Rendering? { renderings.last }
    /// Why the filter has no picture, if it has none; a filter whose defaults lack something that it needs has one with settings.
    var error: String? { shown?.error }
    /// What is odd about the picture that stands for the filter.
    var remark: GalleryPicture.Remark? {
        switch shown?.picture?.remark {
        case .oneColor where TellingSettings.oneColor.contains(name): nil
        case .unchanged where TellingSettings.unchanging.contains(name): nil
        case let remark: remark
        }
    }

    /// The page's path from the gallery's folder; names from image units may hold anything.
    var page: String { "filters/\(Self.fileName(name)).html" }

    /// A file's name for a filter's; a long one ends in its number, as file systems allow 255 bytes.
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
