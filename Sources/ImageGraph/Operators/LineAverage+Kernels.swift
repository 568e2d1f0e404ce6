import KernelLanguage
import Pixels

/// Sums of short runs are added to sums of longer ones. A run of n pixels is eight adjacent ones of ⌊n / 8⌋ pixels, and
/// up to seven single pixels. So there are at most 1 + log₈ n runs of kernels, of which each reads at most 16 pixels,
/// and each but the last one stores an image.
///
/// Rounding errors are added up too, so that a result is rounded only once for each run of kernels: the error is at
/// most 2⁻²¹ times the mean magnitude of the pixels. That may exceed 2⁻²⁰ where magnitudes are above 2 and nearly
/// cancel.
extension LineAverage: KernelComposedOperator {
    private static let pieceCount = 8
    /// Runs up to this length are added pixel by pixel.
    private static let maximumPlainLength = 16

    /// The lengths of the runs that are added up, the longest first.
    private var lengths: [Int] {
        var result = [count]
        while let last = result.last, last > Self.maximumPlainLength { result.append(last / Self.pieceCount) }
        return result
    }

    /// Returns the runs for the shortest pieces first.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let lengths = lengths
        let line = region.line(along: axis)
        var regions = [region.withLine(line.lowerBound + first..<line.upperBound + first, along: axis)]
        for length in lengths.dropFirst() {
            // A sum other than 0 begins less than a run's length before the image.
            let known = input.pixels.grown(before: length - 1, after: 0, along: axis)
            regions.append(
                (regions.last ?? region).grown(before: 0, after: (Self.pieceCount - 1) * length, along: axis)
                    .intersection(known))
        }
        // Multiplied by a power of two, sums of large numbers don't overflow.
        let power = Float(sign: .plus, exponent: -(Int.bitWidth - (count - 1).leadingZeroBitCount), significand: 1)
        return lengths.indices.reversed().enumerated().map { number, index in
            let (length, isWhole, isPlain) = (lengths[index], index == 0, number == 0)
            let (piece, pieces) = isPlain ? (1, length) : (lengths[index + 1], Self.pieceCount)
            return OperatorRun(
                Self.program, region: isWhole ? region : regions[index], isPlain ? .input(0) : .run(number - 1),
                .input(0), .direction(axis), .whole(isWhole ? first : 0), .whole(piece), .whole(pieces),
                .number(isPlain ? power : 1), .whole(length - piece * pieces), .number(power),
                .number(isWhole ? 1 / (power * Float(count)) : 1))
        }
    }

    private static let program = OperatorKernel.program(
        """
        void add(inout vec4 sum, inout vec4 error, vec4 value) {
            vec4 next = sum + value;
            vec4 part = next - sum;
            error += (sum - (next - part)) + (value - part);
            sum = next;
        }
        kernel vec4 lineAverage(
            sampler pieces, sampler image, vec2 axis, int first, int length, int count, float pieceScale, int rest,
            float restScale, float scale
        ) {
            vec2 start = destCoord() + axis * float(first);
            vec2 end = start + axis * float(length * count);
            vec4 sum = vec4(0.0), error = vec4(0.0);
            for (int i = 0; i < count; i++) {
                add(sum, error, at(pieces, start + axis * float(i * length)) * pieceScale);
            }
            for (int i = 0; i < rest; i++) add(sum, error, at(image, end + axis * float(i)) * restScale);
            vec4 total = sum + error;
            // The rounding error of an infinite sum is not a number.
            return mix(total, sum, isnan(total)) * scale;
        }
        """)
}
