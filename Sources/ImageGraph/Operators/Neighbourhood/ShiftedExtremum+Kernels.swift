import KernelLanguage
import Pixels

/// A run for each layer, which combines the results of the layers before with one pixel for each offset, in their
/// order. A table is read once for two offsets.
extension ShiftedExtremum: KernelComposedOperator {
    /// Returns the runs, one for each layer.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        layers.enumerated().map { index, layer in
            OperatorRun(
                extremum == .maximum ? Self.maximum : Self.minimum, region: region,
                index == 0 ? .input(0) : .run(index - 1), .input(index), .table(Self.table(layer.offsets)),
                .whole(layer.offsets.count), .flag(index > 0))
        }
    }

    private static func table(_ offsets: [PixelOffset]) -> Raster {
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: (offsets.count + 1) / 2, height: 1))
        for (index, offset) in offsets.enumerated() {
            table.row(0)[index / 2][index % 2 * 2] = Float(offset.column)
            table.row(0)[index / 2][index % 2 * 2 + 1] = Float(offset.row)
        }
        return table
    }

    private static let maximum = program(.maximum)
    private static let minimum = program(.minimum)

    private static func program(_ extremum: Extremum) -> Program {
        OperatorKernel.program(
            extremum.kernelFunction + """
                kernel vec4 shiftedExtremum(
                    sampler before, sampler image, sampler offsets, int count, bool continues
                ) {
                    vec2 here = destCoord();
                    vec4 pair = sample(offsets, vec2(0.5, 0.5));
                    vec4 result;
                    if (continues) result = at(before, here);
                    else result = at(image, here + pair.xy);
                    for (int i = 0; i < count; i += 2) {
                        pair = sample(offsets, vec2(float(i / 2) + 0.5, 0.5));
                        result = better(result, at(image, here + pair.xy));
                        if (i + 1 < count) result = better(result, at(image, here + pair.zw));
                    }
                    return result;
                }
                """)
    }
}
