import KernelLanguage
import Pixels

/// Runs of four times the length are combined from four shorter ones, in the order of the operator's own code. So for 2
/// · reach + 1 pixels there are at most 2 + log₄ (reach) runs of kernels, of which each reads four pixels, and each but
/// the last one stores an image.
extension LineExtremum: KernelComposedOperator {
    /// Returns the runs for the shortest lengths first.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let length = 2 * reach + 1
        // The last run combines two runs of the largest power of two, each of them from its halves.
        let half = (1 << (Int.bitWidth - 1 - length.leadingZeroBitCount)) / 2
        let read = region.grown(before: reach, after: reach, along: axis)
        var runs: [OperatorRun] = []
        var done = 1
        while done < half {
            let next = min(4 * done, half)
            // Other values than 0 begin less than a run's length before the image.
            let known = input.pixels.grown(before: next - 1, after: 0, along: axis)
            let needed = read.grown(before: 0, after: 1 - next, along: axis)
            let offsets = next == 2 * done ? [0, done, 0, done] : [0, done, 2 * done, 3 * done]
            runs.append(run(runs.count, offsets, needed.intersection(known)))
            done = next
        }
        let (first, second) = (-reach, reach + 1 - 2 * half)
        runs.append(run(runs.count, [first, first + half, second, second + half], region))
        return runs
    }

    private func run(_ number: Int, _ offsets: [Int], _ region: PixelRect) -> OperatorRun {
        OperatorRun(
            extremum == .maximum ? Self.maximum : Self.minimum, region: region,
            number == 0 ? .input(0) : .run(number - 1), .direction(axis), .numbers(offsets.map(Float.init)))
    }

    private static let maximum = program(.maximum)
    private static let minimum = program(.minimum)

    private static func program(_ extremum: Extremum) -> Program {
        OperatorKernel.program(
            extremum.kernelFunction + """
                kernel vec4 lineExtremum(sampler image, vec2 axis, vec4 offsets) {
                    vec2 here = destCoord();
                    return better(
                        better(at(image, here + axis * offsets.x), at(image, here + axis * offsets.y)),
                        better(at(image, here + axis * offsets.z), at(image, here + axis * offsets.w)));
                }
                """)
    }
}

extension Extremum {
    /// The function `better` of kernels, with the results of `LargestFold` and `SmallestFold` for every pair of
    /// numbers.
    var kernelFunction: String {
        """
        vec4 better(vec4 first, vec4 second) {
            return mix(first, second, \(self == .maximum ? "greaterThan" : "lessThan")(second, first));
        }

        """
    }
}
