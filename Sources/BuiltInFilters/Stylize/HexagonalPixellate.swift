import CoreImageEssentials
import Foundation

/// A mosaic of regular hexagons, each in the mean colour of the pixels inside it.
///
/// Hexagon (i, j) has its middle at `c + s · (i + (j mod 2) / 2, j · √3 / 2)`, with c the centre input and s the scale,
/// and contains the points that are nearer to it than to any other middle. It has a corner at the bottom and is s
/// pixels wide. Its colour is the mean of the premultiplied linear working-space pixels whose centres it contains,
/// within the image's extent, which stays. Hexagons wider than 64 pixels sample every k-th column and row, where k is
/// the least number for which s / k is at most 64. Scales of 1 and less, and ones that aren't finite, change nothing;
/// the maximum scale is 100 000.
///
/// Sources: the filter's own description says that hexagons have the colour of the pixels that they replace; the
/// lattice's position isn't published.
class HexagonalPixellate: CIFilter, CIHexagonalPixellate {
    override class var registration: CIFilterRegistration {
        .init(
            "CIHexagonalPixellate", displayName: "Hexagonal Pixelate",
            categories: [.stylize, .highDynamicRange, .video], kind: .general, summary: "Makes a mosaic of hexagons.",
            status: .documented)
    }

    @CIInput var inputImage: CIImage?
    @CIInput(default: CGPoint(x: 150, y: 150), nonFinite: .zero) var center: CGPoint
    @CIInput(default: 8, min: 1, slider: 1...100, identity: 1, type: kCIAttributeTypeDistance) var scale: Float

    /// Finds the hexagon that contains a point, in units of a hexagon's width: the one with the nearest middle in the
    /// rows below and above.
    private static let functions = """
        vec2 middle(vec2 hexagon) {
            return vec2(hexagon.x + 0.5 * mod(hexagon.y, 2.0), hexagon.y * 0.8660254);
        }
        vec2 hexagon(vec2 p) {
            float row = floor(p.y / 0.8660254);
            vec2 below = vec2(floor(p.x - 0.5 * mod(row, 2.0) + 0.5), row);
            vec2 above = vec2(floor(p.x - 0.5 * mod(row + 1.0, 2.0) + 0.5), row + 1.0);
            vec2 down = p - middle(below), up = p - middle(above);
            return dot(up, up) < dot(down, down) ? above : below;
        }

        """

    private static let means = CIKernel(
        functions + """
            kernel vec4 hexagonMeans(sampler image, vec2 center, float scale, float step, vec4 edges) {
                vec2 own = floor(destCoord());
                vec2 place = center + middle(own) * scale;
                vec2 span = vec2(0.5, 0.57735027) * scale;
                vec2 first = floor((place - span) / step);
                // Bounds the loop where coordinates are too large for floats to tell pixels apart.
                ivec2 count = ivec2(min(floor((place + span) / step) - first, 160.0));
                vec4 sum = vec4(0.0);
                float total = 0.0;
                for (int j = 0; j <= count.y; j++) {
                    for (int i = 0; i <= count.x; i++) {
                        vec2 p = (first + vec2(float(i), float(j))) * step + 0.5;
                        bool held = all(equal(hexagon((p - center) / scale), own));
                        bool there = all(greaterThanEqual(p, edges.xy)) && all(lessThanEqual(p, edges.zw));
                        float weight = held && there ? 1.0 : 0.0;
                        sum += weight * sample(image, samplerTransform(image, p));
                        total += weight;
                    }
                }
                vec2 nearest = clamp(place, edges.xy, edges.zw);
                return total > 0.0 ? sum / total : sample(image, samplerTransform(image, nearest));
            }
            """)

    private static let kernel = CIKernel(
        functions + """
            kernel vec4 hexagonalPixellate(sampler colors, vec2 center, float scale) {
                return sample(colors, samplerTransform(colors, hexagon((destCoord() - center) / scale) + 0.5));
            }
            """)

    override var outputImage: CIImage? {
        guard let inputImage, scale > 1, scale.isFinite, !inputImage.extent.isEmpty else { return inputImage }
        let lattice = HexagonLattice(center: center, width: CGFloat(min(scale, 100_000)))
        let edges = PixelEdges(of: inputImage)
        let colors = Self.means.apply(
            to: inputImage, extent: .infinite,
            region: CIKernelRegion { edges.nearest(to: lattice.pixels(ofHexagons: $1)) },
            CIVector(cgPoint: lattice.center), Float(lattice.width), Float((lattice.width / 64).rounded(.up)),
            edges.middles)
        return Self.kernel.apply(
            to: colors.samplingNearest(), extent: inputImage.extent,
            region: CIKernelRegion { lattice.hexagons(around: $1) },
            CIVector(cgPoint: lattice.center), Float(lattice.width))
    }
}

/// The lattice of hexagons, for region functions.
private struct HexagonLattice {
    var center: CGPoint
    var width: CGFloat
    private var rowHeight: CGFloat { width * 0.75.squareRoot() }

    init(center: CGPoint, width: CGFloat) { (self.center, self.width) = (center, width) }

    /// Returns the indices of the hexagons that may contain pixels of `rect`.
    func hexagons(around rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        return CGRect(
            x: (rect.minX - center.x) / width, y: (rect.minY - center.y) / rowHeight, width: rect.width / width,
            height: rect.height / rowHeight
        ).insetBy(dx: -2, dy: -2).integral
    }

    /// Returns the pixels that the hexagons with indices in `rect` may contain.
    func pixels(ofHexagons rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        return CGRect(
            x: center.x + rect.minX * width, y: center.y + rect.minY * rowHeight, width: rect.width * width,
            height: rect.height * rowHeight
        ).insetBy(dx: -1.5 * width - 1, dy: -width - 1)
    }
}

/// Inputs of the mosaic of hexagons.
public protocol CIHexagonalPixellate: CIFilterProtocol {
    /// The image to make a mosaic of.
    var inputImage: CIImage? { get set }
    /// Middle of a hexagon, in working space.
    var center: CGPoint { get set }
    /// Width of a hexagon in pixels, at least 1.
    var scale: Float { get set }
}

extension CIFilter {
    /// A filter that makes a mosaic of hexagons.
    public class func hexagonalPixellate() -> any CIFilter & CIHexagonalPixellate { registered(HexagonalPixellate()) }
}
