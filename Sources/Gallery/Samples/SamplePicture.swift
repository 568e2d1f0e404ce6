import CoreImage
import Foundation

/// A picture that is drawn, for programs that show filters without a file of the user.
package struct SamplePicture: Sendable, Identifiable {
    /// The name for programs, such as `mask`.
    package let id: String
    /// The name to show.
    package let name: String
    private let draw: @Sendable (CGRect) -> CIImage

    /// Returns the picture, which fills a frame. Palettes and the like, whose size matters, keep their size.
    package func image(in frame: CGRect) -> CIImage { draw(frame) }

    /// Returns the picture that suits an image input other than the main one.
    package static func suitable(forKey key: String) -> SamplePicture {
        let file = GalleryCompanion.companion(forKey: key).file
        return all.first { file == $0.id + ".png" } ?? dusk
    }

    /// A lake at noon: smooth gradients, fine texture, edges, saturated colours beside gray ones.
    package static let noon = SamplePicture(id: "noon", name: "Lake at noon") {
        Landscape.day.image(in: $0).cropped(to: $0)
    }

    /// The same lake at dusk.
    package static let dusk = SamplePicture(id: "dusk", name: "Lake at dusk") {
        Landscape.dusk.image(in: $0).cropped(to: $0)
    }

    /// All samples.
    package static let all =
        [noon, dusk]
        + GalleryCompanion.all.compactMap { companion in
            guard companion.isImage, companion.file != "dusk.png" else { return nil }
            let id = String(companion.file.dropLast(".png".count))
            let name = companion.summary.prefix(1).uppercased() + companion.summary.dropFirst()
            return SamplePicture(id: id, name: name) { frame in
                guard let image = companion.image, !image.extent.isEmpty, !image.extent.isInfinite else {
                    return .empty()
                }
                let extent = image.extent
                guard extent == GalleryScene.frame else { return image }
                let scale = CGAffineTransform(
                    scaleX: frame.width / extent.width, y: frame.height / extent.height)
                return image.clampedToExtent()
                    .transformed(by: scale.concatenating(.init(translationX: frame.minX, y: frame.minY)))
                    .cropped(to: frame)
            }
        }
}
