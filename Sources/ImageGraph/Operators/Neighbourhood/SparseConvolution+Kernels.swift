import KernelLanguage
import Pixels

/// One run. A pixel reads its input and a table once for each tap.
extension SparseConvolution: KernelComposedOperator {
    /// Returns the run that adds up the products, in the order of the taps.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: taps.count, height: 1))
        for (index, tap) in taps.enumerated() {
            table[index, 0] = SIMD4(Float(tap.column), Float(tap.row), tap.weight, 0)
        }
        return [OperatorRun(Self.program, region: region, .input(0), .table(table), .whole(taps.count))]
    }

    private static let program = OperatorKernel.program(
        """
        kernel vec4 sparseConvolution(sampler image, sampler taps, int count) {
            vec4 sum = vec4(0.0);
            for (int i = 0; i < count; i++) {
                vec4 tap = sample(taps, vec2(float(i) + 0.5, 0.5));
                sum += at(image, destCoord() + tap.xy) * tap.z;
            }
            return sum;
        }
        """)
}
