import KernelLanguage
import Pixels

/// One run. For each pixel within reach, a pixel reads the small image, its lumas and a table of spatial weights.
///
/// Weights are those of the operator's own code, with the same series for powers of 2.
extension JointBilateralUpsampling: KernelComposedOperator {
    /// Returns the run.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let columns = table(SpatialWeights(region.x..<region.maxX, 0, self))
        let rows = table(SpatialWeights(region.y..<region.maxY, 1, self))
        return [
            OperatorRun(
                Self.program, region: region, .input(0), .input(1), .input(2), .table(columns), .table(rows),
                .whole(region.x, region.y), .whole(columns.bounds.height - 1), .whole(rows.bounds.height - 1),
                .number(settings.end), .number(-settings.lumaFalloff * 1.442695))
        ]
    }

    /// Returns one column for each output column or row. The lowest pixel has the first column or row within reach, and
    /// their number. The others have a weight each.
    private func table(_ weights: SpatialWeights) -> Raster {
        let longest = weights.lines.map(\.count).max() ?? 0
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: max(1, weights.lines.count), height: 1 + longest))
        for (index, line) in weights.lines.enumerated() {
            table[index, 0] = SIMD4(Float(line.lowerBound), Float(line.count), 0, 0)
            for (place, weight) in weights.values(index).enumerated() { table[index, 1 + place].x = weight }
        }
        return table
    }

    private static let program = OperatorKernel.program(
        """
        float powerOfTwo(float exponent) {
            float limited = exponent > -126.0 ? exponent : -126.0;
            float whole = roundEven(limited);
            float rest = limited - whole;
            float value = 0.0001540353 * rest + 0.0013333558;
            value = value * rest + 0.009618129;
            value = value * rest + 0.05550411;
            value = value * rest + 0.2402265;
            value = value * rest + 0.6931472;
            return (value * rest + 1.0) * exp2(whole);
        }
        kernel vec4 jointBilateral(
            sampler image, sampler lumas, sampler guide, sampler columns, sampler rows, vec2 start, int columnCount,
            int rowCount, float end, float falloff
        ) {
            vec2 here = destCoord() - start;
            float level = at(guide, destCoord()).x;
            vec4 across = sample(columns, vec2(here.x, 0.5)), upwards = sample(rows, vec2(here.y, 0.5));
            vec4 sum = vec4(0.0);
            float total = 0.0;
            for (int j = 0; j < rowCount; j++) {
                if (float(j) >= upwards.y) break;
                float share = sample(rows, vec2(here.y, float(j) + 1.5)).x;
                for (int i = 0; i < columnCount; i++) {
                    if (float(i) >= across.y) break;
                    vec2 place = vec2(across.x + float(i), upwards.x + float(j)) + 0.5;
                    float near = sample(columns, vec2(here.x, float(i) + 1.5)).x * share - end;
                    float difference = at(lumas, place).x - level;
                    float alike = powerOfTwo(difference * difference * falloff);
                    float weight = (near > 0.0 ? near : 0.0) * (alike > 1e-12 ? alike : 1e-12);
                    total += weight;
                    if (weight > 0.0) sum += at(image, place) * weight;
                }
            }
            return total > 0.0 ? sum / total : vec4(0.0);
        }
        """)
}
