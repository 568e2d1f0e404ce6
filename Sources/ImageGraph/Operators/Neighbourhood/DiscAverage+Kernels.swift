import KernelLanguage
import Pixels

/// Columns of the disc are added up from sums of sixteen, four and single pixels above each other, so that a pixel
/// reads a quarter of a large disc's pixels or less, besides a table. There are up to three runs, and each but the last
/// one stores an image.
extension DiscAverage: KernelComposedOperator {
    private static let maximumRadius = 128.0

    /// Whether the radius is at most 128 pixels: for larger discs, a sweep takes less time.
    package var hasKernelRuns: Bool { radius <= Self.maximumRadius }

    /// Returns the runs for sums of four and sixteen pixels, if the disc contains such columns, and for the disc.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let taps = taps
        let table = Raster(bounds: PixelRect(x: 0, y: 0, width: max(1, taps.map(\.count).max() ?? 0), height: 3))
        for (row, taps) in taps.enumerated() { for (index, tap) in taps.enumerated() { table[index, row] = tap } }
        var runs: [OperatorRun] = []
        // A disc without sums of four has none of sixteen either, as columns have any height up to the largest.
        for (level, taps) in taps.enumerated().dropFirst() where !taps.isEmpty {
            let length = 1 << (2 * level)
            // Other sums than 0 begin less than their length below the image.
            let known = input.pixels.grown(before: length - 1, after: 0, along: .vertical)
            let needed = region.outset(by: reach).grown(before: 0, after: 1 - length, along: .vertical)
            runs.append(
                OperatorRun(
                    Self.columnProgram, region: needed.intersection(known), level == 1 ? .input(0) : .run(0),
                    .whole(length / 4)))
        }
        return runs + [
            OperatorRun(
                Self.program, region: region, .input(0), runs.isEmpty ? .input(0) : .run(0),
                runs.count < 2 ? .input(0) : .run(1), .table(table),
                .whole(taps[0].count, taps[1].count, taps[2].count), .number(Float(1 / columns.total)))
        ]
    }

    /// The positions and weights of single pixels, and of the lowest ones of four and of sixteen.
    private var taps: [[SIMD4<Float>]] {
        var result = [[SIMD4<Float>]](repeating: [], count: 3)
        func add(_ level: Int, _ column: Int, _ row: Int, _ weight: Float) {
            for side in column == 0 ? [0] : [column, -column] {
                result[level].append(SIMD4(Float(side), Float(row), weight, 0))
            }
        }
        for (height, step) in columns.steps.enumerated() {
            for column in step.columns {
                var row = -height
                for (level, length) in [(2, 16), (1, 4), (0, 1)] {
                    while row + length <= height + 1 {
                        add(level, column, row, 1)
                        row += length
                    }
                }
            }
            for (column, weight) in zip(step.pixels, step.weights) {
                for row in height == 0 ? [0] : [height, -height] { add(0, column, row, weight) }
            }
        }
        return result
    }

    private static let columnProgram = OperatorKernel.program(
        """
        kernel vec4 columnSum(sampler image, int distance) {
            vec2 here = destCoord(), up = vec2(0.0, float(distance));
            return (at(image, here) + at(image, here + up)) + (at(image, here + 2 * up) + at(image, here + 3 * up));
        }
        """)

    private static let program = OperatorKernel.program(
        """
        vec4 total(sampler image, sampler taps, float row, int count) {
            vec4 sum = vec4(0.0);
            for (int i = 0; i < count; i++) {
                vec4 tap = sample(taps, vec2(float(i), row) + 0.5);
                sum += at(image, destCoord() + tap.xy) * tap.z;
            }
            return sum;
        }
        kernel vec4 discAverage(
            sampler pixels, sampler fours, sampler sixteens, sampler taps, ivec3 counts, float scale
        ) {
            vec4 sum = total(pixels, taps, 0.0, counts.x) + total(fours, taps, 1.0, counts.y);
            return (sum + total(sixteens, taps, 2.0, counts.z)) * scale;
        }
        """)
}
