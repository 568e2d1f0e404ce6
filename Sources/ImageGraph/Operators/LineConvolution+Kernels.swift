import KernelLanguage
import Pixels

/// One run. A pixel reads its input once for each weight, and a table once for four weights.
extension LineConvolution: KernelComposedOperator {
    /// Returns the run that adds up the products, in the order of the weights.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let line = region.line(along: axis)
        let sets = table(line)
        return [
            OperatorRun(
                Self.program, region: region, .input(0), .table(sets), .direction(axis), .whole(line.lowerBound),
                .whole(sets.bounds.width), .whole(step), .whole(4 * (sets.bounds.height - 1)))
        ]
    }

    /// Returns the weights of the first period of output pixels, or of all if there are fewer: one column for each
    /// pixel. The lowest pixel of a column has the position of the first weight's pixel, and the number of weights. The
    /// others have four weights each.
    private func table(_ line: Range<Int>) -> Raster {
        let period = weightSets.count
        let numbers = line.prefix(period)
        func set(_ number: Int) -> WeightSet { weightSets[number.flooredRemainder(by: period)] }
        let longest = numbers.reduce(0) { max($0, set($1).weights.count) }
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: max(1, numbers.count), height: 1 + (longest + 3) / 4))
        for (column, number) in numbers.enumerated() {
            let set = set(number)
            let first = number.flooredQuotient(by: period) * step + set.first
            table[column, 0] = SIMD4(Float(first), Float(set.weights.count), 0, 0)
            for (index, weight) in set.weights.enumerated() { table.row(1 + index / 4)[column][index % 4] = weight }
        }
        return table
    }

    private static let program = OperatorKernel.program(
        """
        kernel vec4 lineConvolution(
            sampler image, sampler sets, vec2 axis, int start, int setCount, int step, int longest
        ) {
            vec2 here = destCoord();
            int number = int(floor(dot(here, axis))) - start;
            int period = number / setCount;
            float column = float(number - period * setCount) + 0.5;
            vec4 set = sample(sets, vec2(column, 0.5));
            vec2 place = here + axis * (set.x + float(period * step) + 0.5 - dot(here, axis));
            int count = int(set.y);
            vec4 sum = vec4(0.0);
            for (int i = 0; i < longest; i += 4) {
                vec4 weights = sample(sets, vec2(column, float(i / 4) + 1.5));
                if (i < count) sum += at(image, place + axis * float(i)) * weights.x;
                if (i + 1 < count) sum += at(image, place + axis * float(i + 1)) * weights.y;
                if (i + 2 < count) sum += at(image, place + axis * float(i + 2)) * weights.z;
                if (i + 3 < count) sum += at(image, place + axis * float(i + 3)) * weights.w;
            }
            return sum;
        }
        """)
}
