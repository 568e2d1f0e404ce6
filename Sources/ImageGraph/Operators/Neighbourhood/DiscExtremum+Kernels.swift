import KernelLanguage
import Pixels

/// One run. A pixel reads each pixel of its disc, which has at most 12 pixels' radius in recipes, and a table once for
/// each column. Values are combined in the order of `DiscSweep`, because that decides what becomes of NaN.
extension DiscExtremum: KernelComposedOperator {
    private static let maximumRadius = 32.0

    /// Whether the radius is at most 32 pixels: for larger discs, reading all pixels takes longer than a sweep.
    package var hasKernelRuns: Bool { radius <= Self.maximumRadius }

    /// Returns the run.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let entries = columns.steps.enumerated().flatMap { height, step in
            step.columns.map { SIMD4<Float>(Float($0), Float(height), 0, 0) }
        }
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: entries.count, height: 1))
        for (index, entry) in entries.enumerated() { table[index, 0] = entry }
        return [
            OperatorRun(
                extremum == .maximum ? Self.maximum : Self.minimum, region: region, .input(0), .table(table),
                .whole(entries.count), .whole(reach))
        ]
    }

    private static let maximum = program(.maximum)
    private static let minimum = program(.minimum)

    private static func program(_ extremum: Extremum) -> Program {
        OperatorKernel.program(
            extremum.kernelFunction + """
                vec4 column(sampler image, vec2 middle, int height, int reach) {
                    vec4 result = at(image, middle);
                    for (int i = 1; i <= reach; i++) {
                        if (i > height) break;
                        vec2 offset = vec2(0.0, float(i));
                        result = better(result, better(at(image, middle + offset), at(image, middle - offset)));
                    }
                    return result;
                }
                kernel vec4 discExtremum(sampler image, sampler columns, int count, int reach) {
                    vec2 here = destCoord();
                    vec4 result;
                    for (int i = 0; i < count; i++) {
                        vec4 entry = sample(columns, vec2(float(i) + 0.5, 0.5));
                        vec2 offset = vec2(entry.x, 0.0);
                        vec4 both = column(image, here + offset, int(entry.y), reach);
                        if (entry.x > 0.0) both = better(both, column(image, here - offset, int(entry.y), reach));
                        if (i == 0) result = both;
                        else result = better(result, both);
                    }
                    return result;
                }
                """)
    }
}
