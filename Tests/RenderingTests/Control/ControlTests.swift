import Foundation
import KernelLanguage
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Progress, cancellation, statistics and kept intermediates")
struct ControlTests {
    private static let region = PixelRect(0, 0, 96, 80)
    private static func image() -> ImageNode { .source(PatternSource(96, 80)) }

    @Test("progress grows from nothing to 1, and 1 comes last", arguments: [1, 4]) func progress(threads: Int) throws {
        let reports = Mutex<[Double]>([])
        let control = RenderingControl { value in reports.withLock { $0.append(value) } }
        _ = try renderer(tile: 8, threads: threads)
            .render(Self.image().gaussianBlurred(sigma: 9), region: Self.region, control: control)
        let values = reports.withLock { $0 }
        #expect(values.last == 1 && values.filter { $0 == 1 }.count == 1)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 } && values.allSatisfy { $0 > 0 })
    }

    @Test("a cancelled rendering throws, soon, and gives its memory back", arguments: [1, 4]) func cancelling(
        threads: Int
    ) throws {
        let control = RenderingControl()
        let tiles = Mutex(0)
        let backend = ClosureBackend([
            "count": { x, y, _, images in
                if x % 8 == 0, y % 8 == 0,
                    tiles.withLock({
                        $0 += 1; return $0
                    }) == 10
                {
                    control.cancel()
                }
                return images[0].raster[x, y]
            }
        ])
        let node = try ImageNode.kernel(
            .named("count"), arguments: [.image(SampledImage(Self.image().gaussianBlurred(sigma: 9)))],
            extent: Self.region.cgRect)
        let renderer = renderer(backend, tile: 8, threads: threads)
        #expect(throws: CancellationError.self) {
            _ = try renderer.render(node, region: Self.region, control: control)
        }
        #expect(tiles.withLock { $0 } < 10 + 8 * threads)
        renderer.clearCaches()
        #expect(renderer.caches.pixels.byteCounts == (0, 0))
    }

    @Test("a cancelled rendering ends the rendering that one of its operators called") func cancellingNested() throws {
        let control = RenderingControl()
        let inner = Mutex<[String]>([])
        let backend = ClosureBackend([
            "nested": { x, y, _, images in
                guard x == 0, y == 0 else { return images[0].raster[x, y] }
                // Some other thread's call, which comes while the operator renders.
                control.cancel()
                do {
                    _ = try renderer(threads: 1).render(Self.image(), region: Self.region)
                    inner.withLock { $0.append("completed") }
                } catch {
                    inner.withLock { $0.append("\(type(of: error))") }
                    throw error
                }
                return .zero
            }
        ])
        let node = try ImageNode.kernel(
            .named("nested"), arguments: [.image(SampledImage(Self.image()))], extent: Self.region.cgRect)
        #expect(throws: CancellationError.self) {
            _ = try renderer(backend, threads: 1).render(node, region: Self.region, control: control)
        }
        #expect(inner.withLock { $0 } == ["CancellationError"])
    }

    @Test("a Swift task's cancellation ends the rendering that it called") func taskCancellation() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try renderer(threads: 2).render(Self.image(), region: Self.region).bounds
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("statistics count passes, tiles and pixels") func statistics() throws {
        let control = RenderingControl()
        _ = try renderer(tile: 16).render(Self.image(), region: Self.region, control: control)
        let found = control.statistics
        #expect(found.passCount == 1 && found.tileCount == 30 && found.pixelCount == 96 * 80)
        #expect(found.passes[0].byteCount == 96 * 80 * 16 && found.passes[0].seconds > 0)
        let blurred = RenderingControl()
        _ = try renderer(tile: 16).render(Self.image().gaussianBlurred(sigma: 9), region: Self.region, control: blurred)
        #expect(blurred.statistics.passCount > 1 && blurred.statistics.pixelCount > 96 * 80)
    }

    @Test("the third rendering takes stored intermediates from the second, whatever follows them") func reuse() throws {
        let renderer = renderer(RandomRecipe.backend, tile: 16, intermediates: .RGBAh)
        let source = PatternSource(96, 80)
        func reused(_ sigma: Double, gain: Float, of source: PatternSource) throws -> (
            count: Int, bits: [SIMD4<UInt32>]
        ) {
            // Every rendering builds its recipe anew, as filters do.
            let node = try ImageNode.kernel(
                .named("grade", parameters: [.sample, .float]),
                arguments: [.image(SampledImage(.source(source).gaussianBlurred(sigma: sigma))), .numbers([gain])],
                extent: Self.region.cgRect)
            let control = RenderingControl()
            let bits = try renderer.render(node, region: Self.region, control: control).bits
            return (control.statistics.reusedIntermediateCount, bits)
        }
        let first = try reused(9, gain: 1, of: source)
        #expect(first.count == 0)
        #expect(try reused(9, gain: 2, of: source).count == 0)
        let third = try reused(9, gain: 1, of: source)
        #expect(third.count > 0 && third.bits == first.bits)
        // A blur with another sigma consists of other operators, so no intermediate is shared.
        #expect(try reused(5, gain: 1, of: source).count == 0)
        #expect(try reused(9, gain: 1, of: PatternSource(96, 80)).count == 0)
        renderer.clearCaches()
        #expect(try reused(9, gain: 1, of: source).count == 0)
    }

    @Test("an inserted intermediate is kept at once") func intermediate() throws {
        let renderer = renderer(tile: 16, intermediates: .RGBAh)
        let image = Self.image()
        for round in 0..<2 {
            let node = ImageNode.native(Intermediate(image), extent: image.extent).unpremultiplied()
            let control = RenderingControl()
            _ = try renderer.render(node, region: Self.region, control: control)
            #expect(control.statistics.reusedIntermediateCount == round)
        }
        #expect(renderer.caches.intermediates.byteCount == 96 * 80 * 8)
    }

    @Test("kept intermediates and idle memory stay within a quarter of the limit each") func bounded() throws {
        let limit = 1 << 20
        let renderer = renderer(tile: 16, memoryLimit: limit, intermediates: .RGBAh)
        for number in 0..<12 {
            let image = ImageNode.source(PatternSource(96, 80))
            let node = ImageNode.native(Intermediate(image), extent: image.extent).gaussianBlurred(
                sigma: 6 + Double(number) / 4)
            _ = try renderer.render(node, region: Self.region)
            #expect(renderer.caches.intermediates.byteCount <= limit / 4)
            #expect(renderer.caches.pixels.byteCounts.idle <= limit / 4)
        }
        #expect(renderer.caches.intermediates.byteCount > 0)
        renderer.clearCaches()
        #expect(renderer.caches.pixels.byteCounts == (0, 0))
    }

    @Test("memory is used again: a second rendering of other pictures allocates nothing new") func pooled() throws {
        let renderer = renderer(tile: 16, threads: 1, intermediates: .RGBAh)
        for _ in 0..<3 {
            _ = try renderer.render(
                ImageNode.source(PatternSource(96, 80)).gaussianBlurred(sigma: 9), region: Self.region)
        }
        let before = renderer.caches.pixels.allocationCount
        _ = try renderer.render(ImageNode.source(PatternSource(96, 80)).gaussianBlurred(sigma: 9), region: Self.region)
        #expect(renderer.caches.pixels.allocationCount == before)
    }

    @Test("a recipe that is rendered again is prepared once, and forgotten with its image") func plans() throws {
        let renderer = renderer()
        var image: ImageNode? = Self.image().gaussianBlurred(sigma: 2)
        let control = RenderingControl()
        for _ in 0..<2 {
            _ = try renderer.render(try #require(image).premultiplied(), region: Self.region, control: control)
        }
        let (key, core) = RecipeKey.make(try #require(image).premultiplied(), region: Self.region, format: .RGBAf)
        #expect(renderer.caches.recipes.recipe(for: key, of: core) != nil && renderer.caches.recipes.count == 1)
        _ = core
        image = nil
    }

    @Test("files are read once, from the top down, while strips are rendered", arguments: [1, 5, 16, 200])
    func streaming(height: Int) throws {
        let source = StreamedPattern(60, 75)
        let node = try ImageNode.kernel(
            .named("spread", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(ImageNode.source(source)))],
            extent: CGRect(x: -3, y: -2, width: 66, height: 79)
        ) { $1.insetBy(dx: -3, dy: -2) }
        let region = PixelRect(-3, -2, 66, 79)
        let expected = try renderer(RandomRecipe.backend).render(node, region: region)
        #expect(source.passes.withLock { $0.count } == 0)
        let copy = Raster(bounds: region)
        try renderer(RandomRecipe.backend, tile: 16).renderStrips(of: node, region: region, stripHeight: height) {
            copy.copy(from: $0)
        }
        #expect(copy.bits == expected.bits)
        let passes = source.passes.withLock { $0 }
        #expect(passes.count == 1)
        let rows = passes[0]
        #expect(
            zip(rows, rows.dropFirst()).allSatisfy { $0.lowerBound >= $1.lowerBound && $0.upperBound >= $1.upperBound })
        #expect(rows.last?.lowerBound == 0 && rows.first?.upperBound == 75)
        // Strips of a flipped picture can't be read from the file's top down.
        let turned = node.transformed(by: CGAffineTransform(scaleX: 1, y: -1))
        let below = PixelRect(enclosing: turned.extent)
        let upright = try renderer(RandomRecipe.backend).render(turned, region: below)
        let other = Raster(bounds: below)
        try renderer(RandomRecipe.backend, tile: 16).renderStrips(of: turned, region: below, stripHeight: height) {
            other.copy(from: $0)
        }
        #expect(other.bits == upright.bits)
    }
}

/// A pattern of 16-bit numbers that records the passes over its rows.
private final class StreamedPattern: PixelSource {
    let width: Int
    let height: Int
    let colorSpace: CGColorSpace? = nil
    let alphaState = AlphaState.premultiplied
    let passes = Mutex<[[Range<Int>]]>([])

    init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    func read(into raster: Raster) throws {
        let rows = view(of: raster.bounds.y..<raster.bounds.maxY)
        rows.unpack(into: raster)
    }

    func makeStripReader(stripHeight: Int) throws -> (any StripReader)? { Reader(self) }

    fileprivate func view(of rows: Range<Int>) -> PixelView {
        let bounds = PixelRect(x: 0, y: rows.lowerBound, width: width, height: rows.count)
        let floats = Raster(bounds: bounds)
        for (x, y) in bounds.coordinates { floats[x, y] = Noise.pixel(x, y) }
        let memory = PixelPool(idleLimit: 0)
        guard let storage = try? memory.storage(byteCount: bounds.area * 8) else { return .empty(.RGBA16) }
        let view = storage.view(bounds: bounds, format: .RGBA16)
        view.pack(floats)
        return view
    }

    private final class Reader: StripReader {
        let format = PixelFormat.RGBA16
        private let source: StreamedPattern
        private let number: Mutex<Int?> = Mutex(nil)

        init(_ source: StreamedPattern) { self.source = source }

        func read(rows: Range<Int>) throws -> PixelView {
            let pass = number.withLock { number -> Int in
                if let number { return number }
                let new = source.passes.withLock { passes in
                    passes.append([])
                    return passes.count - 1
                }
                number = new
                return new
            }
            source.passes.withLock { $0[pass].append(rows) }
            return source.view(of: rows)
        }
    }
}
