import KernelLanguage
import Pixels

/// One run. A pixel reads nine pixels, which are those of the nearest edge outside of the input's extent.
extension Median: KernelComposedOperator {
    /// Returns the run that sorts columns and takes the median of three numbers, in the order of the operator's own
    /// code.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        // An image without edges needs no others.
        let image =
            edge.isUnbounded ? OperatorImage(.input(0)) : OperatorImage(.input(0), wrap: .clamp, extent: edge.cgRect)
        return [OperatorRun(Self.program, region: region, .image(image))]
    }

    private static let program = OperatorKernel.program(
        """
        vec4 least(vec4 a, vec4 b) { return mix(a, b, lessThan(b, a)); }
        vec4 most(vec4 a, vec4 b) { return mix(a, b, greaterThan(b, a)); }
        vec4 middle(vec4 a, vec4 b, vec4 c) { return most(least(a, b), least(most(a, b), c)); }
        void sort(inout vec4 a, inout vec4 b, inout vec4 c) {
            vec4 low = least(least(a, b), c), high = most(most(a, b), c);
            b = middle(a, b, c);
            a = low;
            c = high;
        }
        void column(sampler image, float offset, out vec4 low, out vec4 median, out vec4 high) {
            vec2 here = destCoord() + vec2(offset, 0.0);
            low = at(image, here - vec2(0.0, 1.0));
            median = at(image, here);
            high = at(image, here + vec2(0.0, 1.0));
            sort(low, median, high);
        }
        kernel vec4 median(sampler image) {
            vec4 a, b, c, d, e, f, g, h, i;
            column(image, -1.0, a, b, c);
            column(image, 0.0, d, e, f);
            column(image, 1.0, g, h, i);
            return middle(most(most(a, d), g), middle(b, e, h), least(least(c, f), i));
        }
        """)
}
