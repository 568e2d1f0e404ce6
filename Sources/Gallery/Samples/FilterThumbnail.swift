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
        var current = scene
        for step in variation.steps {
            let filter = try FilterName.filter(named: step.filter)
            var images: [String: CIImage] = [:]
            let settings = try step.settings.compactMap { try inMemory($0, of: filter, images: &images) }
            current = try ChainBuilder(input: current, images: images).image(through: filter, settings: settings)
        }
        return current
    }

    /// Returns a setting that names a companion as a label instead of a file. Nil for tables, which the filter gets.
    private static func inMemory(
        _ setting: ChainStep.Setting, of filter: CIFilter, images: inout [String: CIImage]
    ) throws -> ChainStep.Setting? {
        let path = setting.value.drop { $0 == "@" }
        guard let companion = GalleryCompanion.all.first(where: { $0.path == path }) else { return setting }
        if let table = companion.data {
            filter.setValue(table, forKey: try FilterName.key(setting.key, of: filter))
            return nil
        }
        images[companion.file] = companion.image
        return .init(key: setting.key, value: "@" + companion.file)
    }
}
