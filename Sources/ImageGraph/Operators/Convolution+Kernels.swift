import KernelLanguage
import Pixels

/// One run. A pixel reads its input once for each weight, and a table once for four weights of a row.
extension Convolution: KernelComposedOperator {
    /// Returns the run that adds up the products, in the order of the weights.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: (width + 3) / 4, height: height))
        for (index, weight) in weights.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: width)
            table.row(row)[column / 4][column % 4] = weight
        }
        return [
            OperatorRun(
                Self.program, region: region, .input(0), .table(table), .whole(-(width / 2), height / 2),
                .whole(width), .whole(height), .number(bias))
        ]
    }

    private static let program = OperatorKernel.program(
        """
        kernel vec4 convolution(
            sampler image, sampler table, vec2 corner, int columns, int rows, float bias
        ) {
            vec4 sum = vec4(bias);
            for (int row = 0; row < rows; row++) {
                vec2 place = destCoord() + corner - vec2(0.0, float(row));
                for (int i = 0; i < columns; i += 4) {
                    vec4 weights = sample(table, vec2(float(i / 4), float(row)) + 0.5);
                    sum += at(image, place + vec2(float(i), 0.0)) * weights.x;
                    if (i + 1 < columns) sum += at(image, place + vec2(float(i + 1), 0.0)) * weights.y;
                    if (i + 2 < columns) sum += at(image, place + vec2(float(i + 2), 0.0)) * weights.z;
                    if (i + 3 < columns) sum += at(image, place + vec2(float(i + 3), 0.0)) * weights.w;
                }
            }
            return sum;
        }
        """)
}
