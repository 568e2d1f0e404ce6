import Foundation
import KernelLanguage
import Pixels
import Synchronization
import Testing

@testable import ImageGraph
@testable import Rendering

@Suite("Deadlines, steps and memory of renderings")
struct LimitTests {
    private static let region = PixelRect(0, 0, 96, 80)
    private static func image() -> ImageNode { .source(PatternSource(96, 80)) }

    private static func limited(
        deadline: RenderingLimit<Duration> = .automatic, steps: RenderingLimit<Int> = .automatic,
        _ backend: ClosureBackend = ClosureBackend()
    ) -> Renderer {
        var configuration = renderer(backend).configuration
        (configuration.deadline, configuration.workLimit) = (deadline, steps)
        return Renderer(configuration: configuration)
    }

    /// A clock that advances by one second each time that it is read.
    private static func seconds() -> @Sendable () -> ContinuousClock.Instant {
        let time = Mutex(ContinuousClock.now)
        return {
            time.withLock { time in
                defer { time += .seconds(1) }; return time
            }
        }
    }

    @Test("a rendering that takes longer than its deadline throws, with the remedy") func deadline() throws {
        let control = RenderingControl(meter: WorkMeter(now: Self.seconds()))
        let error = #expect(throws: RenderingError.self) {
            // There are 30 tiles of 16 × 16 pixels, and each reads the clock.
            _ = try Self.limited(deadline: .atMost(.seconds(10))).render(
                Self.image(), region: Self.region, control: control)
        }
        guard case .deadlineExceeded(limit: .seconds(10), let overrun, step: _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Measuring the overrun reads the clock once more, and another thread may have begun a tile.
        #expect(overrun >= .seconds(1) && overrun <= .seconds(4))
        #expect(try #require(error).description.contains("ended \(overrun.components.seconds)000 ms after it"))
        #expect(try #require(error).description.contains("10"))
        #expect(try #require(error).description.contains("CIContextOption.renderingDeadline, --deadline"))
        #expect(control.statistics.tileCount < 12)
    }

    @Test("pixels are the same with limits that aren't reached") func generous() throws {
        let image = Self.image().gaussianBlurred(sigma: 9).discExtremum(.maximum, radius: 14)
        let expected = try Self.limited().render(image, region: Self.region)
        let control = RenderingControl()
        let found = try Self.limited(deadline: .atMost(.seconds(86_400)), steps: .atMost(1 << 60)).render(
            image, region: Self.region, control: control)
        #expect(found.bits == expected.bits)
        #expect(control.meter.steps > 0)
    }

    @Test("what is certain to cost too much is refused before a pixel is computed") func tooCostly() throws {
        let calls = Mutex(0)
        let backend = ClosureBackend([
            "count": { x, y, _, images in
                calls.withLock { $0 += 1 }
                return images[0].raster[x, y]
            }
        ])
        let node = try ImageNode.kernel(
            .named("count"), arguments: [.image(SampledImage(Self.image()))], extent: Self.region.cgRect
        ).convolved(weights: [Float](repeating: 1, count: 81), width: 9, height: 9)
        let renderer = Self.limited(steps: .atMost(96 * 80 * 81), backend)
        let error = #expect(throws: RenderingError.self) { _ = try renderer.render(node, region: Self.region) }
        guard case .tooCostly(let steps, limit: 96 * 80 * 81, costliest: "convolution", let share)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // The convolution has 81 weights for each pixel. The kernel and the source add a few steps for each.
        #expect(steps > 96 * 80 * 81 && steps < 96 * 80 * 90)
        #expect(share > 0.9 && share < 1)
        #expect(calls.withLock { $0 } == 0)
        #expect(try #require(error).description.contains("CIContextOption.stepLimit"))
    }

    @Test("the estimate is the sum of pixels times work") func estimate() throws {
        let renderer = renderer()
        func steps(_ node: ImageNode, _ region: PixelRect = Self.region) throws -> Double {
            let recipe = try renderer.preparation.passes(of: node, builtFrom: node, format: .RGBAf)
            return try renderer.planner.cost(recipe, region: region).work
        }
        // The source is read once.
        #expect(try steps(Self.image()) == 96 * 80)
        #expect(try steps(Self.image(), PixelRect(10, 10, 5, 4)) == 20)
        // 9 steps for each pixel, and the source's region, which is two columns and rows larger.
        let window = Self.image().convolved(weights: [Float](repeating: 1, count: 9), width: 3, height: 3)
        #expect(try steps(window, PixelRect(10, 10, 5, 4)) == 20 * 9 + 7 * 6)
        // A node that is read twice is computed once.
        let shared = Self.image().convolved(weights: [1, 2], width: 2, height: 1)
        let twice = ImageNode.native(
            ShiftedExtremum(
                name: "both",
                layers: [
                    .init(shared, offsets: [.init(column: 0, row: 0)]),
                    .init(shared, offsets: [.init(column: 0, row: 0)]),
                ],
                extremum: .maximum), extent: Self.region.cgRect)
        #expect(try steps(twice, PixelRect(10, 10, 5, 4)) == 20 * 2 + 20 * 2 + 24)
    }

    @Test("loops' steps end a rendering that no estimate refused") func stepsUsedUp() throws {
        let backend = ClosureBackend([
            "spend": { _, _, _, images in
                WorkMeter.current?.spend(1000)
                return .zero
            }
        ])
        let node = try ImageNode.kernel(
            .named("spend"), arguments: [.image(SampledImage(Self.image()))], extent: Self.region.cgRect)
        let control = RenderingControl()
        let error = #expect(throws: RenderingError.self) {
            _ = try Self.limited(steps: .atMost(100_000), backend).render(node, region: Self.region, control: control)
        }
        guard case .stepLimitExceeded(limit: 100_000, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(control.statistics.tileCount <= 4)
    }

    @Test("default limits apply exactly if untrusted content takes part") func automatic() {
        let (image, marked) = (Self.image(), Self.image().untrusted)
        #expect(!image.isUntrusted && marked.isUntrusted)
        #expect(marked.gaussianBlurred(sigma: 3).isUntrusted && !image.gaussianBlurred(sigma: 3).isUntrusted)
        #expect(marked.premultiplied().cropped(to: CGRect(x: 1, y: 1, width: 5, height: 5)).isUntrusted)
        let limit = RenderingLimit<Duration>.automatic
        #expect(limit.amount(orUntrusted: .seconds(60), isUntrusted: true) == .seconds(60))
        #expect(limit.amount(orUntrusted: .seconds(60), isUntrusted: false) == nil)
        #expect(RenderingLimit<Duration>.unlimited.amount(orUntrusted: .seconds(60), isUntrusted: true) == nil)
        #expect(RenderingLimit.atMost(5).amount(orUntrusted: 7, isUntrusted: false) == 5)
    }

    @Test("an untrusted recipe has the deadline of a minute, a trusted one none") func minute() throws {
        for isUntrusted in [true, false] {
            let meter = WorkMeter()
            let image = isUntrusted ? Self.image().premultiplied().untrusted : Self.image().premultiplied()
            _ = try Self.limited().render(image, region: Self.region, control: RenderingControl(meter: meter))
            #expect((meter.deadline != nil) == isUntrusted)
            #expect(meter.stepsLeft == (isUntrusted ? UntrustedRendering.work - meter.steps : Int.max - meter.steps))
        }
    }

    @Test("a rendering that is stopped while it is planned throws why") func planning() throws {
        // Stops at the hundredth check, long before there are tiles.
        let checks = Mutex(0)
        let meter = WorkMeter(
            probe: {
                let count = checks.withLock { count in
                    count += 1; return count
                }
                if count == 100 { throw WorkMeter.Stopped(reason: .cancelled) }
            }, now: { .now })
        var image = Self.image()
        for _ in 0..<200 { image = image.premultiplied().unpremultiplied() }
        #expect(throws: WorkMeter.Stopped.self) {
            _ = try renderer().render(image, region: Self.region, control: RenderingControl(meter: meter))
        }
        #expect(checks.withLock { $0 } == 100)
    }

    @Test("tiles' memory counts where it is large: threads are fewer, and results the same") func scratch() throws {
        let image = Self.image().rectangleExtremum(.maximum, columns: 400, rows: 400)
        let region = PixelRect(-300, -300, 600, 600)
        let expected = try renderer(tile: 64, threads: 4).render(image, region: region)
        let small = renderer(tile: 64, threads: 4, memoryLimit: 24 << 20)
        #expect(try small.render(image, region: region).bits == expected.bits)
    }

    @Test("idle buffers are released for new allocations") func idle() throws {
        let pool = PixelPool(idleLimit: 1 << 20)
        var buffers = [100_000, 200_000, 300_000].map { try? pool.storage(byteCount: $0) }
        withExtendedLifetime(buffers) {}
        buffers = []
        #expect(pool.byteCounts.idle >= 600_000)
        pool.freeIdleBuffers(for: 300_000, within: 700_000)
        // The buffer of the needed size is kept, and the oldest of the others is released.
        #expect(pool.byteCounts.idle >= 300_000 && pool.byteCounts.idle < 600_000)
        let before = pool.allocationCount
        _ = try pool.storage(byteCount: 300_000)
        #expect(pool.allocationCount == before)
    }
}
