import KernelLanguage

extension PlanePacking {
    /// Functions that return what the format stores for codes.
    static let shared = """
        float stored(float code, vec4 rounding, vec2 storage) {
            float positive = code > 0.0 ? code : 0.0;
            float limited = positive > rounding.x ? rounding.x : positive;
            return (floor((limited * rounding.y + rounding.z) * rounding.w) - storage.x) * storage.y;
        }
        vec4 allStored(vec4 codes, vec4 rounding, vec2 storage) {
            return vec4(
                stored(codes.x, rounding, storage), stored(codes.y, rounding, storage),
                stored(codes.z, rounding, storage), stored(codes.w, rounding, storage));
        }

        """

    /// Returns four codes of luma.
    static let lumaProgram = OperatorKernel.program(
        shared + """
            kernel vec4 packLuma(sampler codes, int start, vec4 rounding, vec2 storage) {
                vec2 first = vec2(4.0 * floor(destCoord().x) + float(start) + 0.5, destCoord().y);
                vec2 right = vec2(1.0, 0.0);
                vec4 four = vec4(
                    at(codes, first).r, at(codes, first + right).r,
                    at(codes, first + 2.0 * right).r, at(codes, first + 3.0 * right).r);
                return allStored(four, rounding, storage);
            }
            """)

    /// The mean of the pixels of a sample: first of those in columns, and then of the columns.
    private static let mean = """
        vec2 mean(sampler codes, vec2 place, ivec2 counts, float scale) {
            vec2 sum = vec2(0.0);
            for (int i = 0; i < counts.x; i++) {
                vec2 column = vec2(0.0);
                for (int j = 0; j < counts.y; j++) {
                    vec2 value = at(codes, place + vec2(float(i), float(j))).gb;
                    column += value * (counts.y == 3 && j == 1 ? 2.0 : 1.0);
                }
                sum += column * (counts.x == 3 && i == 1 ? 2.0 : 1.0);
            }
            return sum * scale;
        }

        """

    /// Returns two pairs of Cb and Cr.
    static let pairsProgram = OperatorKernel.program(
        shared + mean + """
            kernel vec4 packChromaPairs(
                sampler codes, ivec2 start, ivec2 step, ivec2 counts, float scale, vec4 rounding, vec2 storage
            ) {
                vec2 size = vec2(step);
                vec2 first = floor(destCoord()) * size * vec2(2.0, 1.0) + vec2(start) + 0.5;
                vec2 left = mean(codes, first, counts, scale);
                vec2 right = mean(codes, first + vec2(size.x, 0.0), counts, scale);
                return allStored(vec4(left, right), rounding, storage);
            }
            """)

    /// Returns four samples of Cb or of Cr.
    static let chromaProgram = OperatorKernel.program(
        shared + mean + """
            float channel(vec2 chroma, bool isRed) { return isRed ? chroma.y : chroma.x; }
            kernel vec4 packChroma(
                sampler codes, bool isRed, ivec2 start, ivec2 step, ivec2 counts, float scale, vec4 rounding,
                vec2 storage
            ) {
                vec2 size = vec2(step);
                vec2 first = floor(destCoord()) * size * vec2(4.0, 1.0) + vec2(start) + 0.5;
                vec2 next = vec2(size.x, 0.0);
                vec4 four = vec4(
                    channel(mean(codes, first, counts, scale), isRed),
                    channel(mean(codes, first + next, counts, scale), isRed),
                    channel(mean(codes, first + 2.0 * next, counts, scale), isRed),
                    channel(mean(codes, first + 3.0 * next, counts, scale), isRed));
                return allStored(four, rounding, storage);
            }
            """)
}
