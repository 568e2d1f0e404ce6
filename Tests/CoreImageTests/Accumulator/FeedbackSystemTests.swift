import CoreImage
import TestSupport
import Testing

/// Systems that compute each state from the previous one, compared with the same rules over arrays.
@Suite("Feedback systems")
struct FeedbackSystemTests {
    private static let life = CIKernel(
        """
        kernel vec4 life(sampler s) {
            vec2 d = destCoord();
            float neighbours = 0.0;
            for (int y = -1; y <= 1; y++)
                for (int x = -1; x <= 1; x++)
                    neighbours += sample(s, samplerTransform(s, d + vec2(x, y))).r;
            float alive = sample(s, samplerCoord(s)).r;
            neighbours -= alive;
            float next = neighbours == 3.0 || (alive == 1.0 && neighbours == 2.0) ? 1.0 : 0.0;
            return vec4(next, next, next, 1.0);
        }
        """)

    @Test("the game of life, a hundred generations of a random field", arguments: [CIFormat.RGBAf, .RGBA8])
    func gameOfLife(format: CIFormat) throws {
        let (width, height) = (48, 37)
        let extent = CGRect(x: -5, y: 3, width: width, height: height)
        var random = SeededGenerator(seed: 1)
        var cells = (0..<width * height).map { _ in random.below(3) == 0 }
        let accumulator = try CIImageAccumulator(keeping: extent, format: format)
        let start = cells
        accumulator.setImage(
            makePicture(width, height) { x, y in start[y * width + x] ? .one : SIMD4(0, 0, 0, 1) }
                .transformed(by: CGAffineTransform(translationX: extent.minX, y: extent.minY)))
        for _ in 0..<100 {
            accumulator.setImage(
                Self.life.apply(to: accumulator.image(), region: .inset(-1)))
            cells = (0..<cells.count).map { index in
                let (x, y) = (index % width, index / width)
                var neighbours = 0
                for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
                    let (nx, ny) = (x + dx, y + dy)
                    if nx >= 0, ny >= 0, nx < width, ny < height, cells[ny * width + nx] { neighbours += 1 }
                }
                return neighbours == 3 || (cells[index] && neighbours == 2)
            }
        }
        let pixels = try RenderedPixels(accumulator.image(), extent)
        for index in cells.indices {
            let (x, y) = (index % width, index / width)
            #expect(pixels[x - 5, y + 3].x == (cells[index] ? 1 : 0), "cell \(x), \(y)")
        }
    }

    private static let reaction = CIKernel(
        """
        kernel vec4 react(sampler s, float feed, float kill) {
            vec2 d = destCoord();
            vec2 here = sample(s, samplerCoord(s)).rg;
            vec2 beside = sample(s, samplerTransform(s, d + vec2(-1.0, 0.0))).rg;
            beside += sample(s, samplerTransform(s, d + vec2(1.0, 0.0))).rg;
            beside += sample(s, samplerTransform(s, d + vec2(0.0, -1.0))).rg;
            beside += sample(s, samplerTransform(s, d + vec2(0.0, 1.0))).rg;
            vec2 spread = beside * 0.25 - here;
            float reacting = here.r * here.g * here.g;
            float u = here.r + (0.5 * spread.r - reacting + feed * (1.0 - here.r));
            float v = here.g + (0.25 * spread.g + reacting - (feed + kill) * here.g);
            return vec4(u, v, 0.0, 1.0);
        }
        """)

    @Test("Gray and Scott's reaction and diffusion, three hundred steps, every bit")
    func reactionDiffusion() throws {
        let side = 40
        let (feed, kill): (Float, Float) = (0.0367, 0.0649)
        func start(_ x: Int, _ y: Int) -> SIMD2<Float> {
            (15..<25).contains(x) && (12..<20).contains(y) ? SIMD2(0.5, 0.25 + Float(x) / 512) : SIMD2(1, 0)
        }
        let extent = CGRect(x: 0, y: 0, width: side, height: side)
        let accumulator = try CIImageAccumulator(keeping: extent, format: .RGBAf)
        accumulator.setImage(makePicture(side, side) { x, y in SIMD4(start(x, y).x, start(x, y).y, 0, 1) })
        var field = (0..<side * side).map { start($0 % side, $0 / side) }
        for _ in 0..<300 {
            accumulator.setImage(Self.reaction.apply(to: accumulator.image(), region: .inset(-1), feed, kill))
            field = (0..<field.count).map { index in
                let (x, y) = (index % side, index / side)
                func at(_ x: Int, _ y: Int) -> SIMD2<Float> {
                    x >= 0 && y >= 0 && x < side && y < side ? field[y * side + x] : .zero
                }
                let here = at(x, y)
                let beside = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)
                let spread = beside * 0.25 - here
                let reacting = here.x * here.y * here.y
                let u = here.x + (0.5 * spread.x - reacting + feed * (1 - here.x))
                let v = here.y + (0.25 * spread.y + reacting - (feed + kill) * here.y)
                return SIMD2(u, v)
            }
        }
        let pixels = try RenderedPixels(accumulator.image(), extent)
        for index in field.indices {
            let pixel = pixels[index % side, index / side]
            #expect(SIMD2(pixel.x, pixel.y) == field[index], "\(index % side), \(index / side)")
        }
        // The pattern must neither die out nor fill the field, or else the comparison would prove little.
        let alive = field.count { $0.y > 0.1 }
        #expect(alive > 20 && alive < field.count / 2, "\(alive)")
    }
}
