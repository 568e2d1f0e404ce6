import CoreImage
import Foundation
import Pixels

extension ValidationCheck {
    /// Checks images that are empty, infinite, distant, or a single pixel in size.
    static let unusualImages = ValidationCheck(
        filter: "unusual-images", level: 8, needs: [.rendersAtDefaults],
        reason:
            "Cropped, moved and generated images may have extents with negative origins, empty ones and infinite ones."
    ) { filter, context in
        if !InputProfile.all(of: try filter.make()).contains(where: \.isImage) {
            return .skipped("the filter has no image inputs")
        }
        var failures: [Finding] = []
        for unusual in UnusualImage.all {
            context.note("rendering with \(unusual.name)")
            do {
                let output = try filter.output(.defaults, images: ImageInputs([unusual.image]))
                let region = ValidationRenderer.region(of: output, around: unusual.frame)
                if region.isEmpty {
                    if unusual.mustRender, output.extent.isNull {
                        failures.append(
                            Finding(
                                "the result for \(unusual.name) is empty",
                                remedy: "compute the extent from the image's, wherever that lies"))
                    }
                    continue
                }
                _ = try ValidationRenderer.usual.pixels(of: output, in: region)
            } catch {
                try UnitCrash.rethrow(error)
                if unusual.mustRender { failures.append(Finding("with \(unusual.name): \(ErrorText.of(error))")) }
            }
        }
        return .of(failures: failures)
    }
}

/// An image with properties that filters rarely encounter.
private struct UnusualImage {
    let name: String
    let image: CIImage
    /// The area around which the result is rendered.
    let frame: CGRect
    /// Whether the filter must give a result for this image.
    let mustRender: Bool

    static var all: [UnusualImage] {
        let picture = TestPicture.image(width: 20, height: 14)
        let color = CIImage(color: CIColor(red: 0.2, green: 0.5, blue: 0.7))
        let (below, far) = (CGAffineTransform(translationX: -57, y: -33), CGAffineTransform(translationX: 1e6, y: 1e6))
        func plain(_ name: String, _ image: CIImage) -> UnusualImage {
            UnusualImage(name: name, image: image, frame: image.extent, mustRender: true)
        }
        let frame = CGRect(x: 0, y: 0, width: 20, height: 14)
        return [
            plain("an image of one pixel", TestPicture.image(width: 1, height: 1)),
            plain("an image of one row", TestPicture.image(width: 300, height: 1)),
            plain("an image with a negative origin", picture.transformed(by: below)),
            plain("an image a million pixels away", picture.transformed(by: far)),
            UnusualImage(name: "an empty image", image: .empty(), frame: frame, mustRender: false),
            UnusualImage(name: "an image without edges", image: color, frame: frame, mustRender: false),
            UnusualImage(
                name: "an image of 10⁹ pixels a side",
                image: color.cropped(to: CGRect(x: -5e8, y: -5e8, width: 1e9, height: 1e9)), frame: frame,
                mustRender: false),
        ]
    }
}
