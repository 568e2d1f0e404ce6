import CoreImageEssentials
import Foundation
import Pixels

/// The colours of a small image, for filters that compare other images with them.
///
/// Red, green and blue are used as they are, whatever alpha is, because the results of k-means store a weight in alpha.
/// Colours are in reading order: rows from the top, each from the left.
struct Palette {
    /// The colours as given, with alpha 1; read at the nearest pixel.
    private let colors: CIImage
    /// The values that are compared: the colours as L\*a\*b\*, or `colors` itself if colours are compared in the
    /// working space.
    private let compared: CIImage
    private let isPerceptual: Bool
    /// The palette image's pixels.
    let bounds: PixelRect

    /// Maximum number of colours; every pixel is compared with all of them.
    static let mostColors = 256

    /// Creates the palette of the colours of `image`.
    ///
    /// - Parameter isPerceptual: Whether distances are between L\*a\*b\* colours, instead of linear working-space ones.
    /// - Throws: `CIFilterError.badValue` for an image without pixels, without edges, or with more than 256 pixels.
    init(_ image: CIImage, isPerceptual: Bool, filter: String) throws(CIFilterError) {
        bounds = PixelRect(enclosing: image.extent)
        guard !image.extent.isInfinite, 1...Self.mostColors ~= bounds.area else {
            let size = image.extent.isInfinite ? "an infinite extent" : "\(bounds.width) × \(bounds.height) pixels"
            throw .badValue(
                filter: filter, key: kCIInputPaletteImageKey,
                reason: "it has \(size); give an image of 1 to \(Self.mostColors) pixels, one for each colour")
        }
        self.isPerceptual = isPerceptual
        colors = image.settingAlphaOne(in: bounds.cgRect).samplingNearest()
        compared = isPerceptual ? colors.inLab.samplingNearest() : colors
    }

    /// Number of colours.
    var count: Int { bounds.area }

    /// Returns `image` with each colour replaced by the nearest one of the palette; alpha is kept. Of equally near
    /// colours the first one is taken.
    func painted(over image: CIImage) -> CIImage { apply(Self.paintKernel, to: image, [colors]) }

    /// Returns the index of the nearest colour in red, with alpha 1; transparent where the image is.
    func indices(of image: CIImage) -> CIImage { apply(Self.indexKernel, to: image, []) }

    private func apply(_ kernel: CIKernel, to image: CIImage, _ more: [CIImage]) -> CIImage {
        let place = CIVector(x: CGFloat(bounds.x) + 0.5, y: CGFloat(bounds.maxY) - 0.5)
        let images = [image, isPerceptual ? image.inLab : image, compared] + more
        return kernel.result(
            of: images + [place, bounds.width, bounds.height], extent: image.extent,
            region: .same(ofFirst: 2, table: bounds.cgRect))
    }

    /// Finds the column and the row of the entry nearest to a colour. Comparisons with NaN are false, so that the first
    /// entry is kept.
    private static let search = """
        vec2 nearest(vec3 color, sampler palette, vec2 first, int columns, int rows) {
            vec2 found = vec2(0.0);
            float least = 3.0e38;
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    vec2 step = vec2(column, row);
                    vec2 place = samplerTransform(palette, first + vec2(step.x, -step.y));
                    vec3 difference = sample(palette, place).rgb - color;
                    float square = dot(difference, difference);
                    if (square < least) {
                        least = square;
                        found = step;
                    }
                }
            }
            return found;
        }

        """

    private static let paintKernel = CIKernel(
        search + """
            kernel vec4 palettize(
                __sample image, __sample compared, sampler palette, sampler colors, vec2 first, int columns, int rows
            ) {
                vec2 found = nearest(unpremultiply(compared).rgb, palette, first, columns, rows);
                vec2 place = samplerTransform(colors, first + vec2(found.x, -found.y));
                return vec4(sample(colors, place).rgb, 1.0) * image.a;
            }
            """)

    private static let indexKernel = CIKernel(
        search + """
            kernel vec4 paletteIndex(
                __sample image, __sample compared, sampler palette, vec2 first, int columns, int rows
            ) {
                vec2 found = nearest(unpremultiply(compared).rgb, palette, first, columns, rows);
                return image.a > 0.0 ? vec4(found.x + found.y * float(columns), 0.0, 0.0, 1.0) : vec4(0.0);
            }
            """)
}
