import CoreImage
import FilterChains
import Foundation

/// Small pictures of filters' effects.
package enum FilterThumbnail {
    /// The frame of the pictures, for which filters' examples are made: 320 × 240 pixels.
    package static var frame: CGRect { GalleryScene.frame }

    /// Returns a picture, scaled to fill the frame.
    ///
    /// - Throws: `Refusal` if the picture has no pixels.
    package static func scene(of picture: CIImage) throws -> CIImage { try GalleryScene.image(from: picture) }

    /// Returns the result of a filter with the most telling settings of its example, or with its defaults.
    ///
    /// - Parameters:
    ///   - filter: The filter's name.
    ///   - scene: The picture, which fills the frame.
    /// - Throws: The filter's error.
    package static func image(of filter: String, on scene: CIImage) throws -> CIImage {
        var variation = try GalleryVariation(defaultsOf: filter)
        if let settings = CIFilterExample.of(filter).settings.last {
            variation = try GalleryVariation(settings, of: filter)
        }
        var images: [String: CIImage] = [:]
        var steps = variation.steps
        for index in steps.indices {
            steps[index].settings = steps[index].settings.compactMap { inMemory($0, images: &images) }
        }
        return try ChainBuilder(input: scene, images: images).image(for: steps)
    }

    /// Returns a setting that names a companion as a label instead of a file. Nil for tables, which have defaults.
    private static func inMemory(
        _ setting: ChainStep.Setting, images: inout [String: CIImage]
    ) -> ChainStep.Setting? {
        guard setting.value.contains(GalleryCompanion.folder) else { return setting }
        let companion = GalleryCompanion.all.first { $0.path == setting.value }
        guard let companion, let image = companion.image else { return nil }
        images[companion.file] = image
        return .init(key: setting.key, value: "@" + companion.file)
    }
}
