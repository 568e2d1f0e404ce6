import CDetection
import CoreImageEssentials
import Foundation

/// Finds lines of text.
struct TextFinder: FeatureFinder {
    let library: DetectionLibrary

    /// The default minimum height of characters, in pixels of the picture.
    private static let leastHeight = 10.0
    /// The height in pixels of the copy below which characters can't be detected.
    private static let leastPixels = 8.0

    func size(for options: DetectorOptions) -> DetectionSize {
        DetectionSize(pixelLimit: options.isThorough ? 2_000_000 : 600_000)
    }

    func features(in picture: DetectionPicture, options: DetectorOptions) throws -> [CIFeature] {
        let height = options.minFeatureSize.map { $0 * picture.shorterSide } ?? Self.leastHeight
        let found = try EngineCall.finding(FoundText.self, with: .text) { list, message in
            picture.withPixels { pixels in
                library.findText(
                    pixels, max(Self.leastPixels, height * picture.scale), options.isThorough ? 1 : 0,
                    { list, text in if let text { EngineCall.report(FoundText(text.pointee), to: list) } }, list,
                    message)
            }
        }
        return found.map { text in
            let characters = text.characters.map { CITextFeature(picture.shape($0.corners), subFeatures: nil) }
            return CITextFeature(
                picture.shape(text.line.corners), subFeatures: options.returnsSubFeatures ? characters : nil)
        }
    }
}

/// A line as the engine reports it, with its characters copied.
private struct FoundText {
    let line: detection_corners
    let characters: [detection_corners]

    init(_ text: detection_text) {
        line = text.line
        characters = Array(UnsafeBufferPointer(start: text.characters, count: text.character_count))
    }
}
