import CoreImageEssentials
import Foundation

/// Cells around the points of a perturbed square grid. Each pixel belongs to the nearest point, so cells are polygons
/// (a Voronoi diagram).
///
/// The point of grid square (i, j) is `centre + spacing · (i + u, j + v)`, with u and v between 0.18 and 0.82, in steps
/// of 0.64 / 1023, taken from an integer hash of i and j. So the points are the same on every machine and for every
/// part that is rendered. With this small perturbation the nearest point is always in the pixel's own square or an
/// adjacent one.
struct JitteredCells {
    /// Corner of grid square (0, 0), in working space.
    let center: CGPoint
    /// Width of a grid square in pixels.
    let spacing: CGFloat

    /// Creates a grid. The spacing is clamped to 1…100 000; one that isn't finite counts as 1.
    init(center: CGPoint, spacing: CGFloat) {
        self.center = center.finite
        self.spacing = min(max(spacing.finite(or: 1), 1), 100_000)
    }

    /// Kernel functions: `cellPoint(square)` returns the point of a grid square, `nearestCell(p)` the square of the
    /// point nearest to p and its squared distance, all in units of squares.
    private static let functions = """
        int mixed(int x) {
            x = (x ^ (x >> 15)) * 739982445;
            x = (x ^ (x >> 13)) * 695872825;
            return x ^ (x >> 16);
        }
        vec2 cellPoint(vec2 square) {
            // Farther away, floats can't hold whole-number coordinates.
            vec2 place = clamp(square, -8388608.0, 8388608.0);
            int hash = mixed(int(place.x) * 374761393 + mixed(int(place.y) + 668265263));
            return square + 0.18 + vec2(float(hash & 1023), float((hash >> 10) & 1023)) * (0.64 / 1023.0);
        }
        vec3 nearestCell(vec2 p) {
            vec2 home = floor(p);
            vec3 nearest = vec3(home, 1.0e9);
            for (int j = -1; j <= 1; j++) {
                for (int i = -1; i <= 1; i++) {
                    vec2 square = home + vec2(float(i), float(j));
                    vec2 offset = cellPoint(square) - p;
                    float distance = dot(offset, offset);
                    nearest = distance < nearest.z ? vec3(square, distance) : nearest;
                }
            }
            return nearest;
        }

        """

    /// Returns a kernel whose text begins with the functions above.
    static func kernel(_ text: String) -> CIKernel { CIKernel(functions + text) }

    private static let means = kernel(
        """
        kernel vec4 cellMeans(sampler image, vec2 center, float spacing, float reach, vec4 edges) {
            vec2 middle = center + cellPoint(floor(destCoord())) * spacing;
            float count = min(floor(reach), 16.0);
            float step = count > 0.0 ? reach / count : 1.0;
            int steps = int(count);
            vec4 sum = vec4(0.0);
            float total = 0.0;
            for (int j = -steps; j <= steps; j++) {
                for (int i = -steps; i <= steps; i++) {
                    vec2 offset = vec2(float(i), float(j)) * step;
                    float inside = dot(offset, offset) <= reach * reach ? 1.0 : 0.0;
                    vec2 place = clamp(middle + offset, edges.xy, edges.zw);
                    sum += inside * sample(image, samplerTransform(image, place));
                    total += inside;
                }
            }
            return sum / total;
        }
        """)

    /// Returns an image whose pixel (i, j) is the mean colour of `image` in a disc of `radius` pixels around the point
    /// of square (i, j), with edge pixels repeated. The mean is of premultiplied linear pixels: one sample a pixel, and
    /// 33 samples across where the disc is larger.
    func means(of image: CIImage, radius: CGFloat) -> CIImage {
        let edges = PixelEdges(of: image)
        return Self.means.apply(
            to: image, extent: .infinite,
            region: CIKernelRegion { [self] _, output in edges.nearest(to: points(ofSquares: output, reach: radius)) },
            CIVector(cgPoint: center), Float(spacing), Float(radius), edges.middles
        ).samplingNearest()
    }

    /// Returns the squares whose points may be the nearest ones to pixels of `rect`, as a rectangle of whole numbers.
    func squares(around rect: CGRect) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        let low = CGPoint(x: (rect.minX - center.x) / spacing, y: (rect.minY - center.y) / spacing)
        // One square for adjacent squares, one for rounding errors in floats.
        return CGRect(x: low.x, y: low.y, width: rect.width / spacing, height: rect.height / spacing)
            .insetBy(dx: -2, dy: -2).integral
    }

    private func points(ofSquares rect: CGRect, reach: CGFloat) -> CGRect {
        if rect.isInfinite || rect.isNull { return rect }
        return CGRect(
            x: center.x + rect.minX * spacing, y: center.y + rect.minY * spacing, width: rect.width * spacing,
            height: rect.height * spacing
        ).insetBy(dx: -reach - 1, dy: -reach - 1)
    }
}
