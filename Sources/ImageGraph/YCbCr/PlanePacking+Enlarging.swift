import KernelLanguage
import Pixels

/// Planes with twice as many columns and rows as the codes. Pixel (x, y) of the codes lies at (2x, 2y) of luma, and
/// chroma has as many samples as the codes. Codes beside the picture must be among the pixels.
extension PlanePacking {
    /// The weights of codes around chroma samples along both axes: from two before a sample to two behind it.
    package struct Weights: Sendable {
        /// The weights in a row of the first sample, of the last one, and of others.
        package let left, right, inner: SIMD8<Float>
        /// The weights in a column of the lowest sample, of the topmost one, and of others.
        package let bottom, top, innerRow: SIMD8<Float>
        /// All samples of the plane.
        package let samples: PixelRect

        /// Creates weights. Only the first five numbers of each vector matter.
        package init(
            columns: (left: SIMD8<Float>, right: SIMD8<Float>, inner: SIMD8<Float>),
            rows: (bottom: SIMD8<Float>, top: SIMD8<Float>, inner: SIMD8<Float>), samples: PixelRect
        ) {
            (left, right, inner) = columns
            (bottom, top, innerRow) = rows
            self.samples = samples
        }

        /// A row for each list of weights, the lowest one first.
        fileprivate var table: Raster {
            let raster = Raster(bounds: PixelRect(x: 0, y: 0, width: 2, height: 6))
            for (row, weights) in [left, right, inner, bottom, top, innerRow].enumerated() {
                raster[0, row] = weights.lowHalf
                raster[1, row] = SIMD4(weights[4], 0, 0, 0)
            }
            return raster
        }
    }

    /// Returns the run that packs a region of luma. Between codes, it is that of cubic polynomials through four of
    /// them, whose weights are `inner` and `outer`: first in columns, and then in rows.
    package func enlargedLuma(_ region: PixelRect, inner: Float, outer: Float) -> OperatorRun {
        OperatorRun(
            Self.enlargedLumaProgram, region: packed(region, columns: 4), .input(0), .whole(region.x),
            .numbers([inner, outer]), rounding, storage)
    }

    /// Returns the run that packs weighted sums of codes for a region of chroma samples.
    package func enlargedChroma(_ samples: PixelRect, _ plane: Plane, _ weights: Weights) -> OperatorRun {
        let (all, isBoth) = (weights.samples, plane == .both)
        return OperatorRun(
            isBoth ? Self.enlargedPairsProgram : Self.enlargedChromaProgram,
            region: packed(samples, columns: isBoth ? 2 : 4), .input(0), .table(weights.table), .flag(plane == .red),
            .whole(samples.x), .whole(all.x, all.maxX - 1, all.y, all.maxY - 1), rounding, storage)
    }

    // MARK: Kernels

    private static let enlargedLumaProgram = OperatorKernel.program(
        shared + """
            float middle(float a, float b, float c, float d, vec2 weights) {
                return (b + c) * weights.x - (a + d) * weights.y;
            }
            float column(sampler codes, vec2 place, bool isBetween, vec2 weights) {
                if (!isBetween) return at(codes, place).r;
                vec2 up = vec2(0.0, 1.0);
                return middle(
                    at(codes, place - up).r, at(codes, place).r, at(codes, place + up).r,
                    at(codes, place + 2.0 * up).r, weights);
            }
            float luma(sampler codes, vec2 pixel, vec2 weights) {
                vec2 half = floor(pixel * 0.5);
                vec2 place = half + 0.5, right = vec2(1.0, 0.0);
                bool isAbove = pixel.y > 2.0 * half.y;
                if (pixel.x <= 2.0 * half.x) return column(codes, place, isAbove, weights);
                return middle(
                    column(codes, place - right, isAbove, weights), column(codes, place, isAbove, weights),
                    column(codes, place + right, isAbove, weights),
                    column(codes, place + 2.0 * right, isAbove, weights), weights);
            }
            kernel vec4 packEnlargedLuma(sampler codes, int start, vec2 weights, vec4 rounding, vec2 storage) {
                vec2 first = floor(destCoord()) * vec2(4.0, 1.0) + vec2(float(start), 0.0);
                vec2 right = vec2(1.0, 0.0);
                vec4 four = vec4(
                    luma(codes, first, weights), luma(codes, first + right, weights),
                    luma(codes, first + 2.0 * right, weights), luma(codes, first + 3.0 * right, weights));
                return allStored(four, rounding, storage);
            }
            """)

    /// A weighted sum of five pixels in a column, and then of five columns.
    private static let weightedSum = """
        vec2 sum(vec2 a, vec2 b, vec2 c, vec2 d, vec2 e, vec4 four, float last) {
            return ((a * four.x + e * last) + (b * four.y + d * four.w)) + c * four.z;
        }
        vec2 column(sampler codes, vec2 place, vec4 four, float last) {
            vec2 up = vec2(0.0, 1.0);
            return sum(
                at(codes, place - 2.0 * up).gb, at(codes, place - up).gb, at(codes, place).gb,
                at(codes, place + up).gb, at(codes, place + 2.0 * up).gb, four, last);
        }
        vec2 chroma(sampler codes, sampler weights, float x, ivec4 ends) {
            vec4 end = vec4(ends);
            vec2 place = vec2(x, floor(destCoord().y));
            float across = place.x == end.y ? 1.5 : (place.x == end.x ? 0.5 : 2.5);
            float down = place.y == end.w ? 4.5 : (place.y == end.z ? 3.5 : 5.5);
            vec4 four = sample(weights, vec2(0.5, down));
            float last = sample(weights, vec2(1.5, down)).x;
            vec2 centre = place + 0.5, right = vec2(1.0, 0.0);
            return sum(
                column(codes, centre - 2.0 * right, four, last), column(codes, centre - right, four, last),
                column(codes, centre, four, last), column(codes, centre + right, four, last),
                column(codes, centre + 2.0 * right, four, last), sample(weights, vec2(0.5, across)),
                sample(weights, vec2(1.5, across)).x);
        }

        """

    private static let enlargedPairsProgram = OperatorKernel.program(
        shared + weightedSum + """
            kernel vec4 packEnlargedPairs(
                sampler codes, sampler weights, bool isRed, int start, ivec4 ends, vec4 rounding, vec2 storage
            ) {
                float x = 2.0 * floor(destCoord().x) + float(start);
                vec2 left = chroma(codes, weights, x, ends), right = chroma(codes, weights, x + 1.0, ends);
                return allStored(vec4(left, right), rounding, storage);
            }
            """)

    private static let enlargedChromaProgram = OperatorKernel.program(
        shared + weightedSum + """
            kernel vec4 packEnlargedChroma(
                sampler codes, sampler weights, bool isRed, int start, ivec4 ends, vec4 rounding, vec2 storage
            ) {
                float x = 4.0 * floor(destCoord().x) + float(start);
                vec2 a = chroma(codes, weights, x, ends), b = chroma(codes, weights, x + 1.0, ends);
                vec2 c = chroma(codes, weights, x + 2.0, ends), d = chroma(codes, weights, x + 3.0, ends);
                vec4 four = isRed ? vec4(a.y, b.y, c.y, d.y) : vec4(a.x, b.x, c.x, d.x);
                return allStored(four, rounding, storage);
            }
            """)
}
