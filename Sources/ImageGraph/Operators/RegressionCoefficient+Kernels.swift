import KernelLanguage
import Pixels

/// One run, which reads every other pixel of a row.
extension RegressionCoefficient: KernelComposedOperator {
    /// Returns the run.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        [OperatorRun(Self.program, region: region, .input(0), .whole(part.rawValue))]
    }

    private static let program = OperatorKernel.program(
        """
        kernel vec4 everyOther(sampler lines, int part) {
            vec2 here = destCoord();
            return at(lines, vec2(2.0 * floor(here.x) + float(part) + 0.5, here.y));
        }
        """)
}
