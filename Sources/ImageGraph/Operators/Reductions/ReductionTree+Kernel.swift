import KernelLanguage

extension ReductionTree {
    static let program = OperatorKernel.program(
        """
        ivec2 range(int piece, ivec4 pieces, int start, ivec2 limits) {
            piece += pieces.x;
            int block = piece / pieces.y;
            int low = start + block * pieces.z + (piece - block * pieces.y) * pieces.w;
            int high = min(low + pieces.w, start + (block + 1) * pieces.z);
            return ivec2(max(low, limits.x), min(high, limits.y));
        }
        vec4 extreme(vec4 value, vec4 pixel, int part) {
            if (part == 4) return mix(value, pixel, lessThan(pixel, value));
            if (part == 5) return mix(value, pixel, greaterThan(pixel, value));
            if (part == 6) return pixel.a < value.a ? pixel : value;
            return pixel.a > value.a ? pixel : value;
        }
        void add(inout vec4 sum, inout vec4 error, vec4 value) {
            vec4 next = sum + value;
            vec4 rest = next - sum;
            error += (sum - (next - rest)) + (value - rest);
            sum = next;
        }
        kernel vec4 reduction(
            sampler image, ivec2 corner, int width, ivec4 parts, ivec4 places, int itemWidth, bool hasErrors,
            ivec4 across, ivec4 upwards, ivec2 start, ivec4 items, ivec4 cells, float scale, bool countsTransparent
        ) {
            ivec2 here = ivec2(floor(destCoord()));
            if (here.x < cells.x || here.y < cells.y || here.x >= cells.z || here.y >= cells.w) return vec4(0.0);
            ivec2 cell = here - corner;
            int column = cell.x / width;
            int part = parts[cell.x - column * width], place = places[cell.x - column * width];
            if (part == 0) return vec4(0.0);
            ivec2 columns = range(column, across, start.x, items.xz);
            ivec2 rows = range(cell.y, upwards, start.y, items.yw);
            float infinity = part == 4 || part == 6 ? 1.0 / 0.0 : -1.0 / 0.0;
            vec4 value = part < 6 ? vec4(infinity) : vec4(0.0, 0.0, 0.0, infinity);
            vec4 sum = vec4(0.0), error = vec4(0.0);
            for (int y = rows.x; y < rows.y; y++) {
                for (int x = columns.x; x < columns.y; x++) {
                    vec2 point = vec2(float(x * itemWidth + place), float(y)) + 0.5;
                    vec4 pixel = at(image, point);
                    if (part > 3) {
                        value = extreme(value, pixel, part);
                    } else {
                        add(sum, error, pixel);
                        if (hasErrors) error += at(image, point + vec2(1.0, 0.0));
                    }
                }
            }
            if (part > 3) return countsTransparent ? extreme(value, vec4(0.0), part) : value;
            // The rounding error of an infinite sum is not a number.
            vec4 total = sum + error;
            total = mix(total, sum, isnan(total));
            if (part == 1) return total;
            if (part == 3) return total * scale;
            error -= total - sum;
            return mix(error, vec4(0.0), isnan(error));
        }
        """)
}
