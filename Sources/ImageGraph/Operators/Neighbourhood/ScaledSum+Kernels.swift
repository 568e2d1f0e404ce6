import KernelLanguage
import Pixels

/// One run. For each tap, a pixel reads up to four pixels of its input, and the place of its column and row from
/// tables. Tables are computed in double precision, as floats would place the pixels of a large image inexactly.
extension ScaledSum: KernelComposedOperator {
    /// Returns the run that adds up the copies, in the order of the taps.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let limits = input.pixels.outset(by: 2)
        let columns = table(region.x..<region.maxX, center.x, limits.x..<limits.maxX)
        let rows = table(region.y..<region.maxY, center.y, limits.y..<limits.maxY)
        return [
            OperatorRun(
                Self.program, region: region, .input(0), .table(columns), .table(rows), .whole(region.x, region.y),
                .whole(taps.count))
        ]
    }

    /// Returns, for each output column or row and each tap, the first of the two columns or rows between which the
    /// input is interpolated, the share of the second one, and the tap's weight.
    private func table(_ line: Range<Int>, _ middle: Double, _ limits: Range<Int>) -> Raster {
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: line.count, height: taps.count))
        for (index, tap) in taps.enumerated() {
            for (column, number) in line.enumerated() {
                let place = place(number, middle, tap, limits, 0)
                table.row(index)[column] = SIMD4(Float(place.first), place.share, tap.weight, 0)
            }
        }
        return table
    }

    private static let program = OperatorKernel.program(
        """
        vec4 between(sampler image, vec2 place, float share) {
            vec4 pixel = at(image, place);
            return share == 0.0 ? pixel : pixel + (at(image, place + vec2(0.0, 1.0)) - pixel) * share;
        }
        kernel vec4 scaledSum(sampler image, sampler columns, sampler rows, vec2 start, int count) {
            vec2 here = destCoord() - start;
            vec4 sum = vec4(0.0);
            for (int i = 0; i < count; i++) {
                vec4 column = sample(columns, vec2(here.x, float(i) + 0.5));
                vec4 row = sample(rows, vec2(here.y, float(i) + 0.5));
                vec2 place = vec2(column.x, row.x) + 0.5;
                vec4 left = between(image, place, row.y) * row.z;
                vec4 right = between(image, place + vec2(1.0, 0.0), row.y) * row.z;
                sum += left + (right - left) * column.y;
            }
            return sum;
        }
        """)
}
